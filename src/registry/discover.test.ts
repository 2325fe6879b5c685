import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { goodEntry } from '../../test/support/registry-files.js';
import { checkRegistry, formats, UsageError } from '../index.js';
import { joinChoices } from '../model/describe-unknown.js';
import { discoverFiles } from './discover.js';

const good = `{"chain_id_cosmos":"a-1","grpc_endpoint":[${goodEntry}]}`;
const linkMessage = 'the file, or a directory above it, is a symbolic link';

/** A directory with a valid file at each path, and links with their targets. */
async function createRegistry(paths: readonly string[], links: Record<string, string> = {}): Promise<string> {
  const directory = await createDirectory(Object.fromEntries(paths.map((path) => [path, good])));
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await symlink(target, join(directory, path));
  }
  return directory;
}

/** The files that were found, and their findings. */
async function check(cwd: string, paths: readonly string[] = []) {
  const { files, findings } = await checkRegistry(paths, { network: false, cwd });
  return {
    files: files.map(({ path, chain }) => `${path} of ${chain ?? 'no chain'}`),
    found: findings.map((finding) => `${finding.file ?? ''} ${finding.rule}: ${finding.message}`),
  };
}

describe('a registry is found from inside, from above and by its files', () => {
  test.each([
    ['the working directory', '.', []],
    ['a directory below', 'chain/kava', []],
    ['the registry by name', '.', ['.']],
    ['a chain by name', '.', ['chain/kava']],
    ['a file by name', '.', ['chain/kava/param.json']],
    ['the same file three times', '.', ['chain', '.', 'chain/kava/param.json']],
  ])('%s', async (_title, cwd, paths) => {
    const directory = await createDirectory({
      'chain/kava/param.json': good,
      'chain/kava/fee.json': '{"base":"0.01"}',
      'chain/kava/kava.png': good,
      'README.md': good,
    });
    expect(await check(join(directory, cwd), paths)).toEqual({
      files: ['chain/kava/param.json of kava'],
      found: [],
    });
  });

  test('both names of a registry file, in one chain or in two', async () => {
    const paths = ['chain/kava/param.json', 'chain/kava/param_2.json', 'chain/osmosis/param_2.json'];
    const files = [
      'chain/kava/param.json of kava',
      'chain/kava/param_2.json of kava',
      'chain/osmosis/param_2.json of osmosis',
    ];
    const { files: read, found } = await check(await createRegistry(paths));
    expect(read).toEqual(files);
    expect(found).toEqual([expect.stringContaining('osmosis/param_2.json file/chain-id-repeated')]);
  });

  test('two registries at once, each file with its path from the working directory', async () => {
    const directory = await createRegistry(['a/chain/x/param.json', 'b/chain/x/param.json']);
    const files = ['a/chain/x/param.json of x', 'b/chain/x/param.json of x'];
    expect(await check(directory, ['a', 'b'])).toEqual({ files, found: [] });
  });
});

describe('a file in a place that the registry does not read is misplaced if its content is of the format', () => {
  test('templates, examples and the like are not misplaced, but a chain may have such a name', async () => {
    const directories = ['templates', 'docs', '.github', 'node_modules/x', 'tests', 'chain/kava/examples'];
    const directory = await createRegistry([
      ...directories.map((location) => `${location}/param.json`),
      'chain/docs/param.json',
    ]);
    expect(await check(directory)).toEqual({ files: ['chain/docs/param.json of docs'], found: [] });
  });

  test('a file without endpoints may be anywhere, and any file outside of the directories of chains', async () => {
    const directory = await createDirectory({
      'chain/kava/param.json': good,
      'chain/kava/draft.json': '{}',
      'drafts/kava.json': good,
    });
    expect((await check(directory, ['chain/kava/draft.json', 'drafts/kava.json'])).found).toEqual([
      'chain/kava/draft.json file/no-endpoints: the file lists no endpoints (grpc_endpoint, evm_rpc_endpoint, cosmos_rpc_endpoint, lcd_endpoint, solana_rpc_endpoint)',
    ]);
  });

  test('without a registry around, a file may be anywhere', async () => {
    const directory = await createRegistry(['param.json', 'a/b/c/param.json']);
    expect((await check(directory, ['param.json', 'a'])).found).toEqual([]);
  });
});

describe('no symbolic link is followed', () => {
  const found = [`chain/linked/param.json file/symlink: ${linkMessage}`];

  test.each([
    ['a chain that is a link', [], { 'chain/linked': '../templates/kava' }],
    ['a chain that links to itself', [], { 'chain/linked': 'linked' }],
    ['such a chain by name', ['chain/linked'], { 'chain/linked': '../templates/kava' }],
    ['a file in such a chain by name', ['chain/linked/param.json'], { 'chain/linked': '../templates/kava' }],
    ['a file that is a link', [], { 'chain/linked/param.json': '../../templates/kava/param.json' }],
    [
      'such a file by name',
      ['chain/linked/param.json'],
      { 'chain/linked/param.json': '../../templates/kava/param.json' },
    ],
  ])('%s', async (_title, paths, links) => {
    const directory = await createRegistry(['chain/kava/param.json', 'templates/kava/param.json'], links);
    expect((await check(directory, paths)).found).toEqual(found);
  });

  test('a link elsewhere does not matter', async () => {
    const directory = await createRegistry(['chain/kava/param.json'], {
      latest: 'chain',
      'chain/kava/logo.png': '../../logo.png',
    });
    expect(await check(directory)).toEqual({ files: ['chain/kava/param.json of kava'], found: [] });
  });
});

describe('a directory with the name of a registry file is reported, and so are the files in it', () => {
  test('in a chain', async () => {
    const directory = await createRegistry(['chain/kava/param.json/param.json']);
    expect((await check(directory)).found).toEqual([
      'chain/kava/param.json file/unreadable: the file cannot be read: it is a directory',
      'chain/kava/param.json/param.json file/misplaced: ' +
        'the registry does not read this path, expected chain/kava/param.json',
    ]);
  });

  test('by name', async () => {
    const directory = await createRegistry(['chain/kava/param.json/other.md']);
    await expect(check(directory, ['chain/kava/param.json'])).rejects.toThrow(
      new UsageError([
        'no registry files found in chain/kava/param.json (expected chain/<chain>/param.json)',
      ]),
    );
  });
});

describe('lists of assets and tokens beside the registry files are checked as lists', () => {
  const lists = ['chain/kava/assets.json', 'chain/kava/cw20_2.json', 'chain/kava/erc721.json'];
  const createLists = (more: Readonly<Record<string, string>> = {}) =>
    createDirectory({ ...Object.fromEntries(lists.map((path) => [path, '[]'])), ...more });

  test.each([
    ['the whole registry', []],
    ['a chain by name', ['chain/kava']],
    ['each by name', lists],
  ])('%s', async (_title, paths) => {
    expect(await check(await createLists(), paths)).toEqual({
      files: lists.map((path) => `${path} of kava`),
      found: [],
    });
  });

  test('beside the parameters, once by whatever path', async () => {
    const directory = await createLists({ 'chain/kava/param.json': good, 'chain/kava/assets.json': '{' });
    const { files, found } = await check(directory, ['.', 'chain/kava/assets.json', 'chain/kava/param.json']);
    expect(files).toEqual(
      ['assets.json', 'cw20_2.json', 'erc721.json', 'param.json'].map((name) => `chain/kava/${name} of kava`),
    );
    expect(found).toEqual(['chain/kava/assets.json file/invalid-json: invalid JSON: unclosed object']);
  });

  test('in another place they are checked only if they are named', async () => {
    const strays = ['assets.json', 'src/assets.json', 'chain/cw20.json', 'chain/kava/old/erc20.json'];
    const directory = await createDirectory({
      'chain/kava/param.json': good,
      ...Object.fromEntries(strays.map((path) => [path, 'null'])),
    });
    expect((await check(directory)).files).toEqual(['chain/kava/param.json of kava']);
    const { files, found } = await check(directory, strays);
    expect(files).toEqual([...strays].sort().map((path) => `${path} of no chain`));
    expect(found).toEqual(
      [...strays].sort().map((path) => `${path} list/schema: the file must be an array, got null`),
    );
  });

  test('a list by name outside of any registry', async () => {
    const directory = await createDirectory({
      '.git/HEAD': '',
      'assets.json': '[]',
      'web/assets.json': '{}',
    });
    expect(await check(directory, ['assets.json'])).toEqual({
      files: ['assets.json of no chain'],
      found: [],
    });
    // Outside of a registry it may be a list of anything.
    await expect(check(directory, ['web'])).rejects.toThrow(UsageError);
  });

  test('a link is not followed, and a directory is not a list', async () => {
    const directory = await createRegistry(['chain/kava/erc20.json/x.md'], {
      'chain/kava/assets.json': '../../secret.json',
      'chain/kava/cw20.json': 'cw20.json',
    });
    expect((await check(directory)).found).toEqual([
      `chain/kava/assets.json file/symlink: ${linkMessage}`,
      `chain/kava/cw20.json file/symlink: ${linkMessage}`,
      'chain/kava/erc20.json file/unreadable: the file cannot be read: it is a directory',
    ]);
  });

  test('if only endpoints are requested they are left out', async () => {
    const directory = await createLists({ 'chain/kava/param.json': good });
    const { files } = discoverFiles([directory], { cwd: directory, lists: false });
    expect(files.map(({ path }) => path)).toEqual(['chain/kava/param.json']);
  });
});

describe('the format of a file is known by its place, else by its content', () => {
  const readFormat = async (path: string, text: string) => {
    const directory = await createDirectory({ 'chain/kava/param.json': good, [path]: text });
    const { files, findings } = await checkRegistry([path], { network: false, cwd: directory });
    return [files[0]?.format, ...findings.map(({ rule }) => rule)];
  };

  test.each([
    ['chain/kava/param.json', '{', 'chainlist', ['file/invalid-json']],
    ['chain/kava/param.json', '[]', 'chainlist', ['file/schema']],
    ['drafts/kava.json', good, 'chainlist', []],
    ['draft.json', '{}', 'chainlist', ['file/no-endpoints']],
    ['draft.json', '{"grpc_endpiont":[]}', 'chainlist', ['file/no-endpoints', 'file/misspelled-field']],
    ['draft.json', '{"name":"kava"}', null, ['file/unknown-format']],
    ['draft.json', '{"chain_name":"kava","apis":[]}', 'chain-registry', ['file/no-endpoints', 'file/schema']],
    ['draft.json', '{"manifest_version":"1.0.0","chains":[]}', 'manifest', ['file/no-endpoints']],
    ['draft.json', '{"chainId":"kava_2222-10","rpc":"https://a.example"}', 'keplr', []],
    ['draft.json', '{"chainId":2222,"rpc":["https://a.example"]}', 'ethereum-lists', []],
    ['draft.json', '{"chain_name":"kava","api":"https://a.example"}', 'pingpub', ['file/chain-id-missing']],
    ['draft.json', '{"chains":[{"chain_name":"kava","rpc":"https://a.example"}]}', 'zone-chains', []],
    ['draft.json', '{', null, ['file/invalid-json']],
    ['draft.json', '[]', null, ['file/unknown-format']],
  ])('%s with %s', async (path, text, format, rules) => {
    expect(await readFormat(path, text)).toEqual([format, ...rules]);
  });

  test('a file of an unknown format is reported with the reason why each format does not fit', async () => {
    const directory = await createDirectory({ 'draft.json': '[]', 'other.json': '{"chains":[]}' });
    const [list = '', draft = ''] = (await check(directory, ['draft.json', 'other.json'])).found;
    // Once, if it is the same for all.
    expect(list).toBe(
      'draft.json file/unknown-format: the file is not in a known format: it is not an object',
    );
    expect(draft).toContain('not manifest, since it has no "manifest_version"; not keplr, since');
  });
});

describe('paths that lead to no registry file are usage errors, all reported at once', () => {
  const empty = (name: string) => `no registry files found in ${name} (expected chain/<chain>/param.json)`;

  test('paths that do not exist, directories without registry files', async () => {
    const directory = await createRegistry(['docs/readme.json', 'chain/kava/param.json']);
    await expect(check(directory, ['nowhere', 'docs', 'chain'])).rejects.toThrow(
      new UsageError(['nowhere does not exist', empty('docs')]),
    );
  });

  test('a registry without registry files', async () => {
    const directory = await createDirectory({ 'chain/kava/fee.json': '{}', 'chain/kava/icon.png': '' });
    await expect(check(directory)).rejects.toThrow(new UsageError([empty(directory)]));
  });

  test('no registry', async () => {
    const directory = await createRegistry(['.git/HEAD', 'param.json']);
    // No directory is searched for plain entries.
    const names = formats.map(({ name }) => name).filter((name) => name !== 'entries');
    await expect(check(directory)).rejects.toThrow(
      new UsageError([
        `no registry found: neither this directory nor one above it is in the format ${joinChoices(names)}; ` +
          'name a file, such as chain/kava/param.json, or a directory',
      ]),
    );
  });
});

describe('for a misspelled path, the nearest one that exists is suggested', () => {
  test.each([
    ['chain/kav/param.json', 'chain/kava/param.json'],
    ['chian/kava/param.json', 'chain/kava/param.json'],
    ['chain/kava/parm.json', 'chain/kava/param.json'],
    ['chian/kaav/params.json', 'chain/kava/param.json'],
    ['chain/kavaa', 'chain/kava'],
    ['kava', 'chain/kava'],
    ['osmossis', 'chain/osmosis'],
    ['chain/Osmosis', 'chain/osmosis'],
  ])('%s: %s', async (path, near) => {
    const directory = await createRegistry(['chain/kava/param.json', 'chain/osmosis/param.json']);
    await expect(check(directory, [path])).rejects.toThrow(
      new UsageError([`${path} does not exist (did you mean ${near}?)`]),
    );
    const absolute = join(directory, path);
    if (dirname(path) === '.') return;
    await expect(check(directory, [absolute])).rejects.toThrow(
      new UsageError([`${absolute} does not exist (did you mean ${join(directory, near)}?)`]),
    );
  });

  test('from a directory below, with the path from there', async () => {
    const directory = await createRegistry(['chain/kava/param.json', 'chain/osmosis/param.json']);
    await expect(check(join(directory, 'chain/kava'), ['osmosis', '../osmosi'])).rejects.toThrow(
      new UsageError([
        'osmosis does not exist (did you mean ../osmosis?)',
        '../osmosi does not exist (did you mean ../osmosis?)',
      ]),
    );
  });
});
