import { describe, expect, test } from 'vitest';
import { explore } from './explore.js';
import { targets } from './targets/index.js';

/** Without a bundle that counts branches, inputs are only changed at random: `npm run fuzz` looks further. */
const changedInputs = 20;
const tokens = ['url', 'provider', 'https://', 'null', '\\u0000'];

describe('each target keeps its promises for its first inputs, and for changed ones', () => {
  test.each(targets.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    const isOver = (runs: number) => runs >= target.seeds.length + changedInputs;
    const { finds } = await explore(target, { seed: 1, tokens, isOver });
    expect(finds).toEqual([]);
  });
});

describe('an exploration', () => {
  const failing = {
    name: 'failing',
    seeds: ['{"a": [1, 2, 3]}'],
    check: (input: string) => {
      if (input.includes('2')) throw new Error('a two');
    },
  };

  test('finds an input that breaks a promise once, minimized', async () => {
    const { finds } = await explore(failing, { seed: 1, tokens, isOver: (runs) => runs > 200 });
    expect(finds.map(({ input }) => input)).toEqual(['2']);
  });

  test('makes the same inputs from the same seed, and others from another seed', async () => {
    const collect = async (seed: number) => {
      const inputs: string[] = [];
      const target = { ...failing, check: (input: string) => void inputs.push(input) };
      await explore(target, { seed, tokens, isOver: (runs) => runs > 50 });
      return inputs;
    };
    expect(await collect(1)).toEqual(await collect(1));
    expect(await collect(1)).not.toEqual(await collect(2));
  });
});
