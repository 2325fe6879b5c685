import { expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { readTokens } from './serve-tokens.js';

async function read(text: string) {
  const cwd = await createDirectory({ 'tokens.txt': text });
  const errors: string[] = [];
  return { tokens: readTokens('tokens.txt', { cwd, env: {} }, errors), errors };
}

test('serve takes the tokens of a file, whatever their names', async () => {
  expect(await read('alice:one\n\nbob: two\nthree\n')).toEqual({
    tokens: ['one', 'two', 'three'],
    errors: [],
  });
});

test('a line without a valid token is named, and not quoted', async () => {
  const { errors } = await read('alice:secret:token\nbob:\nvery secret\n');
  expect(errors).toEqual([
    '--token-file: tokens.txt, line 1: the token contains a colon',
    '--token-file: tokens.txt, line 2: the token is empty',
    '--token-file: tokens.txt, line 3: the token has characters that a bearer token cannot have',
  ]);
});
