import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runCli } from './support/command-line.js';
import { createFolder } from './support/folder.js';

describe('the demo', () => {
  test('keeps its promise, says so, and leaves nothing behind', async () => {
    const folder = await createFolder();
    const { stdout, stderr, exitCode } = await runCli(['demo'], { env: { TMPDIR: folder } });
    expect(stderr).toBe('');
    expect(stdout).toContain('The demo kept its promise: each of the 17 verdicts and its reason is right.');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '9 failed, 2 skipped as malformed, 1 inconclusive, 5 passed (17 endpoints in 3 files',
    );
    expect(exitCode).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });

  test('fits 80 columns', async () => {
    const { stdout } = await runCli(['demo', '--no-color']);
    // The longest line of the file is shown as it stands.
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('ends with its checks when it is interrupted', async () => {
    const folder = await createFolder();
    const { exitCode } = await runCli(['demo'], {
      env: { TMPDIR: folder },
      onStart: (child) => child.stdout?.once('data', () => child.kill('SIGTERM')),
    });
    expect(exitCode).toBe(130);
    expect(await readdir(folder)).toEqual([]);
  });
});
