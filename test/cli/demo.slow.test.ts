import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runProcess } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';

test.each([
  ['checks', 'A registry'],
  ['service', 'http://127.0.0.1:'],
  ['calls', 'query erc20-asset '],
])('the demo ends with its %s when it is interrupted', async (_, shown) => {
  const directory = await createDirectory();
  const { exitCode } = await runProcess(['demo'], {
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
