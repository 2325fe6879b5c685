import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoRegistry } from '../../src/sandbox/demo-registry.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createDirectory, formatChain } from '../support/directory.js';
import { listTargets, probePath, spawnServer, stopInTheEnd } from '../support/spawn-service.js';
import { ask } from '../support/http.js';
import { hasPrometheus, readShippedFiles, runTool, shippedRules } from '../support/prometheus.js';
import { use } from '../support/servers.js';

/** A scrape every five minutes, as deploy/prometheus.yml has it, for long enough that a chain would count as halted. */
const scrapes = 20;
const intervalMs = 300_000;
const evaluatedAt = '90m';

type Labels = Readonly<Record<string, string>>;

/**
 * Scrapes the nodes that the demo keeps running and calls healthy, and one whose head stands still, both in a chain of the demo and in one of its own.
 * The clock of all nodes goes on in steps. Resolves to the series as promtool reads them, whose time begins with the first scrape.
 */
async function scrapeDemo() {
  const demo = await startDemoRegistry();
  onTestFinished(demo.close);
  const startedAt = Math.trunc(Date.now() / 1_000) * 1_000;
  const still = `http://localhost:${(await use(startRpcNode({ network: 'sandbox-2', blockTime: new Date(startedAt) }))).port}`;
  const entry = { address: still, provider: 'Still' };
  const chain = JSON.parse(demo.files.get('sandbox/chain.json') ?? '') as { apis: { rpc: object[] } };
  chain.apis.rpc.push(entry);
  const directory = await createDirectory({
    ...Object.fromEntries(demo.files),
    'sandbox/chain.json': JSON.stringify(chain),
    'still/chain.json': formatChain({ rpc: [entry] }),
    'authority.pem': demo.authority,
  });
  const env = { NODE_EXTRA_CA_CERTS: join(directory, 'authority.pem') };
  const exporter = await spawnServer(
    ['exporter', directory, '--allow-private', '--cache', '1ms', '--per-host', '20'],
    env,
  );
  stopInTheEnd(exporter);
  const get = (path: string) => ask(exporter.url, path);
  const broken = new Set(demo.entries.flatMap(({ verdict, url }) => (verdict === 'pass' ? [] : [url])));
  const targets = (await listTargets({ get })).filter(({ labels }) => !broken.has(labels['instance'] ?? ''));
  const series = new Map<string, string[]>();
  const scrapeTarget = async (labels: Labels, scrape: number) => {
    const { kind = '', instance = '', chain = '' } = labels;
    const { body } = await get(probePath(kind, instance, chain));
    for (const [, name = '', own = '', value = ''] of body.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
      const key = `${name}{${[own, formatLabels(labels)].filter((part) => part !== '').join(',')}}`;
      const values = series.get(key) ?? Array.from({ length: scrapes }, () => '_');
      const isTime = /_timestamp_seconds$|_cert_expiry$/.test(name);
      values[scrape] = String(isTime ? Number(value) - startedAt / 1_000 : Number(value));
      series.set(key, values);
    }
  };
  onTestFinished(() => void vi.useRealTimers());
  for (let scrape = 0; scrape < scrapes; scrape++) {
    vi.setSystemTime(startedAt + scrape * intervalMs);
    await Promise.all(targets.map(({ labels }) => scrapeTarget(labels, scrape)));
  }
  return { still, series: [...series].map(([name, values]) => ({ series: name, values: values.join(' ') })) };
}

/** The labels that stay when Prometheus has discovered a target. */
function formatLabels(labels: Labels): string {
  const kept = Object.entries(labels).filter(([name]) => !name.startsWith('__'));
  return [['job', 'endpoint-check'], ...kept]
    .map(([name = '', value]) => `${name}=${JSON.stringify(value)}`)
    .join();
}

/** Evaluates the shipped rules over series; resolves to the alerts that fire, each with what it blames. */
async function listFiring(series: readonly object[]): Promise<readonly string[]> {
  const up = { series: 'up{job="endpoint-check-exporter"}', values: `1x${scrapes}` };
  // Each alert is expected not to fire, so that promtool prints those that do.
  const cases = shippedRules.flatMap(({ alert }) =>
    alert === undefined ? [] : [{ eval_time: evaluatedAt, alertname: alert, exp_alerts: [] }],
  );
  const tests = [{ interval: '5m', input_series: [up, ...series], alert_rule_test: cases }];
  const { output } = await runTool(['promtool', 'test', 'rules', 'test.yml'], {
    'alerts.yml': readShippedFiles()['alerts.yml'],
    // JSON is YAML.
    'test.yml': JSON.stringify({ rule_files: ['alerts.yml'], evaluation_interval: '1m', tests }),
  });
  if (output.includes('SUCCESS')) return [];
  const firing = [...output.matchAll(/Labels:\{(.*)\}/g)].map(([, labels = '']) => {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(labels)?.[1];
    return `${read('alertname') ?? output}: ${read('instance') ?? read('chain') ?? ''}`;
  });
  return firing.length === 0 ? [output] : firing;
}

test.skipIf(!hasPrometheus)(
  "the healthy nodes of the kept demo fire no alert under Prometheus' rules, but a head that stands still does",
  async () => {
    const { still, series } = await scrapeDemo();
    const healthy = series.filter((one) => !one.series.includes(still));
    expect(
      healthy.filter((one) => one.series.startsWith('endpoint_check_block_timestamp_seconds{')),
    ).toHaveLength(11);
    expect(await listFiring(healthy)).toEqual([]);
    expect(await listFiring(series)).toEqual([`EndpointBehind: ${still}`, 'ChainHalted: still']);
  },
);
