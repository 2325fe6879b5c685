import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';

test('in a clone that is not built, the program says what to run', async () => {
  const clone = await createDirectory({});
  await cp('bin', join(clone, 'bin'), { recursive: true });
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [join(clone, 'bin', 'endpoint-check.js')], (error, stdout, stderr) =>
      resolve([error?.code, stdout, stderr]),
    );
  });
  expect(ended).toEqual([
    3,
    '',
    expect.stringMatching(/^endpoint-check is not built yet: run npm ci in .+\n$/),
  ]);
});
