import { describe, expect, test } from 'vitest';
import type { Format } from '../formats/format.js';
import { hyperlane } from '../formats/hyperlane/index.js';
import { superchain } from '../formats/superchain/index.js';
import { zoneChains } from '../formats/zone-chains/index.js';
import type { JsonObject } from '../model/json.js';
import { truncate } from '../model/text.js';
import { findChains } from './chains.js';
import { parseJson } from './json/parse-json.js';

/** Finds the chains of a file that holds these in the array "chains". */
function find(chains: readonly unknown[], otherwise: Partial<Format> = {}) {
  const text = JSON.stringify({ chains });
  const document = parseJson(text);
  if ('kind' in document) throw new Error(`not JSON: ${text}`);
  const path = 'a.zone_chains.json';
  return findChains({ path, text, chain: 'path', ...document }, { ...zoneChains, ...otherwise });
}

describe('each object of the list is a chain', () => {
  test('with its place and its name', () => {
    const chains = find([{ chain_name: 'a' }, 1, { chain_name: 'b' }]);
    expect(chains.map(({ pointer, name, status, value }) => [pointer, name, status, value])).toEqual([
      ['/chains/0', 'a', 'live', { chain_name: 'a' }],
      ['/chains/2', 'b', 'live', { chain_name: 'b' }],
    ]);
  });

  test.each([
    [null, null],
    ['', null],
    ['a', 'a'],
    ['x'.repeat(1_000), truncate('x'.repeat(1_000))],
  ])('whose name %j is shown as %j', (name, shown) => {
    const chains = find([{}], { readChain: () => ({ name, status: 'live' }) });
    expect(chains[0]?.name).toBe(shown);
  });
});

describe('how long a block takes', () => {
  const seconds: readonly (readonly [unknown, number | undefined])[] = [
    [2, 2_000],
    [0.25, 250],
    [0, undefined],
    ['2', undefined],
    [undefined, undefined],
  ];

  test.each(seconds)('as hyperlane states it, %j s', (estimateBlockTime, blockTimeMs) => {
    const chain = { name: 'a', protocol: 'ethereum', blocks: { estimateBlockTime } } as JsonObject;
    expect(hyperlane.readChain?.(chain, null).blockTimeMs).toBe(blockTimeMs);
  });

  test.each(seconds)('as superchain states it, %j s', (value, blockTimeMs) => {
    const chain = { name: 'a', block_time: value } as JsonObject;
    expect(superchain.readChain?.(chain, null).blockTimeMs).toBe(blockTimeMs);
  });
});
