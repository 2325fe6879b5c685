import { expect, test, vi, onTestFinished } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createRegistry, readSample } from '../support/exporter.js';
import { use } from '../support/servers.js';
import { startExporter } from './start-exporter.js';

test('the heads of healthy sandbox nodes move together, so that no rule finds one behind', async () => {
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const nodes = {
    rpc: at((await use(startRpcNode())).port),
    rest: at((await use(startRestNode())).port),
    grpc: at((await use(startCosmosNode({ reflection: 'v1alpha' }))).port),
    'grpc-web': at((await use(startGrpcWebNode())).port),
    'evm-http-jsonrpc': at((await use(startEvmNode())).port),
  };
  const lists = Object.entries(nodes).map(([api, url]) => [api, [url]]);
  const exporter = await startExporter(
    await createRegistry({ sandbox: Object.fromEntries(lists) as Record<string, string[]> }),
  );
  // An hour later.
  vi.setSystemTime(Date.now() + 3_600_000);
  onTestFinished(() => void vi.useRealTimers());
  const now = Date.now() / 1_000;
  for (const [api, url] of Object.entries(nodes)) {
    const { body } = await exporter.probe(api === 'evm-http-jsonrpc' ? 'evm' : api, url);
    const behind = now - (readSample(body, 'endpoint_check_block_timestamp_seconds') ?? 0);
    expect([api, Math.abs(behind) < 60]).toEqual([api, true]);
  }
});
