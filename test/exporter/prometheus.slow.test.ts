import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { holdClosedPort, listen } from '../../src/sandbox/server.js';
import { createDirectory, formatChain } from '../support/directory.js';
import { startExporter } from '../support/spawn-service.js';
import {
  dashboardQueries,
  dashboardVariables,
  hasPrometheus,
  type Prometheus,
  readShippedFiles,
  startPrometheus,
} from '../support/prometheus.js';
import { findFreePort } from '../support/ports.js';
import { use } from '../support/servers.js';

const shipped = readShippedFiles();
const shard = readFileSync('deploy/prometheus-shard.yml', 'utf8');
const federation = readFileSync('deploy/prometheus-of-all.yml', 'utf8');
const rulesOfAll = readFileSync('deploy/alerts-of-all.yml', 'utf8');

/** A configuration, unchanged except for the exporter's address and the intervals, which are seconds. */
function adapt(config: string, exporterUrl: string): string {
  return config
    .replaceAll('127.0.0.1:19115', new URL(exporterUrl).host)
    .replaceAll(/scrape_interval: \d+m$/gm, 'scrape_interval: 3s')
    .replaceAll(/evaluation_interval: \d+m$/gm, 'evaluation_interval: 1s')
    .replaceAll(/scrape_timeout: \d+s$/gm, 'scrape_timeout: 3s');
}

/** Rules, unchanged except that alerts fire after a second, and are evaluated every second. */
function hurry(rules: string): string {
  return rules
    .replaceAll(/^( +)for: \w+$/gm, '$1for: 1s')
    .replaceAll(/^( +)interval: \w+$/gm, '$1interval: 1s');
}

/** A tunnel to a port of this machine, at another port: nothing listens there while it is closed. */
async function startDoor(behind: number) {
  // One that no other test gets while it is closed.
  const at = { host: '127.0.0.1', port: await findFreePort() };
  const create = () =>
    createServer((socket) => {
      const node = connect(behind, at.host).on('error', () => socket.destroy());
      socket
        .once('close', () => node.destroy())
        .pipe(node)
        .pipe(socket);
    });
  let door = await listen(create(), at);
  onTestFinished(() => door.close());
  return {
    port: at.port,
    close: () => door.close(),
    open: async () => void (door = await listen(create(), at)),
  };
}

/** The alerts of Prometheus, for comparison, without those about slow probes, which depend on how busy this machine is. */
async function listFiring(prometheus: Prometheus) {
  const alerts = await prometheus.listAlerts();
  return alerts
    .filter(
      ({ state, labels }) => state === 'firing' && !labels['alertname']?.startsWith('EndpointCheckProbes'),
    )
    .map(({ labels, annotations }) => ({ ...labels, description: annotations['description'] }));
}

// Only ends a hanging test.
const patience = { timeout: 120_000, interval: 250 };

describe.skipIf(!hasPrometheus)('a real Prometheus', { timeout: 600_000 }, () => {
  test('finds the endpoints, alerts when a node is killed, and resolves the alert when it returns', async () => {
    const rpc = await use(startRpcNode());
    const door = await startDoor(rpc.port);
    const [rest, evm] = [await use(startRestNode()), await use(startEvmNode())];
    const urls = {
      rpc: `http://127.0.0.1:${door.port}`,
      rest: `http://127.0.0.1:${rest.port}`,
      evm: `http://127.0.0.1:${evm.port}`,
    };
    const directory = await createDirectory({
      'kava/chain.json': formatChain({
        rpc: [{ address: urls.rpc, provider: 'Quote "and" \\ Sons' }],
        rest: [{ address: urls.rest, provider: 'Ünïcode' }],
      }),
      'juno/chain.json': formatChain({ 'evm-http-jsonrpc': [{ address: urls.evm }] }),
    });
    const exporter = await startExporter(directory, ['--cache', '1ms']);
    const prometheus = await startPrometheus({
      'prometheus.yml': adapt(shipped['prometheus.yml'], exporter.url),
      'alerts.yml': hurry(shipped['alerts.yml']),
    });

    // The purpose of service discovery: no label but those that the page names, and each target is up.
    const labelsOf = (chain: string, kind: 'rpc' | 'rest' | 'evm', provider: object) => ({
      ...{ job: 'endpoint-check', instance: urls[kind], chain, kind, file: `${chain}/chain.json` },
      ...provider,
    });
    const killed = labelsOf('kava', 'rpc', { provider: 'Quote "and" \\ Sons' });
    const exporterLabels = { job: 'endpoint-check-exporter', instance: new URL(exporter.url).host };
    await expect
      .poll(
        async () => (await prometheus.listTargets()).map(({ labels, health }) => ({ labels, health })),
        patience,
      )
      .toEqual(
        expect.toSatisfy((targets: readonly object[]) => {
          expect(targets).toHaveLength(4);
          expect(targets).toEqual(
            expect.arrayContaining(
              [
                killed,
                labelsOf('kava', 'rest', { provider: 'Ünïcode' }),
                labelsOf('juno', 'evm', {}),
                exporterLabels,
              ].map((labels) => ({ labels, health: 'up' })),
            ),
          );
          return true;
        }),
      );
    const passing = () => prometheus.query('endpoint_check_verdict{verdict="pass"} == 1');
    await expect.poll(passing, patience).toHaveLength(3);
    await expect.poll(() => listFiring(prometheus), patience).toEqual([]);

    await door.close();
    const failing = {
      ...killed,
      alertname: 'EndpointFailing',
      severity: 'warning',
      verdict: 'fail',
      description: expect.stringContaining('Reason: net/refused. ') as string,
    };
    await expect.poll(() => listFiring(prometheus), patience).toEqual([failing]);

    // While a node fails, every panel of the dashboard has data; but no node has a certificate.
    const needsTls = /probe_ssl|phase="tls"/;
    for (const { panel, expr } of dashboardQueries.filter((query) => !needsTls.test(query.expr)))
      await expect.poll(() => prometheus.query(expr), { ...patience, message: panel }).not.toHaveLength(0);
    for (const { selector, label } of dashboardVariables)
      await expect
        .poll(() => prometheus.query(`count by (${label}) (${selector})`), { ...patience, message: label })
        .not.toHaveLength(0);
    const failingPanel = dashboardQueries.find(({ panel }) => panel === 'Failing endpoints')?.expr ?? '';
    await expect
      .poll(async () => (await prometheus.query(failingPanel))[0]?.metric, patience)
      .toMatchObject({ chain: 'kava', kind: 'rpc', rule: 'net/refused' });

    await door.open();
    await expect.poll(() => listFiring(prometheus), patience).toEqual([]);
    await expect.poll(passing, patience).toHaveLength(3);

    await exporter.stop();
    await expect
      .poll(
        async () => (await listFiring(prometheus)).map((alert) => Reflect.get(alert, 'alertname') as string),
        patience,
      )
      .toContain('EndpointCheckExporterDown');
  });

  test('each endpoint is in one shard, and so is each chain', async () => {
    const chains = Array.from({ length: 12 }, (_, at) => `chain-${at}`);
    const files = chains.map((chain, at) => [
      `${chain}/chain.json`,
      // Nothing listens there.
      formatChain({ rpc: [1, 2].map((last) => `http://127.0.${at}.${last}:1`) }),
    ]);
    const directory = await createDirectory(Object.fromEntries(files) as Record<string, string>);
    const exporter = await startExporter(directory);
    const parts = await Promise.all(
      ['0', '1', '2'].map((number) =>
        startPrometheus({
          'prometheus.yml': adapt(shard, exporter.url).replace("regex: '0'", `regex: '${number}'`),
          'alerts.yml': shipped['alerts.yml'],
        }),
      ),
    );
    const listParts = () =>
      Promise.all(
        parts.map(async (part) =>
          (await part.listTargets()).flatMap(({ labels }) => (labels['kind'] === undefined ? [] : [labels])),
        ),
      );
    await expect.poll(async () => (await listParts()).flat(), patience).toHaveLength(24);
    const listed = await listParts();
    expect(new Set(listed.flat().map(({ instance }) => instance))).toHaveLength(24);
    const chainsOf = listed.map((part) => new Set(part.map(({ chain }) => chain)));
    expect(chainsOf.reduce((sum, { size }) => sum + size, 0)).toBe(12);
    expect(chainsOf.filter(({ size }) => size > 0).length).toBeGreaterThan(1);
    expect(Object.keys(listed.flat()[0] ?? {}).filter((label) => label.startsWith('__'))).toEqual([]);
  });

  test('a server that joins two vantage points alerts about endpoints that fail at both', async () => {
    const node = await use(startRpcNode());
    const gone = await use(holdClosedPort());
    const directory = await createDirectory({
      'kava/chain.json': formatChain({ rpc: [gone, node].map(({ port }) => `http://127.0.0.1:${port}`) }),
    });
    const places = await Promise.all(
      ['fra', 'nyc'].map(async (place) => {
        const exporter = await startExporter(directory, ['--cache', '1ms']);
        const config = adapt(shipped['prometheus.yml'], exporter.url);
        return startPrometheus({
          'prometheus.yml': config.replace(
            /^ +# external_labels: .*$/m,
            `  external_labels: { vantage_point: ${place} }`,
          ),
          'alerts.yml': shipped['alerts.yml'],
        });
      }),
    );
    const hosts = places.map(({ url }) => `'${new URL(url).host}'`).join(', ');
    const joined = await startPrometheus({
      'prometheus.yml': adapt(federation, places[0]?.url ?? '').replace(
        /targets: \[.*\]/,
        `targets: [${hosts}]`,
      ),
      'alerts-of-all.yml': hurry(rulesOfAll),
    });
    await expect
      .poll(() => listFiring(joined), patience)
      .toEqual([
        expect.objectContaining({
          alertname: 'EndpointFailingEverywhere',
          chain: 'kava',
          instance: `http://127.0.0.1:${gone.port}`,
        }),
      ]);
    // Both are there, each with its counts, so that a single one would be noticed.
    const listPlaces = async () => {
      const counts = await joined.query(
        'count by (vantage_point) (chain:endpoint_check_verdict:count{verdict="fail"})',
      );
      return counts.map(({ metric }) => metric['vantage_point']).sort();
    };
    // One of them may be between two samples now.
    await expect.poll(listPlaces, patience).toEqual(['fra', 'nyc']);
  });
});
