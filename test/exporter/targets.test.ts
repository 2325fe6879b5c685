import { describe, expect, test } from 'vitest';
import { createDirectory, createRegistry } from '../support/directory.js';
import { listTargets } from '../support/spawn-service.js';
import { startPeerNode } from '../../src/sandbox/peer-node.js';
import { use } from '../support/servers.js';
import { startExporter } from './start-exporter.js';

describe('service discovery', () => {
  test('lists each entry with all labels that its probe needs', async () => {
    const registry = await createRegistry({
      kava: { rpc: ['https://rpc.example.com:443/kava'], grpc: [{ address: 'grpc.example.com:443' }] },
    });
    const exporter = await startExporter(registry);
    const { headers, body } = await exporter.get('/targets');
    expect(headers['content-type']).toBe('application/json');
    const { host } = new URL(exporter.url);
    const common = {
      __metrics_path__: '/probe',
      __param_chain: 'kava',
      chain: 'kava',
      file: 'kava/chain.json',
    };
    const url = 'https://rpc.example.com:443/kava';
    expect(JSON.parse(body)).toEqual([
      {
        targets: [host],
        labels: {
          ...common,
          __param_kind: 'rpc',
          __param_target: url,
          instance: url,
          kind: 'rpc',
          provider: 'Sandbox',
        },
      },
      // Labels without a value are left out.
      {
        targets: [host],
        labels: {
          ...common,
          ...{ __param_kind: 'grpc', __param_target: 'grpc.example.com:443' },
          ...{ instance: 'grpc.example.com:443', kind: 'grpc' },
        },
      },
    ]);
  });

  test('names the exporter by the address of the request, or the configured one', async () => {
    const registry = await createRegistry({ kava: { rpc: ['https://rpc.example.com'] } });
    const reached = await startExporter(registry);
    const headers = { host: 'exporter.example.com:9000' };
    expect((await listTargets(reached, headers))[0]?.targets).toEqual(['exporter.example.com:9000']);
    expect(await reached.get('/targets', { host: '"a" b' })).toMatchObject({ status: 400 });
    const configured = await startExporter(registry, ['--external-address', 'told.example.com:80']);
    expect((await listTargets(configured, headers))[0]?.targets).toEqual(['told.example.com:80']);
  });

  test('leaves out keys, and duplicates in a chain', async () => {
    const key = 'https://rpc.example.com/v1/9f8b2c7d6e5a4f3b2c1d';
    const rpc = [key, 'https://a.example.com', { address: 'https://a.example.com', provider: 'Other' }];
    const exporter = await startExporter(
      await createRegistry({ kava: { rpc }, juno: { rpc: rpc.slice(1, 2) } }),
    );
    const targets = await listTargets(exporter);
    expect(targets.map(({ labels }) => [labels['chain'], labels['instance'], labels['provider']])).toEqual([
      ['juno', 'https://a.example.com', 'Sandbox'],
      ['kava', 'https://a.example.com', 'Sandbox'],
    ]);
    const { body } = await exporter.get('/metrics');
    expect(body).toContain('\nendpoint_check_exporter_left_out{reason="key"} 1\n');
    expect(body).toContain('\nendpoint_check_exporter_targets{kind="rpc"} 2\n');
    expect(body).not.toContain('9f8b2c7d');
  });
});

test('peers are listed and probed only with --peers', async () => {
  const node = await use(startPeerNode());
  const peers = { seeds: [{ id: node.peerId, address: `127.0.0.1:${node.port}` }] };
  const chain = { chain_name: 'sandbox', chain_id: 'sandbox-1', apis: {}, peers };
  const registry = await createDirectory({ 'sandbox/chain.json': JSON.stringify(chain) });
  const without = await startExporter(registry);
  expect(JSON.parse((await without.get('/targets')).body)).toEqual([]);
  const exporter = await startExporter(registry, ['--peers']);
  const url = `${node.peerId}@127.0.0.1:${node.port}`;
  expect(JSON.parse((await exporter.get('/targets')).body)).toMatchObject([
    { labels: { kind: 'peer', instance: url } },
  ]);
  const { body } = await exporter.get(
    `/probe?${new URLSearchParams({ kind: 'peer', target: url }).toString()}`,
  );
  expect(body).toMatch(/^probe_success(\{.*\})? 1$/m);
});
