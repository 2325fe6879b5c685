import { describe, expect, test } from 'vitest';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { createRegistry } from '../support/directory.js';
import { type Exporter, readVerdict } from '../support/spawn-service.js';
import { use } from '../support/servers.js';
import { startGate } from '../support/sockets.js';
import { startExporter } from './start-exporter.js';

const address = ({ port }: { readonly port: number }) => `http://127.0.0.1:${port}`;
const count = (exporter: Exporter, name: string) => exporter.read(`endpoint_check_exporter_${name}`);

/** A node, the number of requests that it had, and a gate before it. */
async function startCountedNode() {
  let requests = 0;
  const node = await use(startRpcNode({ answer: () => void (requests += 1) }));
  return { ...(await startGate(node.port)), requests: () => requests };
}

describe('a probe is shared by all requests', () => {
  test('while it is in flight, and for as long as its result is kept', async () => {
    const node = await startCountedNode();
    const exporter = await startExporter(await createRegistry({ kava: { rpc: [address(node)] } }));
    const scrapes = Array.from({ length: 5 }, () => exporter.probe('rpc', address(node)));
    await expect.poll(() => count(exporter, 'coalesced_total')).toBe(4);
    expect(await count(exporter, 'probes_in_flight')).toBe(1);
    node.open();
    const verdicts = (await Promise.all(scrapes)).map(({ body }) => readVerdict(body));
    expect(verdicts).toEqual(Array.from({ length: 5 }, () => 'pass'));
    const [requests, connections] = [node.requests(), node.count()];
    expect(requests).toBeGreaterThan(0);

    expect(readVerdict((await exporter.probe('rpc', address(node))).body)).toBe('pass');
    expect([node.requests(), node.count()]).toEqual([requests, connections]);
    const counts = ['probes_total', 'cache_hits_total', 'coalesced_total', 'probes_in_flight'];
    expect(await Promise.all(counts.map((name) => count(exporter, name)))).toEqual([1, 1, 4, 0]);
  });

  test('and starts again after that', async () => {
    const node = await startCountedNode();
    node.open();
    const registry = await createRegistry({ kava: { rpc: [address(node)] } });
    const exporter = await startExporter(registry, ['--cache', '1ms']);
    await expect
      .poll(async () => {
        await exporter.probe('rpc', address(node));
        return count(exporter, 'probes_total');
      })
      .toBeGreaterThan(1);
  });
});

describe('a scrape with a short timeout', () => {
  const impatient = { 'x-prometheus-scrape-timeout-seconds': '0.5' };

  test('proves nothing if the probe takes longer, and does not affect other scrapes', async () => {
    const node = await startCountedNode();
    const exporter = await startExporter(await createRegistry({ kava: { rpc: [address(node)] } }));
    const { status, body } = await exporter.probe('rpc', address(node), { headers: impatient });
    expect([status, readVerdict(body)]).toEqual([200, 'inconclusive']);
    expect(body).toContain('probe_success 0');
    expect(await count(exporter, 'late_total')).toBe(1);
    const patient = exporter.probe('rpc', address(node));
    await expect.poll(() => count(exporter, 'coalesced_total')).toBe(1);
    node.open();
    expect(readVerdict((await patient).body)).toBe('pass');
    const again = await exporter.probe('rpc', address(node), { headers: impatient });
    expect([readVerdict(again.body), await count(exporter, 'probes_total')]).toEqual(['pass', 1]);
  });

  test('proves nothing while the host is busy either, and its probe keeps its turn', async () => {
    const [first, second] = [await startCountedNode(), await startCountedNode()];
    const registry = await createRegistry({ kava: { rpc: [address(first), address(second)] } });
    const exporter = await startExporter(registry, ['--per-host', '1']);
    const waiting = exporter.probe('rpc', address(first));
    await expect.poll(first.count).toBeGreaterThan(0);
    const early = await exporter.probe('rpc', address(second), { headers: impatient });
    expect(readVerdict(early.body)).toBe('inconclusive');
    expect(second.count()).toBe(0);
    first.open();
    second.open();
    expect(readVerdict((await waiting).body)).toBe('pass');
    expect(readVerdict((await exporter.probe('rpc', address(second))).body)).toBe('pass');
    expect(await count(exporter, 'probes_total')).toBe(2);
  });
});

test('however many scrape at once, --per-host bounds the number of probes', async () => {
  const nodes = await Promise.all(Array.from({ length: 6 }, () => startCountedNode()));
  const registry = await createRegistry({ kava: { rpc: nodes.map(address) } });
  const exporter = await startExporter(registry, ['--per-host', '2']);
  const scrapes = nodes.map((node) => exporter.probe('rpc', address(node)));
  await expect.poll(() => count(exporter, 'probes_in_flight')).toBe(6);
  const listReached = () => nodes.filter((node) => node.count() > 0);
  for (const reached of [2, 4, 6]) {
    await expect.poll(() => listReached().length).toBe(reached);
    // Further probes would have been seen after some more round trips.
    for (let round = 0; round < 10; round++) await exporter.get('/healthz');
    expect(listReached().length).toBe(reached);
    for (const node of listReached()) node.open();
  }
  const verdicts = (await Promise.all(scrapes)).map(({ body }) => readVerdict(body));
  expect(verdicts).toEqual(nodes.map(() => 'pass'));
});
