import { execFileSync } from 'node:child_process';
import { chmod, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { type LogTokens, openTokens } from './serve-tokens.js';

async function open(text: string) {
  const cwd = await createDirectory({ 'tokens.txt': text });
  const usageErrors: string[] = [];
  const [logged, weak]: [object[], object[]] = [[], []];
  const log: LogTokens = ({ event, ...fields }) =>
    event === 'tokens-weak' ? weak.push(fields) : logged.push({ event, ...fields });
  const source = openTokens('tokens.txt', { cwd, env: {} }, { usageErrors, log, intervalMs: 0 });
  const path = join(cwd, 'tokens.txt');
  return { source, usageErrors, logged, weak, path, list: () => source.get().map(({ token }) => token) };
}

test('serve takes the tokens of a file, whatever their names', async () => {
  const { source, usageErrors } = await open('alice:one\n\nbob: two\nthree\n:four\nalice:five\n');
  expect(source.get()).toEqual([
    { name: 'alice', token: 'one' },
    { name: 'bob', token: 'two' },
    { name: null, token: 'three' },
    { name: null, token: 'four' },
    { name: 'alice', token: 'five' },
  ]);
  expect(usageErrors).toEqual([]);
});

test('a token may be limited to a scope', async () => {
  const { source, usageErrors } = await open('prometheus:one:metrics\n:two:data\nalice:three\n');
  expect(source.get()).toEqual([
    { name: 'prometheus', token: 'one', scope: 'metrics' },
    { name: null, token: 'two', scope: 'data' },
    { name: 'alice', token: 'three' },
  ]);
  expect(usageErrors).toEqual([]);
});

test('a line without a valid token is named, and not quoted', async () => {
  const { usageErrors } = await open('alice:very:secret:token\nbob:\nvery secret\nalice:secret:token\n');
  expect(usageErrors).toEqual([
    '--token-file: tokens.txt, line 1: the token contains a colon',
    '--token-file: tokens.txt, line 2: the token is empty',
    '--token-file: tokens.txt, line 3: the token may contain only letters, digits and - . _ ~ + /',
    '--token-file: tokens.txt, line 4: unknown scope after the token: expected metrics or data',
  ]);
});

test('each of very many invalid lines is named', async () => {
  const { usageErrors } = await open('a b\n'.repeat(200_000));
  expect(usageErrors).toHaveLength(200_000);
});

test('the environment has tokens if there is no file', () => {
  const env = { ENDPOINT_CHECK_TOKENS: 'ci:one\ntwo' };
  const usageErrors: string[] = [];
  const context = { usageErrors, log: () => undefined };
  const source = openTokens(null, { cwd: '.', env }, context);
  source.reread();
  expect(source.get()).toEqual([
    { name: 'ci', token: 'one' },
    { name: null, token: 'two' },
  ]);
  openTokens(null, { cwd: '.', env: {} }, context);
  expect(usageErrors).toEqual(['no tokens: set ENDPOINT_CHECK_TOKENS or --token-file, one token a line']);
});

describe('what makes tokens unsafe is logged on demand, without quoting any', () => {
  const short = (source: string, line: number) =>
    `${source}, line ${line}: the token has fewer than 16 characters: make one with openssl rand -hex 24`;

  test('short ones, in the file or the environment', async () => {
    const text = `alice:0123456789abcdef\nbob:0123456789abcde\n`;
    const { source, weak, path } = await open(text);
    await chmod(path, 0o640);
    source.reread();
    source.warn();
    const expected = { warning: short('--token-file: tokens.txt', 2), found: 1 };
    expect(weak).toEqual([expected, expected]);
    const logged: object[] = [];
    const log = (fields: object) => void logged.push(fields);
    openTokens(null, { cwd: '.', env: { ENDPOINT_CHECK_TOKENS: text } }, { usageErrors: [], log }).warn();
    expect(logged).toMatchObject([{ warning: short('ENDPOINT_CHECK_TOKENS', 2) }]);
  });

  test.skipIf(process.platform === 'win32')('a file that other users can read', async () => {
    const { source, weak, path } = await open('0123456789abcdef\n');
    await chmod(path, 0o604);
    source.reread();
    const warning =
      '--token-file: tokens.txt can be read by other users: take the permission away (chmod o-r)';
    expect(weak).toEqual([{ warning, found: 1 }]);
    await chmod(path, 0o640);
    source.reread();
    expect(weak.length).toBe(1);
  });
});

describe('a file of tokens that changes', () => {
  test('is read again within seconds, by the next request for tokens', async () => {
    const { source, logged, path, list } = await open('one\n');
    const before = source.get();
    expect(source.get()).toBe(before);
    await writeFile(path, 'one\ntwo\n');
    await expect.poll(list).toEqual(['one', 'two']);
    await writeFile(`${path}.new`, 'three\n');
    await rename(`${path}.new`, path);
    await expect.poll(list).toEqual(['three']);
    expect(logged).toEqual([
      { event: 'tokens-reread', tokens: 2 },
      { event: 'tokens-reread', tokens: 1 },
    ]);
  });

  test('is read again at once on demand', async () => {
    const { source, path, list } = await open('one\n');
    await writeFile(path, 'two\n');
    source.reread();
    expect(list()).toEqual(['two']);
  });

  test.each<[string, (path: string) => Promise<void>, string]>([
    ['missing', (path) => rm(path), 'cannot be read (ENOENT)'],
    ['empty', (path) => writeFile(path, '\n'), 'has no tokens'],
    [
      'invalid',
      (path) => writeFile(path, 'bad secret\nok\n'),
      ', line 1: the token may contain only letters, digits and - . _ ~ + /',
    ],
  ])('keeps the last tokens while it is %s, which is logged once', async (_, damage, reason) => {
    const { logged, path, list } = await open('one\n');
    await damage(path);
    await expect.poll(() => (list(), logged.length)).toBe(1);
    expect(list()).toEqual(['one']);
    expect(logged).toEqual([
      { event: 'tokens-invalid', error: expect.stringContaining(reason) as string, tokens: 1 },
    ]);
    expect(JSON.stringify(logged)).not.toContain('secret');
    // The same fault in a newer version of the file, once that counts as complete.
    await damage(path).catch(() => undefined);
    await new Promise((done) => setTimeout(done, 300));
    expect(list()).toEqual(['one']);
    await writeFile(`${path}.new`, 'two\n');
    await rename(`${path}.new`, path);
    await expect.poll(list).toEqual(['two']);
    expect(logged.slice(1)).toEqual([{ event: 'tokens-reread', tokens: 1 }]);
  });

  test.skipIf(process.platform === 'win32')('into a pipe is not waited for', async () => {
    const { source, logged, path, list } = await open('one\n');
    await rm(path);
    execFileSync('mkfifo', [path]);
    source.reread();
    expect([list(), logged]).toEqual([
      ['one'],
      [{ event: 'tokens-invalid', error: '--token-file: tokens.txt is not a regular file', tokens: 1 }],
    ]);
  });
});
