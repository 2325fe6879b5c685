import { expect, test } from 'vitest';
import { listNode } from '../../test/support/chain-handlers.js';
import { TargetIndex } from './target-index.js';

const context = { problems: [], excluded: new Map(), only: new Set(['evm', 'grpc']) };
const node = (chain: string | null, url: string, provider = 'Sandbox') =>
  listNode('evm', 1, { chain, url, provider });

function find(index: TargetIndex, ...request: Parameters<TargetIndex['find']>) {
  const found = index.find(...request);
  return 'listed' in found ? [found.listed.entry.chain, found.listed.entry.provider] : found;
}

test('an address is found by its kind, its url and, if there are several, its chain', () => {
  const index = new TargetIndex(
    [
      node('a', 'x'),
      node('b', 'x'),
      node('b', 'x', 'Other'),
      node('a', 'y'),
      node(null, 'z'),
      node('a', 'z'),
    ],
    context,
  );
  expect(index.entries.map(({ entry }) => [entry.url, entry.chain])).toEqual([
    ...[['x', 'a'], ['x', 'b'], ['y', 'a'], ['z', null], ['z', 'a']], // prettier-ignore
  ]);
  expect(find(index, 'evm', 'x', 'b')).toEqual(['b', 'Sandbox']);
  expect(find(index, 'evm', 'x', null)).toEqual({ chains: ['a', 'b'] });
  expect(find(index, 'evm', 'x', 'c')).toEqual({ chains: ['a', 'b'] });
  expect(find(index, 'evm', 'y', null)).toEqual(['a', 'Sandbox']);
  // Without a chain, the entry outside of all chains is meant.
  expect(find(index, 'evm', 'z', null)).toEqual([null, 'Sandbox']);
  expect(find(index, 'grpc', 'x', 'a')).toEqual({ kinds: ['evm'] });
  expect(find(index, 'evm', 'X', 'a')).toEqual({ kinds: [] });
  expect(find(index, 'evm x', '', null)).toEqual({ kinds: [] });
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
  expect(index.listKeys()).toEqual(new Set([keys[0]]));
});
