import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createRegistry } from '../support/directory.js';
import {
  dashboardQueries,
  dashboardVariables,
  hasAmtool,
  hasPrometheus,
  readShippedFiles,
  runTool,
} from '../support/prometheus.js';
import { use } from '../support/servers.js';
import { startExporter } from './start-exporter.js';

const files = readShippedFiles();
const rulesOfAll = readFileSync('deploy/alerts-of-all.yml', 'utf8');
const routes = readFileSync('deploy/alertmanager.yml', 'utf8');
const testRules = ['promtool', 'test', 'rules', 'alerts.test.yml'];

describe.skipIf(!hasPrometheus)('promtool', () => {
  test.each([
    ['promtool', 'check', 'config', 'prometheus.yml'],
    ['promtool', 'check', 'rules', 'alerts.yml'],
    testRules,
  ])('%s %s %s %s', async (...command) => {
    expect(await runTool(command, files)).toMatchObject({ exitCode: 0 });
  });

  test('accepts the metrics of endpoints and of the exporter', async () => {
    const node = await use(startRpcNode());
    const urls = [`http://127.0.0.1:${node.port}`, 'http://127.0.0.1:1', 'nonsense'];
    const exporter = await startExporter(await createRegistry({ kava: { rpc: urls } }));
    const probes = await Promise.all(urls.map((url) => exporter.probe('rpc', url)));
    for (const { body: input } of [...probes, await exporter.get('/metrics')]) {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input });
      expect([status, `${stdout.toString()}${stderr.toString()}`]).toEqual([0, '']);
    }
  });

  // Each would be a regression that a change may cause.
  test.each([
    ['EndpointFailing', 'an endpoint is blamed at once', 'for: 30m', 'for: 0m'],
    [
      'EndpointFailing',
      'an inconclusive probe counts as a failure',
      'verdict="fail"}[15m]) == 1',
      'verdict!="pass"}[15m]) == 1',
    ],
    ['EndpointFailing', 'rules look back as far as Prometheus does', /\[15m\]/g, '[5m]'],
    ['EndpointFailing', 'a sick vantage point is not noticed', '> 0.5 *', '> 50 *'],
    [
      'VantagePointSick',
      'a sick vantage point holds back alerts for what failed before',
      /last_over_time\(instance:endpoint_check_passed:max1d\[25m\]\)\s+and on \(job\)/,
      '',
    ],
    [
      'ChainDown',
      'a chain is down while one endpoint is inconclusive',
      'chain:endpoint_check_verdict:count{verdict=~"pass|inconclusive"}',
      'chain:endpoint_check_verdict:count{verdict="pass"}',
    ],
    ['ProviderDown', 'two endpoints are a provider', '>= 3', '>= 2'],
    [
      'EndpointBehind',
      'what fails is behind as well',
      /unless ignoring \(verdict\)\s+last_over_time\(endpoint_check_verdict\{verdict="fail"\}\[15m\]\) == 1\n/,
      '\n',
    ],
    [
      'EndpointCertificateExpiring',
      'certificates are judged by the days that are left',
      /and ignoring \(rule, severity\)\s+last_over_time\(endpoint_check_finding.*\n/,
      '< 1209600\n',
    ],
  ])('%s would notice that %s', async (alert, _, from, to) => {
    const changed = {
      ...files,
      'alerts.test.yml': selectTests(alert),
      'alerts.yml': files['alerts.yml'].replace(from, to),
    };
    expect(changed['alerts.yml']).not.toBe(files['alerts.yml']);
    const check = ['promtool', 'check', 'rules', 'alerts.yml'];
    expect(await runTool(check, changed)).toMatchObject({ exitCode: 0 });
    expect(await runTool(testRules, changed)).toMatchObject({ exitCode: 1 });
  });

  test('accepts all queries of the dashboard', async () => {
    const queries = [
      ...dashboardQueries.map(({ expr }) => expr),
      ...dashboardVariables.map(({ selector, label }) => `count by (${label}) (${selector})`),
    ];
    expect(queries.length).toBeGreaterThan(15);
    const recorded = queries.map((expr, at) => ({ record: `dashboard:query:${at}`, expr }));
    const text = JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] });
    const check = ['promtool', 'check', 'rules', 'queries.yml'];
    expect(await runTool(check, { 'queries.yml': text })).toMatchObject({ exitCode: 0 });
  });
});

/** The tests of a single alert, which take less time. */
function selectTests(alert: string): string {
  const all = parse(files['alerts.test.yml']) as {
    readonly tests: readonly { readonly alert_rule_test?: readonly { readonly alertname: string }[] }[];
  };
  const tests = all.tests.filter(({ alert_rule_test: cases = [] }) =>
    cases.some(({ alertname }) => alertname === alert),
  );
  // JSON is YAML.
  return JSON.stringify({ ...all, tests });
}

describe.skipIf(!hasPrometheus)('the files for several servers', () => {
  test.each(['prometheus-shard.yml', 'prometheus-of-all.yml'])('configuration %s', async (name) => {
    const config = readFileSync(`deploy/${name}`, 'utf8');
    const all = { ...files, 'prometheus.yml': config, 'alerts-of-all.yml': rulesOfAll };
    const check = ['promtool', 'check', 'config', 'prometheus.yml'];
    expect(await runTool(check, all)).toMatchObject({ exitCode: 0 });
  });

  test('the rules of a server that joins vantage points pass their tests', async () => {
    const name = 'alerts-of-all.test.yml';
    const tests = { 'alerts-of-all.yml': rulesOfAll, [name]: readFileSync(`deploy/${name}`, 'utf8') };
    expect(await runTool(['promtool', 'test', 'rules', name], tests)).toMatchObject({ exitCode: 0 });
  });

  test.skipIf(!hasAmtool)(
    'Alertmanager accepts its configuration, which names only existing alerts',
    async () => {
      expect(
        await runTool(['amtool', 'check-config', 'alertmanager.yml'], { 'alertmanager.yml': routes }),
      ).toMatchObject({ exitCode: 0 });
      const named = [...routes.matchAll(/alertname =~? "?(\w+)(?:\(([\w|]+)\))?/g)].flatMap(
        ([, start = '', ends = '']) => ends.split('|').map((end) => start + end),
      );
      expect(named).toEqual(
        expect.arrayContaining([
          'EndpointFailing',
          'EndpointCheckExporterDown',
          'EndpointCheckProbesMissing',
        ]),
      );
      expect(named.filter((name) => !files['alerts.yml'].includes(`alert: ${name}\n`))).toEqual([]);
    },
  );

  test('the commands download existing files', () => {
    const [, names = ''] = /deploy\/\{(.*)\}\.yml/.exec(readFileSync('docs/monitoring.md', 'utf8')) ?? [];
    expect(names.split(',').map((name) => Object.hasOwn(files, `${name}.yml`))).toEqual([true, true]);
  });
});
