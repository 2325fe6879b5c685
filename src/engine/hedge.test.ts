import { expect, test } from 'vitest';
import { createAbortController } from '../net/abort.js';
import { hedge } from './hedge.js';

/** Two attempts, which begin together and end as listed, such as `1 good`. An attempt that is not listed never ends. */
async function hedgeAttempts(endings: readonly string[]) {
  const ends = new Map<number, (value: string) => void>();
  const signals: AbortSignal[] = [];
  let onSecond: () => void = () => undefined;
  const hasSecond = new Promise<void>((resolve) => (onSecond = resolve));
  const make = (number: number, signal: AbortSignal) => {
    signals.push(signal);
    if (number === 2) onSecond();
    return new Promise<string>((resolve) => ends.set(number, resolve));
  };
  const hedged = hedge(make, 1, {
    signal: createAbortController().signal,
    delayMs: 0,
    isGood: (value) => value === 'good',
    isSilence: (value) => value.startsWith('silent'),
  });
  await hasSecond;
  for (const ending of endings) {
    const [number = '', value = ''] = ending.split(/ (.*)/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
    ends.get(Number(number))?.(value);
    await new Promise(setImmediate);
  }
  return { ...(await hedged), cancelled: signals.map(({ aborted }) => aborted) };
}

test.each([
  ['a good one cancels the other', ['2 good'], 'good'],
  ['the first may be the good one', ['1 good'], 'good'],
  ['what is not good waits for the other', ['2 bad', '1 good'], 'good'],
  ['in any order', ['1 bad', '2 good'], 'good'],
  ['the first says more', ['2 bad', '1 worse'], 'worse'],
  ['unless it was silent', ['2 bad', '1 silent'], 'bad'],
  [
    'of two that were silent, the first was so for longer',
    ['2 silent for 1 s', '1 silent for 2 s'],
    'silent for 2 s',
  ],
] as const)('of two attempts at a time: %s', async (_, endings, value) => {
  expect(await hedgeAttempts(endings)).toEqual({ value, attempts: 2, cancelled: [true, true] });
});

test('an attempt that ends in time stays alone', async () => {
  const options = { signal: createAbortController().signal, isGood: () => false, isSilence: () => false };
  const make = (number: number) => Promise.resolve(number);
  expect(await hedge(make, 3, { ...options, delayMs: 60_000 })).toEqual({ value: 3, attempts: 1 });
  expect(await hedge(make, 3, { ...options, delayMs: null })).toEqual({ value: 3, attempts: 1 });
});
