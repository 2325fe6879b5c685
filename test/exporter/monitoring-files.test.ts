import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory, formatChain } from '../support/directory.js';
import { homepage } from '../support/documents.js';
import { ask } from '../support/http.js';
import {
  dashboardQueries,
  dashboardVariables,
  findUntested,
  readAlertSections,
  readNames,
  readPromql,
  readRules,
  shippedRules,
} from '../support/prometheus.js';
import { createTrust, use } from '../support/servers.js';
import { spawnServer } from '../support/spawn-service.js';

/** The cells of all rows of a page's tables. */
function readTable(page: string): readonly (readonly string[])[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim()),
    );
}

const page = readFileSync('docs/monitoring.md', 'utf8');
const rulesOfAll = readRules(readFileSync('deploy/alerts-of-all.yml', 'utf8'));
const alerts = shippedRules.flatMap((rule) =>
  rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }],
);

/** The metrics of an endpoint and of an exporter, and the labels of its targets. */
async function readExported() {
  const { env, issue } = await createTrust();
  // Expires soon, so that there is a finding.
  const dayMs = 86_400_000;
  const tls = await issue({
    notBefore: new Date(Date.now() - 80 * dayMs),
    notAfter: new Date(Date.now() + 10 * dayMs),
  });
  const { port } = await use(startEvmNode({ tls }));
  const address = `https://127.0.0.1:${port}`;
  const chain = formatChain({ 'evm-http-jsonrpc': [address] }, { chain_id: 'sandbox-1' });
  const registry = await createDirectory({ 'sandbox/chain.json': chain });
  const exporter = await spawnServer(['exporter', registry, '--allow-private', '--capabilities'], env);
  const get = async (path: string) => (await ask(exporter.url, path)).body;
  const targets = JSON.parse(await get('/targets')) as { readonly labels: object }[];
  const query = new URLSearchParams({ kind: 'evm', target: address }).toString();
  const probe = await get(`/probe?${query}`);
  const ownMetrics = await get('/metrics');
  await exporter.stop();
  const discovered = Object.keys(targets[0]?.labels ?? {}).filter((label) => !label.startsWith('__'));
  return { probe, ownMetrics, discovered };
}

/** The same for all tests. */
let exported: ReturnType<typeof readExported> | undefined;
const getExported = () => (exported ??= readExported());

describe('rules and dashboard name existing metrics', () => {
  test('every metric and label is one of the exporter, of a rule, or of Prometheus', async () => {
    const { probe, ownMetrics, discovered } = await getExported();
    const [ofProbe, ofExporter] = [readNames(probe), readNames(ownMetrics)];
    const metrics = new Set([
      ...ofProbe.metrics,
      ...ofExporter.metrics,
      ...shippedRules.flatMap(({ record }) => record ?? []),
      'up',
    ]);
    const labels = new Set([...ofProbe.labels, ...ofExporter.labels, ...discovered, 'job']);
    const read = [
      ...shippedRules.map(({ expr }) => expr),
      ...dashboardQueries.map(({ expr }) => expr),
      ...dashboardVariables.map(({ selector, label }) => `count by (${label}) (${selector})`),
    ].map(readPromql);
    const joined = rulesOfAll.map(({ expr }) => readPromql(expr));
    // Prometheus' own name for a metric that blackbox_exporter has as well.
    expect([...metrics]).toContain('probe_ssl_earliest_cert_expiry');
    expect(
      [...read, ...joined].flatMap((query) => [...query.metrics].filter((name) => !metrics.has(name))),
    ).toEqual([]);
    expect(read.flatMap((query) => [...query.labels].filter((name) => !labels.has(name)))).toEqual([]);
    // An external label, which the page tells to set.
    labels.add('vantage_point');
    expect(joined.flatMap((query) => [...query.labels].filter((name) => !labels.has(name)))).toEqual([]);
  });

  test('the dashboard has all phases of an attempt, in their order', async () => {
    const { probe } = await getExported();
    const phases = [...probe.matchAll(/phase="(\w+)"/g)].map(([, phase]) => phase);
    const shown = dashboardQueries.flatMap(({ expr }) => /phase="(\w+)"/.exec(expr)?.[1] ?? []);
    expect([...shown, 'total']).toEqual(phases);
  });
});

describe('docs/monitoring.md', () => {
  const rows = readTable(page);

  test('has a section for each alert, with its severity and its time, to which it leads', () => {
    expect(readAlertSections(page)).toEqual(
      alerts.map(({ alert, labels = {}, for: time }) => [alert, labels['severity'], time]),
    );
    for (const { alert, annotations = {} } of alerts) {
      const url = `${homepage}/blob/main/docs/monitoring.md#${alert.toLowerCase()}`;
      expect(annotations['runbook_url']).toBe(url);
    }
  });

  test('its table has all metrics of an endpoint, with their labels and the texts of the exporter', async () => {
    const { probe } = await getExported();
    const exported = [...probe.matchAll(/^# HELP ((?:probe|endpoint_check)_\w+) (.*)$/gm)].map(
      ([, name = '', help = '']) => {
        const { labels } = readNames(
          probe
            .split('\n')
            .filter((line) => line.startsWith(`${name}{`))
            .join('\n'),
        );
        return [`\`${name}\``, [...new Set(labels)].map((label) => `\`${label}\``).join(', '), help];
      },
    );
    expect(exported.length).toBeGreaterThan(5);
    expect(rows.filter(([first = '']) => /^`(probe|endpoint_check)_/.test(first))).toEqual(exported);
  });

  test('it names all metrics of the exporter itself', async () => {
    const { ownMetrics } = await getExported();
    const names = [...ownMetrics.matchAll(/^# HELP (\w+) /gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) expect(page).toContain(`\`${name}\``);
  });
});

test('each alert has a test in which it fires, and one in which it does not', () => {
  expect(findUntested(alerts, readFileSync('deploy/alerts.test.yml', 'utf8'))).toEqual([]);
});
