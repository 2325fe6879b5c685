import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { readArgument } from './read-argument.js';

describe('a file that an argument names is read', () => {
  test('up to its limit', async () => {
    const path = join(await createDirectory({ file: '12345' }), 'file');
    expect(readArgument(path, 5).toString()).toBe('12345');
    expect(() => readArgument(path, 4)).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  });

  test.skipIf(process.platform === 'win32')('even if it is a pipe, or has no end', async () => {
    const pipe = join(await createDirectory({}), 'pipe');
    execFileSync('mkfifo', [pipe]);
    const text = 'a'.repeat(100_000);
    spawn('sh', ['-c', 'printf %s "$1" > "$2"', 'sh', text, pipe]);
    expect(readArgument(pipe).toString()).toBe(text);
    expect(() => readArgument('/dev/zero')).toThrow(expect.objectContaining({ code: 'EFBIG' }));
  });
});
