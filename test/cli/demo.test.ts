import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

describe('the demo', () => {
  test('passes, and leaves no files behind', async () => {
    const directory = await createDirectory();
    const { stdout, stderr, exitCode } = await runCli(['demo'], { env: { TMPDIR: directory } });
    expect(stderr).toBe('');
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'The demo passed: all 17 verdicts and their reasons are right, and all 10 routes of the service answered.',
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      '9 failed, 2 invalid, 1 inconclusive, 5 passed (17 endpoints in 3 files',
    );
    expect(stdout).toContain('12 passed (12 endpoints');
    expect(stdout.match(/^ {2}\$ endpoint-check query \S+ healthy/gm)).toHaveLength(10);
    expect(exitCode).toBe(0);
    expect(await readdir(directory)).toEqual([]);
  });

  test('shows commands that fit 80 columns and can be copied', async () => {
    const { stdout } = await runCli(['demo', '--no-color']);
    const lines = stdout.split('\n').filter((line) => line.startsWith('  $ ') || line.endsWith(' \\'));
    expect(lines.length).toBeGreaterThan(12);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
  });

  test.each([
    ['checks', 'This registry'],
    ['service', 'http://127.0.0.1:'],
    ['calls', 'query erc20-asset '],
  ])('ends with its %s when it is interrupted', async (_, shown) => {
    const directory = await createDirectory();
    const { exitCode } = await runCli(['demo'], {
      env: { TMPDIR: directory },
      onStart: (child) => {
        let text = '';
        child.stdout?.on('data', (bytes) => {
          const before = text;
          text += String(bytes);
          // A second signal would end it at once.
          if (text.includes(shown) && !before.includes(shown)) child.kill('SIGTERM');
        });
      },
    });
    expect(exitCode).toBe(130);
    expect(await readdir(directory)).toEqual([]);
  });
});
