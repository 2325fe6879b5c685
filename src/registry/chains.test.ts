import { describe, expect, test } from 'vitest';
import type { Format } from '../formats/format.js';
import { zoneChains } from '../formats/zone-chains/index.js';
import { truncate } from '../model/truncate.js';
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
