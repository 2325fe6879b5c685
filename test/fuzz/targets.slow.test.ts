import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProperty, listExamples, targets } from './properties.js';

/** `npm run fuzz` looks further. */
const changedInputs = 20;
const tokens = ['url', 'provider', 'https://', 'null', '\\u0000'];

describe('each target keeps its promises for its seeds, and for changed ones', () => {
  test.each(targets.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    const examples = listExamples(target);
    const numRuns = examples.length + changedInputs;
    await fc.assert(createProperty(target, tokens), { seed: 1, numRuns, examples });
  });
});

describe('an input that breaks a promise', () => {
  const property = createProperty(
    {
      name: 'failing',
      seeds: ['{"a": [1, 3, 3]}'],
      check: (input) => {
        if (input.includes('2')) throw new Error('a two');
      },
    },
    tokens,
  );

  test('is found, and has no character too many', async () => {
    const found = await fc.check(property, { seed: 1, numRuns: 1_000 });
    expect([found.counterexample, found.errorInstance]).toEqual([['2'], new Error('a two')]);
  });

  test('is given again by its seed and path', async () => {
    const { counterexamplePath: path, counterexample } = await fc.check(property, {
      seed: 1,
      numRuns: 1_000,
    });
    const options = { seed: 1, path: path ?? '', numRuns: 1, endOnFailure: true };
    expect(await fc.check(property, options)).toMatchObject({ failed: true, counterexample });
  });
});
