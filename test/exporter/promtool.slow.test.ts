import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { dashboardQueries, dashboardVariables } from '../support/monitoring-files.js';
import { hasAmtool, hasPrometheus, readShippedFiles, runTool } from '../support/prometheus.js';

const files = readShippedFiles();
const rulesOfAll = readFileSync('deploy/alerts-of-all.yml', 'utf8');
const routes = readFileSync('deploy/alertmanager.yml', 'utf8');

describe.skipIf(!hasPrometheus)('promtool', () => {
  test('accepts deploy/prometheus.yml, and finds a slip in it', async () => {
    const check = ['promtool', 'check', 'config', 'prometheus.yml'];
    expect(await runTool(check, files)).toMatchObject({ exitCode: 0 });
    const slip = files['prometheus.yml'].replace('http_sd_configs', 'http_sd_config');
    expect(await runTool(check, { ...files, 'prometheus.yml': slip })).toMatchObject({ exitCode: 1 });
  });

  test('accepts deploy/alerts.yml, and finds a slip in it', async () => {
    const check = ['promtool', 'check', 'rules', 'alerts.yml'];
    expect(await runTool(check, files)).toMatchObject({ exitCode: 0 });
    const slip = files['alerts.yml'].replace('unless ignoring (verdict)', 'unless ignoring verdict');
    expect(await runTool(check, { ...files, 'alerts.yml': slip })).toMatchObject({ exitCode: 1 });
  });

  test('passes the tests of the rules', async () => {
    expect(await runTool(testRules, files)).toMatchObject({ exitCode: 0 });
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
    const check = async (exprs: readonly string[]) => {
      const recorded = exprs.map((expr, at) => ({ record: `dashboard:query:${at}`, expr }));
      const text = JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] });
      return (await runTool(['promtool', 'check', 'rules', 'queries.yml'], { 'queries.yml': text })).exitCode;
    };
    expect(await check(queries)).toBe(0);
    expect(await check([...queries, 'sum by chain (up)'])).toBe(1);
  });
});

const testRules = ['promtool', 'test', 'rules', 'alerts.test.yml'];

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
    expect(await runTool(['promtool', 'check', 'config', 'prometheus.yml'], all)).toMatchObject({
      exitCode: 0,
    });
  });

  test('an endpoint that fails at two vantage points raises one alert; at one, or at an unreliable one, none', async () => {
    const labels = (place: string, endpoint: string) =>
      `vantage_point="${place}",job="endpoint-check",chain="kava",kind="grpc",provider="P",file="f",instance="${endpoint}"`;
    const series = (place: string, endpoint: string) => ({
      series: `endpoint_check_verdict{${labels(place, endpoint)},verdict="fail"}`,
      values: '1x20',
    });
    const cases = {
      rule_files: ['rules.yml'],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '5m',
          input_series: [
            series('fra', 'a:443'),
            series('nyc', 'a:443'),
            series('fra', 'b:443'),
            series('sin', 'b:443'),
            series('fra', 'c:443'),
            {
              series: 'job:endpoint_check_vantage_point:sick{vantage_point="sin",job="endpoint-check"}',
              values: '1x20',
            },
          ],
          alert_rule_test: [
            {
              eval_time: '40m',
              alertname: 'EndpointFailingEverywhere',
              exp_alerts: [
                {
                  exp_labels: {
                    severity: 'warning',
                    chain: 'kava',
                    kind: 'grpc',
                    provider: 'P',
                    file: 'f',
                    instance: 'a:443',
                  },
                  exp_annotations: { summary: 'a:443 of kava fails at 2 vantage points' },
                },
              ],
            },
          ],
        },
      ],
    };
    const outcome = await runTool(['promtool', 'test', 'rules', 'test.yml'], {
      'rules.yml': rulesOfAll,
      'test.yml': JSON.stringify(cases),
    });
    expect(outcome).toMatchObject({ exitCode: 0 });
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
