import { mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../../../test/support/directory.js';
import { AssetStore, createAssetList, type ListKind } from './asset-store.js';
import { ServiceProblem } from '../http/service-problem.js';
import type { JsonValue } from '../../../model/json.js';

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
/** Longer than the interval of polling. A request then gets what is new, unless reading takes long: then the next ones do. */
const aWhile = () => pause(1_100);

async function fail(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ServiceProblem
    ? `${error.status} ${error.detail}`
    : `not a problem: ${String(error)}`;
}

async function read(store: AssetStore, network: string, kind: 'assets' | 'erc20' | 'cw20' = 'assets') {
  return (await store.find(network, kind)).whole.body;
}

describe('the lists of a network', () => {
  test('are those of its files, in the order of their names', async () => {
    const root = await createDirectory({
      'chain/a/assets_2.json': '[2]',
      'chain/a/assets.json': ' [1]\n',
      'chain/a/erc20.json': '\n[ 3 ]\n',
      'chain/a/param.json': '{',
      'chain/a/assets.json.bak': '{',
    });
    const store = new AssetStore(root);
    expect([await read(store, 'a'), await read(store, 'a', 'erc20'), await read(store, 'a', 'cw20')]).toEqual(
      ['[1,2]', '[ 3 ]', '[]'],
    );
  });

  test.each(['b', '', '.', '..', '../a', 'a/', 'a\0', 'A', '__proto__', 'file'])(
    'are found at no other path: %j',
    async (network) => {
      const root = await createDirectory({
        'chain/a/assets.json': '[]',
        'chain/file': '',
        'assets.json': '[]',
      });
      expect(await fail(new AssetStore(root).find(network, 'assets'))).toContain(
        `404 unknown network ${JSON.stringify(network)}`,
      );
    },
  );

  test('the nearest one is suggested for a misspelled network', async () => {
    const store = new AssetStore(await createDirectory({ 'chain/kava/assets.json': '[]' }));
    expect(await fail(store.find('KAVVA', 'assets'))).toBe(
      '404 unknown network "KAVVA" (did you mean kava?)',
    );
  });
});

describe('a file that cannot be read breaks its own list only', () => {
  test.each([
    ['[\n{"a": 1,}\n]', '502 chain/a/erc20.json, line 2: invalid JSON: trailing comma before }'],
    ['', '502 chain/a/erc20.json, line 1: invalid JSON: the file is empty'],
    ['{}', '502 chain/a/erc20.json, line 1: the file must be an array, got an object'],
    [
      `${'[\n'.repeat(40)}${']'.repeat(40)}`,
      '502 chain/a/erc20.json, line 33: arrays and objects are nested',
    ],
    [`["${'a'.repeat(1 << 24)}"]`, '502 chain/a/erc20.json, line 1: the file is larger than 16 MiB'],
    [Buffer.from('[\n"\xff"]', 'latin1'), '502 chain/a/erc20.json, line 2: the file is not UTF-8'],
  ])('%#', async (text, expected) => {
    const root = await createDirectory({ 'chain/a/erc20.json': text, 'chain/a/assets.json': '[1]' });
    const store = new AssetStore(root);
    expect(await fail(store.find('a', 'erc20'))).toContain(expected);
    expect([await read(store, 'a'), await read(store, 'a', 'cw20')]).toEqual(['[1]', '[]']);
  });

  test('a link is not followed, be it a file or a network', async () => {
    const root = await createDirectory({ 'chain/a/cw20.json': '[]', 'secret.json': '["secret"]' });
    await symlink(join(root, 'secret.json'), join(root, 'chain/a/assets.json'));
    await symlink(join(root, 'chain/a'), join(root, 'chain/b'));
    const store = new AssetStore(root);
    expect(await fail(store.find('a', 'assets'))).toContain(
      'chain/a/assets.json, line 1: the file, or a directory',
    );
    expect(await fail(store.find('b', 'cw20'))).toContain('404');
  });

  test('a registry that was removed', async () => {
    const root = await createDirectory();
    expect(await fail(new AssetStore(root).find('a', 'assets'))).toBe(
      '502 the registry cannot be read: ENOENT',
    );
  });
});

describe('a change is found within a second', () => {
  test('of files and directories', async () => {
    const root = await createDirectory({ 'chain/a/assets.json': '[1]' });
    const path = join(root, 'chain/a/assets.json');
    const store = new AssetStore(root, { settlingMs: 0 });
    expect(await read(store, 'a')).toBe('[1]');
    await writeFile(path, '[2]');
    await mkdir(join(root, 'chain/b'));
    await aWhile();
    await expect.poll(() => read(store, 'a')).toBe('[2]');
    expect(await read(store, 'b')).toBe('[]');
    await writeFile(join(root, 'new'), '[3]');
    await rename(join(root, 'new'), path);
    await rm(join(root, 'chain/b'), { recursive: true });
    await aWhile();
    await expect.poll(() => read(store, 'a')).toBe('[3]');
    expect(await fail(store.find('b', 'assets'))).toContain('404');
  });

  test('even if size and time of the file stay the same', async () => {
    const root = await createDirectory({ 'chain/a/assets.json': '[1]' });
    const path = join(root, 'chain/a/assets.json');
    await utimes(path, 1, 1);
    const store = new AssetStore(root);
    await read(store, 'a');
    await writeFile(path, '[2]');
    await utimes(path, 1, 1);
    await aWhile();
    await expect.poll(() => read(store, 'a')).toBe('[2]');
  });
});

/** Reads until the store has certainly noticed the changed files. */
async function settle(store: AssetStore): Promise<void> {
  for (let times = 0; times < 5; times++) await store.find('a', 'assets');
}

describe('for a moment, a fault changes nothing', () => {
  const path = 'chain/a/assets.json';
  const changes: readonly (readonly [string, (root: string) => Promise<void>, string])[] = [
    ['a half-written file', (root) => writeFile(join(root, path), '[1,'), `502 ${path}, line 1`],
    ['an empty file', (root) => writeFile(join(root, path), ''), `502 ${path}, line 1`],
    ['a missing file', (root) => rm(join(root, path)), '[2]'],
    ['a missing network', (root) => rm(join(root, 'chain/a'), { recursive: true }), '404 unknown network'],
    [
      'a missing directory of networks',
      (root) => rename(join(root, 'chain'), join(root, 'x')),
      '502 the registry cannot be read: ENOENT',
    ],
  ];
  const files = { [path]: '[1]', 'chain/a/assets_2.json': '[2]', 'chain/b/cw20.json': '[]' };

  test.each(changes)('with %s', async (_, change) => {
    const root = await createDirectory(files);
    const store = new AssetStore(root, { intervalMs: 0, settlingMs: 3_600_000 });
    const before = await store.find('a', 'assets');
    await store.find('b', 'cw20');
    await change(root);
    await settle(store);
    expect(await store.find('a', 'assets')).toBe(before);
    expect(await read(store, 'b', 'cw20')).toBe('[]');
  });

  test.each(changes)('but then: %s', async (_, change, expected) => {
    const root = await createDirectory(files);
    const store = new AssetStore(root, { intervalMs: 0, settlingMs: 0 });
    const readList = () => read(store, 'a').catch((error: unknown) => fail(Promise.reject(error as Error)));
    expect(await readList()).toBe('[1,2]');
    await change(root);
    await expect.poll(readList).toContain(expected);
    await mkdir(join(root, 'chain/a'), { recursive: true });
    await writeFile(join(root, path), '[3]');
    await writeFile(join(root, 'chain/a/assets_2.json'), '[]');
    await expect.poll(readList).toBe('[3]');
  });

  test('a file that is broken from the start is reported at once', async () => {
    const root = await createDirectory({ [path]: '[' });
    expect(await fail(new AssetStore(root).find('a', 'assets'))).toContain('502');
  });
});

/** A file with these items, in JSON. */
function file(...texts: readonly string[]) {
  return {
    text: `[${texts.join(', ')}]`,
    items: texts.map((text) => ({ text, value: JSON.parse(text) as JsonValue })),
  };
}

function find(kind: ListKind, symbol: string, ...texts: readonly string[]): unknown {
  return createAssetList(kind, [file(...texts)]).find(symbol)?.body ?? null;
}

describe('an asset is found by its denom, then by its symbol, then ignoring case', () => {
  const lower = '{"denom":"ua","symbol":"a"}';
  const upper = '{"denom":"ub","symbol":"A"}';
  const named = '{"denom":"A","symbol":"C"}';
  test.each([
    ['ua', [lower, upper], lower],
    ['UA', [lower, upper], null],
    ['A', [lower, upper], upper],
    ['a', [upper, lower], lower],
    ['A', [lower, upper, named], named],
    ['c', [lower, named], named],
    [
      'C',
      ['{"denom":"x","symbol":"C","n":1}', '{"denom":"y","symbol":"C","n":2}'],
      '{"denom":"x","symbol":"C","n":1}',
    ],
    ['', [lower], null],
    ['toString', [lower], null],
    ['5', ['{"denom":5}', 'null', '[]', '"5"'], null],
  ])('%s', (symbol, texts, expected) => {
    expect(find('assets', symbol, ...texts)).toBe(expected);
  });
});

describe('a token is found by its contract', () => {
  const token = '{"address":"0xAbCd","symbol":"T"}';
  test.each<[ListKind, string, string | null]>([
    ['erc20', '0xabcd', token],
    ['erc20', '0XABCD', token],
    ['erc20', 'T', null],
    ['cw20', '0xAbCd', token],
    ['cw20', '0xabcd', null],
  ])('%s %s', (kind, symbol, expected) => {
    expect(find(kind, symbol, token)).toBe(expected);
    // Newer files call the field `contract`.
    const renamed = token.replace('address', 'contract');
    expect(find(kind, symbol, renamed)).toBe(expected === null ? null : renamed);
  });

  test('by `contract` if it has both', () => {
    const both = '{"address":"0x1","contract":"0x2"}';
    expect([find('erc20', '0x1', both), find('erc20', '0x2', both)]).toEqual([null, both]);
  });
});

describe('the JSON is that of the files', () => {
  test('one file verbatim, with every digit', () => {
    const only = file('{"denom": "a", "n": 9007199254740993, "e": 1E400}');
    const list = createAssetList('assets', [only]);
    expect([list.whole.body, list.find('a')?.body]).toEqual([only.text, only.items[0]?.text]);
  });

  test('several files joined, without empty ones', () => {
    const join = (...files: ReturnType<typeof file>[]) => createAssetList('assets', files).whole.body;
    expect(join(file('{"a":1.0}'), file(), file('2', '3'))).toBe('[{"a":1.0},2,3]');
    expect([join(file(), file()), join()]).toEqual(['[]', '[]']);
  });
});
