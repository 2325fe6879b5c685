import { expect, test } from 'vitest';
import { type DnsAnswer, startDnsServer } from '../../test/support/sockets.js';
import { completeOptions } from '../engine/library-arguments.js';
import { reportEntry } from '../engine/report-entry.js';
import { listNode } from '../../test/support/chain-handlers.js';
import { OwnMetrics } from './own-metrics.js';
import { ProbeStore } from './probe-store.js';
import { TargetIndex } from './target-index.js';

const target = { host: 'a.example.org', port: 443, path: '/', secure: true };
const entry = listNode('evm', 443, { url: 'https://a.example.org', target });

async function createStore(answer: (name: string) => DnsAnswer) {
  const server = await startDnsServer(answer);
  const run = { ...completeOptions({ retries: 0 }), nameServers: [server.address] };
  const index = new TargetIndex([], { problems: [], excluded: new Map(), only: new Set() });
  const source = { get: () => Promise.resolve(index), state: { faults: new Map(), succeededAt: null } };
  return new ProbeStore({ run, cacheMs: 0, metrics: new OwnMetrics(source) });
}

/** Probes a name several times at once, with a name server that knows only one other name, or none. */
async function probe(known: string, times = 1) {
  const store = await createStore((name) => (name === known ? ['93.184.216.34'] : 'NXDOMAIN'));
  const probes = Array.from({ length: times }, (_, at) => store.get(String(at), { kind: 'evm', target }));
  return (await Promise.all(probes)).map((single) => {
    const { endpoint, findings } = reportEntry({ entry, problems: [], excluded: null }, single);
    return [endpoint.verdict, ...findings.map(({ rule }) => rule)];
  });
}

test('a name that does not exist fails, if other names resolve', async () => {
  expect(await probe('example.com')).toEqual([['fail', 'net/dns-not-found']]);
});

test('a machine without DNS blames no endpoint', async () => {
  const reports = await probe('none', 3);
  expect(reports).toEqual(Array.from({ length: 3 }, () => ['inconclusive', 'net/offline']));
});

test('the end of the exporter ends the check of the machine, which then blames no endpoint', async () => {
  const store = await createStore((name) => {
    if (name === target.host) return 'NXDOMAIN';
    store.close();
    return 'silence';
  });
  expect(await store.get('', { kind: 'evm', target })).toBeNull();
});
