import { describe, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import { type ChainMember, judgeChains } from '../../src/engine/chain/judge-chains.js';
import { findAddress } from '../../src/history/entry-line.js';
import { findDead } from '../../src/history/find-dead.js';
import { mergeReports } from '../../src/engine/merge.js';
import { selectShard } from '../../src/engine/shard.js';
import { dayMs } from '../../src/history/days.js';
import { parseHistory, renderHistory } from '../../src/history/history-file.js';
import { defaultDeadLimits } from '../../src/history/judge-line.js';
import type { Entry } from '../../src/model/entry.js';
import type { HistoryLine } from '../../src/model/history.js';
import { applyExclusions, parseExclusions } from '../../src/registry/exclude.js';
import { findRepeatedIds } from '../../src/registry/judge-identity.js';
import { judgeNestedDenoms } from '../../src/registry/lists/ibc-denom.js';
import { findSameAddresses } from '../../src/registry/same-address.js';
import { findCommonSpellings } from '../../src/registry/spelling.js';
import { insertItem } from '../../src/registry/edit/insert-item.js';
import { removeAt } from '../../src/registry/edit/edits.js';
import { parseJson } from '../../src/registry/json/parse-json.js';
import { endpoint, finding, report } from '../support/report-samples.js';
import { expectLinear } from './measure.js';
import { compareTexts } from './operations.js';

const repeat = <Item>(count: number, make: (at: number) => Item) =>
  Array.from({ length: count }, (_, at) => make(at));

function entry(at: number, host = `h${at}.example`): Entry {
  const place = {
    file: `chain/c${at}/param.json`,
    pointer: `/rpc/${at}`,
    range: { line: at + 1, column: 1, endLine: at + 1, endColumn: 2 },
  };
  return {
    ...{
      chain: `c${at}`,
      kind: 'rpc',
      place,
      urlPlace: place,
      provider: at % 2 === 0 ? 'A B' : `a-b${at % 7}`,
    },
    ...{ url: `https://${host}`, target: { host, port: 443, path: '/', secure: true } },
    ...{ claim: null, claimPlace: null, chainStatus: 'live', skipReason: null },
  };
}

function member(at: number, otherwise: Parameters<typeof endpoint>[0]): ChainMember {
  const probedMs = { earliest: 0, latest: 0 };
  return { endpoint: endpoint(otherwise), address: String(at), probedMs, unchanged: false };
}

function treeOf(text: string) {
  const parsed = parseJson(text);
  if ('kind' in parsed) throw new Error('not JSON');
  return parsed.tree;
}

/** A history in which every second endpoint is refused and the rest passes. */
function lineOf(at: number): HistoryLine {
  const lastRun = new Date(100 * dayMs).toISOString();
  const firstSeen = new Date(0).toISOString();
  const refused = at % 2 === 0;
  return {
    ...{
      kind: 'rpc',
      address: findAddress('rpc', `https://h${at}.example`) ?? '',
      chains: ['c'],
      firstSeen,
      lastSeen: lastRun,
      lastRun,
    },
    lastPass: refused ? null : lastRun,
    streak: {
      verdict: refused ? 'fail' : 'pass',
      runs: 99,
      since: firstSeen,
      rules: refused ? ['http/forbidden'] : [],
    },
    ...{ structural: null, days: (refused ? 'F' : 'P').repeat(90), latencyMs: 1 },
  };
}

const operations: Readonly<Record<string, (count: number) => unknown>> = {
  'exclusions of as many entries': (count) => {
    const { exclusions } = parseExclusions(
      JSON.stringify(repeat(count, (at) => ({ host: `*.x${at}.example`, reason: 'r' }))),
      ['rpc'],
    );
    const options = { file: 'exclude.json', now: new Date(0), isWhole: true };
    return applyExclusions(repeat(count, entry), exclusions, options);
  },
  'unknown fields of exclusions': (count) =>
    parseExclusions(JSON.stringify(repeat(count, () => ({ hots: 'a', reson: 'r' }))), ['rpc']),
  'entries of one address': (count) =>
    findSameAddresses(
      repeat(count, (at) => ({
        ...entry(at, 'a.example'),
        claim: { chainId: String(at), field: 'chain_id', derived: false },
      })),
      checks,
    ),
  'chains with one id': (count) =>
    findRepeatedIds(
      repeat(count, (at) => ({
        ...{
          scope: 'a',
          identity: String(at),
          name: 'a',
          chainId: 'a-1',
          field: 'chain_id',
        },
        place: entry(at).place,
      })),
    ),
  'denoms that another list completes': (count) =>
    judgeNestedDenoms(
      repeat(count, (at) => ({
        ...{ key: String(at), directory: 'chain/a', denom: `ibc/${at}`, place: entry(at).place },
        ...{ origin: { hop: 'p/c/', denom: `ibc/${at - 1}`, chain: 'a' }, path: at % 2 === 0 ? 'x' : null },
      })),
    ),
  'spellings of providers': (count) =>
    findCommonSpellings(
      repeat(count, (at) => ({
        ...{ entry: entry(at), provider: at % 3 === 0 ? 'A' : `a${'.'.repeat(at % 500)}` },
        ...{ providerPlace: entry(at).place, correct: () => ({ edits: [] }) },
      })),
    ),
  'hosts of a shard': (count) =>
    selectShard({ files: [], entries: repeat(count, entry), problems: [] }, { index: 1, count: 8 }),
  'endpoints of shards': (count) =>
    mergeReports(
      ['1/2', '2/2'].map((shard) => ({
        ...report(
          repeat(count / 4, (at) => endpoint({ pointer: `/${shard}/${at}`, facts: { chainId: at % 5 } })),
          repeat(count / 4, (at) => finding({ endpoint: at })),
        ),
        scope: { network: true, only: null, since: null, shard },
      })),
    ),
  'claims that a chain outvotes': (count) =>
    judgeChains(
      repeat(count, (at) =>
        member(at, {
          facts: { chainId: 1 },
          claim: { chainId: String(at + 2), field: 'chain_id', derived: false },
        }),
      ),
    ),
  'ids of a chain': (count) => judgeChains(repeat(count, (at) => member(at, { facts: { chainId: at } }))),
  'endpoints of a provider that refuse': (count) =>
    findDead({ entries: repeat(count, (at) => ({ ...entry(at), provider: 'A' })) }, [repeat(count, lineOf)], {
      limits: defaultDeadLimits,
      now: new Date(100 * dayMs),
    }),
  'lines of a history': (count) => parseHistory(renderHistory(repeat(count, lineOf))),
  'problems that an older file has in another order': (count) => {
    const fields = repeat(count, (at) => `"a${at}":1,"a${at}":1`);
    return compareTexts(`{${fields.join(',')}}`, `{${fields.toReversed().join(',')}}`);
  },
  'items to remove': (count) => {
    const text = JSON.stringify({ rpc: repeat(count, (at) => at) });
    return removeAt(
      text,
      treeOf(text),
      repeat(count, (at) => `/rpc/${at}`),
    );
  },
  'lists of one line around a new item': (count) => {
    const text = JSON.stringify({ x: repeat(count, () => [{ a: 'b' }]), rpc: [] });
    return insertItem(text, treeOf(text), { pointer: '/rpc', siblings: [] }, { address: 'a.example' });
  },
};

describe('the cost of many grows with their number', () => {
  test.each(Object.entries(operations))('%s', (_, run) => {
    expectLinear(run, 4 * 1024);
  });

  // Comparing one pair takes a few nanoseconds.
  test.each([
    ['claims that a chain outvotes', 16],
    ['endpoints of a provider that refuse', 16],
    ['problems that an older file has in another order', 32],
  ])('%s, and more', (name, size) => {
    expectLinear((count) => operations[name]?.(count), size * 1024);
  });
});
