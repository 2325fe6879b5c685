import { describe, expect, test } from 'vitest';
import type { DeadEntry } from '../../history/find-dead.js';
import type { Entry } from '../../model/entry.js';
import { nowhere } from '../../model/place.js';
import { namePlainly } from './describe-proposal.js';
import { groupEntries, type Grouping } from './choose-proposals.js';

function createEntry(provider: string | null, chain: string | null, file: string): DeadEntry {
  const entry: Entry = {
    chain,
    kind: 'grpc',
    place: { ...nowhere, file },
    urlPlace: nowhere,
    provider,
    url: null,
    target: null,
    claim: null,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
  };
  return { entry, lines: [], othersUp: 0, sign: 'gone' };
}

function group(entries: readonly DeadEntry[], grouping: Grouping) {
  return groupEntries(entries, grouping).map(({ by, name, entries: grouped }) => [by, name, grouped.length]);
}

const kava = 'chain/kava/param.json';
const osmosis = 'chain/osmosis/param.json';

describe('entries are grouped, the largest group first', () => {
  test('by provider, however it is spelled, under its most common name', () => {
    const entries = [
      createEntry('beta', 'kava', kava),
      createEntry('Alpha Nodes', 'kava', kava),
      createEntry('alpha-nodes', 'osmosis', osmosis),
      createEntry(' Alpha Nodes ', 'osmosis', osmosis),
    ];
    expect(group(entries, 'provider')).toEqual([
      ['provider', 'Alpha Nodes', 3],
      ['provider', 'beta', 1],
    ]);
    // The branch depends neither on the order nor on which entries are dead today.
    const branch = groupEntries(entries, 'provider')[0]?.branch ?? '';
    expect(branch).toMatch(/^endpoint-check\/remove\/alpha-nodes-[\da-f]{8}$/);
    expect(groupEntries(entries.toReversed(), 'provider')[0]?.branch).toBe(branch);
  });

  test('equal ones by name', () => {
    const entries = [createEntry('b', 'kava', kava), createEntry('a', 'kava', kava)];
    expect(group(entries, 'provider').map(([, name]) => name)).toEqual(['a', 'b']);
  });

  test('by chain if there is no provider, and on request', () => {
    const entries = [
      createEntry(null, 'kava', kava),
      createEntry(' ', 'kava', kava),
      createEntry('A', 'kava', kava),
      createEntry('A', null, 'zone.json'),
    ];
    expect(group(entries, 'provider')).toEqual([
      ['provider', 'A', 2],
      ['chain', 'kava', 2],
    ]);
    expect(group(entries, 'chain')).toEqual([
      ['chain', 'kava', 3],
      ['chain', 'zone.json', 1],
    ]);
  });

  test('a main network and a test network of one name are two groups', () => {
    const entries = [createEntry(null, 'kava', 'a/kava.json'), createEntry(null, 'kava', 'b/kava.json')];
    const groups = groupEntries(entries, 'chain');
    expect(groups).toHaveLength(2);
    expect(new Set(groups.map(({ branch }) => branch)).size).toBe(2);
  });

  test.each([
    ['Ünïcode Nodes', 'unicode-nodes'],
    ['../..//refs~^:?*[\\', 'refs'],
    ['x'.repeat(200), 'x'.repeat(40)],
    ['.lock', 'lock'],
    ['節点', ''],
  ])('the branch of %j is a name that git and shells take', (provider, slug) => {
    const branch = groupEntries([createEntry(provider, 'kava', kava)], 'provider')[0]?.branch ?? '';
    expect(branch.replace(/-?[\da-f]{8}$/, '')).toBe(`endpoint-check/remove/${slug}`);
  });
});

describe('a name in a title or a commit', () => {
  test.each([
    ['Alpha & Beta (EU) - Nodes+1', 'Alpha & Beta (EU) - Nodes+1'],
    ['fixes #12, @everyone', 'fixes 12 everyone'],
    ['Closes gh-1', 'Closes gh 1'],
    ['closes https://github.com/a/b/issues/1', 'closes https github.com a b issues 1'],
    ['[skip ci] ***NO_CI***', 'skip ci NO CI'],
    ['a\n\nSigned-off-by: b <c@d.e>', 'a Signed-off-by b c d.e'],
    ['\u202e節点\u200b', '節点'],
    ['🔥', '(a name without letters)'],
    ['x'.repeat(100), 'x'.repeat(60)],
  ])('%j is %j', (name, plain) => {
    expect(namePlainly(name)).toBe(plain);
  });
});
