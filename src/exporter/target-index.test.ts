import { expect, test } from 'vitest';
import { listNode } from '../../test/support/chain-handlers.js';
import { TargetIndex } from './target-index.js';

const context = { problems: [], excluded: new Map(), only: new Set(['evm', 'grpc']) };
const node = (chain: string | null, url: string, provider = 'Sandbox') =>
  listNode('evm', 1, { chain, url, provider });

test('an address is found by its kind, its url and, if there are several, its chain', () => {
  const nodes = [node('a', 'x'), node('b', 'x'), node('b', 'x', 'Other'), node('a', 'y'), node(null, 'z')];
  const index = new TargetIndex([...nodes, node('a', 'z')], context);
  const find = (kind: string, target: string, chain: string | null = null) => {
    const entry = index.find({ kind, target, chain })?.entry;
    return entry === undefined ? null : [entry.chain, entry.provider];
  };
  expect(find('evm', 'x', 'b')).toEqual(['b', 'Sandbox']);
  expect(find('evm', 'y')).toEqual(['a', 'Sandbox']);
  // Without a chain, the entry outside of all chains is meant.
  expect(find('evm', 'z')).toEqual([null, 'Sandbox']);
  for (const [kind, url, chain] of [
    ['evm', 'x'],
    ['evm', 'x', 'c'],
    ['grpc', 'x', 'a'],
    ['evm', 'X', 'a'],
    ['evm x', ''],
  ] as const)
    expect(find(kind, url, chain)).toBeNull();
});

test('addresses of one target share its probe, and only probed ones have a key', () => {
  const [live, ended, excluded] = [node('a', 'x'), { ...node('b', 'x'), skipReason: 'over' }, node('c', 'x')];
  const malformed = { ...node('d', 'x'), target: null };
  const otherNode = { ...node('e', 'x'), kind: 'rpc' as const };
  const same = listNode('evm', 1, { chain: 'f', url: 'X' });
  const index = new TargetIndex([live, ended, excluded, malformed, otherNode, same], {
    ...context,
    excluded: new Map([[excluded, 'maintenance']]),
  });
  const keys = index.entries.map(({ key }) => key);
  expect(keys.map((key) => key !== null)).toEqual([true, false, false, false, false, true]);
  expect(keys[5]).toBe(keys[0]);
  expect(index.counts).toEqual({ targets: { evm: 2 }, leftOut: { key: 0, skipped: 2, invalid: 1, kind: 1 } });
});
