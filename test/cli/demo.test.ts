import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

test('the demo passes, shows commands that can be copied, and leaves no files behind', async () => {
  const directory = await createDirectory();
  const { stdout, stderr, exitCode } = await runCli(['demo'], { env: { TMPDIR: directory } });
  expect(stderr).toBe('');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'The demo passed: all 25 verdicts and their reasons are right, and all 10 routes of the service answered.',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    '10 failed, 2 invalid, 1 inconclusive, 12 passed (25 endpoints in 7 files',
  );
  expect(stdout).toContain('10 ok (10 endpoints');
  expect(stdout.match(/^ {2}\$ endpoint-check query \S+ healthy/gm)).toHaveLength(10);
  // Commands are wrapped to 80 columns, with a backslash at each end of a line but the last.
  const commands = stdout.split('\n').filter((line) => line.startsWith('  $ ') || line.endsWith(' \\'));
  expect(commands.filter((line) => line.length > 80)).toEqual([]);
  expect(exitCode).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});
