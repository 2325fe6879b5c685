import { expect, test } from 'vitest';
import { startDnsServer } from '../../test/support/sockets.js';
import { createDirectory, formatParam } from '../../test/support/directory.js';
import type { HistoryLine } from '../model/history.js';
import { completeOptions } from '../engine/library-arguments.js';
import { prepareRun } from '../engine/prepare.js';
import { runChecks } from '../engine/run.js';
import { findAddress } from './entry-line.js';

const urls = ['a.example.org:443', 'b.example.org:443', 'c.example.org:443'];
const since = '2026-11-21T02:00:00Z';

const recall = (url: string, rules: readonly string[]): HistoryLine => ({
  kind: 'grpc',
  address: findAddress('grpc', url) ?? '',
  chains: ['a'],
  firstSeen: since,
  lastSeen: since,
  lastRun: since,
  lastPass: null,
  streak: { verdict: 'fail', runs: 1, since, rules },
  structural: null,
  days: 'F',
  latencyMs: null,
});

/** The hosts in the order of their probes, and those of the report. */
async function listInOrder(lines: readonly HistoryLine[]) {
  const server = await startDnsServer(() => 'NXDOMAIN');
  const cwd = await createDirectory({
    'chain/a/param.json': formatParam({ grpc: urls }, { chain_id_cosmos: 'sandbox-1' }),
  });
  const { input } = await prepareRun([], {
    cwd,
    since: null,
    shard: null,
    history: { lines },
    readStdin: () => Promise.reject(new Error('no standard input')),
  });
  const options = completeOptions({ retries: 0, concurrency: 1 });
  const report = await runChecks(input, { ...options, nameServers: [server.address] });
  const queried = server.queries.flatMap((query) => /^A (\w)\.example\.org$/.exec(query)?.[1] ?? []);
  return { queried: queried.join(''), reported: report.endpoints.map(({ url }) => url) };
}

test('entries that timed out in the last run are probed first, and reported in their place', async () => {
  const lines = [
    recall('a.example.org:443', ['net/refused']),
    recall('b.example.org:443', ['net/response-timeout']),
    recall('c.example.org:443', ['net/connect-timeout']),
  ];
  expect(await listInOrder(lines)).toEqual({ queried: 'bca', reported: urls });
});

test('without time-outs the order is that of the files', async () => {
  expect(await listInOrder([recall('b.example.org:443', ['tls/self-signed'])])).toEqual({
    queried: 'abc',
    reported: urls,
  });
});
