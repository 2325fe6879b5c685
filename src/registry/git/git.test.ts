import { expect, test } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { runGit } from './git.js';

test('git is ended in time, and with it what it has started', async () => {
  const directory = await createDirectory();
  const started = performance.now();
  const answer = await runGit(directory, ['-c', 'alias.wait=!sleep 30 & sleep 30', 'wait'], { limitMs: 300 });
  expect(answer.status).toBe(null);
  expect(performance.now() - started).toBeLessThan(10_000);
});
