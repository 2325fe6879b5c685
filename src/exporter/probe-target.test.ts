import { expect, test } from 'vitest';
import { type DnsAnswer, startDnsServer } from '../../test/support/dns-server.js';
import { completeOptions } from '../engine/check-options.js';
import { createAbortController } from '../net/abort.js';
import { reportEntry } from '../engine/report-entry.js';
import { listNode } from '../../test/support/chain-handlers.js';
import { createProbeTarget } from './probe-target.js';

const target = { host: 'a.example.org', port: 443, path: '/', secure: true };
const entry = listNode('evm', 443, { url: 'https://a.example.org', target });

async function prepare(answer: (name: string) => DnsAnswer) {
  const server = await startDnsServer(answer);
  const options = { ...completeOptions({ retries: 0 }), nameServers: [server.address] };
  return createProbeTarget(options);
}

/** Probes a name several times at once, with a name server that knows only one other name, or none. */
async function probe(known: string, times = 1) {
  const probeTarget = await prepare((name) => (name === known ? ['93.184.216.34'] : 'NXDOMAIN'));
  const { signal } = new AbortController();
  const probes = Array.from({ length: times }, () => probeTarget({ kind: 'evm', target }, signal));
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
  const ending = createAbortController();
  const probeTarget = await prepare((name) => {
    if (name === target.host) return 'NXDOMAIN';
    ending.abort();
    return 'silence';
  });
  expect(await probeTarget({ kind: 'evm', target }, ending.signal)).toBeNull();
});
