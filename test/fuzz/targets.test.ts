import { describe, expect, test } from 'vitest';
import { search, targets } from './search.js';

/** `npm run fuzz` looks further. */
const changedInputs = 20;
const tokens = ['url', 'provider', 'https://', 'null', '\\u0000'];

describe('each target keeps its promises for its seeds, and for changed ones', () => {
  test.each(targets.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    const { find } = await search(target, { seed: 1, tokens, runs: target.seeds.length + changedInputs });
    expect(find).toBeNull();
  });
});

describe('a search', () => {
  const failing = {
    name: 'failing',
    seeds: ['{"a": [1, 3, 3]}'],
    check: (input: string) => {
      if (input.includes('2')) throw new Error('a two');
    },
  };

  test('finds an input that breaks a promise, minimized', async () => {
    const { find } = await search(failing, { seed: 1, tokens, runs: 1_000 });
    expect(find).toEqual({ input: '2', error: new Error('a two') });
  });

  test('makes the same inputs from the same seed, and others from another seed', async () => {
    const collect = async (seed: number) => {
      const inputs: string[] = [];
      const target = { ...failing, check: (input: string) => void inputs.push(input) };
      await search(target, { seed, tokens, runs: 50 });
      return inputs;
    };
    expect(await collect(1)).toEqual(await collect(1));
    expect(await collect(1)).not.toEqual(await collect(2));
  });
});
