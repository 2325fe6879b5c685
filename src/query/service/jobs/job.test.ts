import { expect, test } from 'vitest';
import { Progress } from './job.js';

test('the more jobs are waited for, the later and the more spread they are looked at', async () => {
  const startedAt = performance.now();
  const progress = new Progress(() => performance.now());
  const looksMs = await Promise.all(
    Array.from({ length: 101 }, (_, id) =>
      progress.wait({ network: 'kava', id }, 5_000, () => Promise.resolve(performance.now() - startedAt)),
    ),
  );
  // 250 ms, and 2 ms for each of a hundred others; a timer may be a millisecond early.
  expect(looksMs.at(-1)).toBeGreaterThan(445);
});
