import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeFinding, goodEntry } from '../../test/support/check-file.js';
import { createDirectory } from '../../test/support/directory.js';
import { checkRegistry, UsageError } from '../index.js';

const good = `{"grpc_endpoint":[${goodEntry}]}`;
const linkMessage = 'the file, or a directory on the way to it, is a symbolic link';

/** A directory with a good file at each path, and links with their targets. */
async function createRegistry(paths: readonly string[], links: Record<string, string> = {}): Promise<string> {
  const directory = await createDirectory(Object.fromEntries(paths.map((path) => [path, good])));
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await symlink(target, join(directory, path));
  }
  return directory;
}

/** The files that were found, and what is said of them. */
async function check(cwd: string, paths: readonly string[] = [], fileName = 'param.json') {
  const { files, findings } = await checkRegistry(paths, { network: false, cwd, fileName });
  return {
    files: files.map(({ path, chain }) => `${path} of ${chain ?? 'no chain'}`),
    told: findings.map((finding) => `${finding.file ?? ''} ${finding.rule}: ${finding.message}`),
  };
}

describe('a registry is found from inside, from above and by its files', () => {
  test.each([
    ['the working directory', '.', []],
    ['a directory below', 'chain/kava', []],
    ['the registry by name', '.', ['.']],
    ['a chain by name', '.', ['chain/kava']],
    ['a file by name', '.', ['chain/kava/param.json']],
    ['the same thing three times', '.', ['chain', '.', 'chain/kava/param.json']],
  ])('%s', async (_title, cwd, paths) => {
    const directory = await createRegistry([
      'chain/kava/param.json',
      'chain/kava/assets.json',
      'chain/kava/param_2.json',
    ]);
    expect(await check(join(directory, cwd), paths)).toEqual({
      files: ['chain/kava/param.json of kava'],
      told: [],
    });
  });

  test.each(['params.json', 'Param.JSON', 'parm.json', 'param.jso'])(
    'a file whose name is near the one that is read: %s',
    async (name) => {
      const directory = await createRegistry([`chain/kava/${name}`, 'chain/kava/assets.json']);
      const message = 'the file is not at chain/kava/param.json, so the registry does not read it';
      expect(await check(directory)).toEqual({
        files: [`chain/kava/${name} of kava`],
        told: [`chain/kava/${name} file/misplaced: ${message}`],
      });
      // Named, or beside the one that is read, it may have any name.
      expect((await check(directory, [`chain/kava/${name}`])).told).toEqual([]);
      const beside = await createRegistry([`chain/kava/${name}`, 'chain/kava/param.json']);
      expect(await check(beside)).toEqual({ files: ['chain/kava/param.json of kava'], told: [] });
    },
  );

  test('a like name below another directory called chain is not the registry’s', async () => {
    const directory = await createRegistry([
      'chain/kava/param.json',
      'chain/kava/chain/x/params.json',
      'src/chain/types/params.json',
    ]);
    expect(await check(directory)).toEqual({ files: ['chain/kava/param.json of kava'], told: [] });
  });

  test('no name is near a short one', async () => {
    const directory = await createRegistry(['chain/kava/a.js', 'chain/juno/b.js']);
    expect((await check(directory, [], 'a.js')).files).toEqual(['chain/kava/a.js of kava']);
  });

  test('another file name', async () => {
    const directory = await createRegistry(['chain/kava/param.json', 'chain/kava/param_2.json']);
    const files = ['chain/kava/param_2.json of kava'];
    expect(await check(directory, [], 'param_2.json')).toEqual({ files, told: [] });
  });

  test('two registries at once, each file with the path from here', async () => {
    const directory = await createRegistry(['a/chain/x/param.json', 'b/chain/x/param.json']);
    const files = ['a/chain/x/param.json of x', 'b/chain/x/param.json of x'];
    expect(await check(directory, ['a', 'b'])).toEqual({ files, told: [] });
  });
});

describe('a file that stands where the registry does not read it is told where it belongs', () => {
  test.each([
    ['chain/param.json', 'no chain', 'chain/<chain>/param.json'],
    ['chain/kava/mainnet/param.json', 'kava', 'chain/kava/param.json'],
    ['param.json', 'no chain', 'chain/<chain>/param.json'],
    ['kava/param.json', 'no chain', 'chain/kava/param.json'],
  ])('%s', async (path, chain, expected) => {
    const directory = await createRegistry(['chain/good/param.json', path]);
    const { findings, files } = await checkRegistry([directory], { network: false });
    expect(findings.map(describeFinding)).toEqual([
      {
        at: '1:1-1:1',
        rule: 'file/misplaced',
        pointer: '',
        message: `the file is not at ${expected}, so the registry does not read it`,
        hint: `move it to ${expected}`,
      },
    ]);
    expect(files.find((file) => file.path === path)?.chain ?? 'no chain').toBe(chain);
  });

  test('templates, examples and the like are no misplaced files, but a chain may be called so', async () => {
    const others = ['templates', 'docs', '.github', 'node_modules/x', 'tests', 'chain/kava/examples'];
    const directory = await createRegistry([
      ...others.map((other) => `${other}/param.json`),
      'chain/docs/param.json',
    ]);
    expect(await check(directory)).toEqual({ files: ['chain/docs/param.json of docs'], told: [] });
  });

  test('a file by another name is at home in a chain and outside of chains', async () => {
    const paths = ['chain/kava/draft.json', 'draft.json', 'drafts/kava.json'];
    const directory = await createRegistry(['chain/kava/param.json', ...paths]);
    expect((await check(directory, paths)).told).toEqual([]);
  });

  test('where there is no registry around, any place will do', async () => {
    const directory = await createRegistry(['param.json', 'a/b/c/param.json']);
    expect((await check(directory, ['param.json', 'a'])).told).toEqual([]);
  });
});

describe('no symbolic link is followed', () => {
  const told = [`chain/linked/param.json file/symlink: ${linkMessage}`];

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
    expect((await check(directory, paths)).told).toEqual(told);
  });

  test('a link elsewhere is none of our business', async () => {
    const directory = await createRegistry(['chain/kava/param.json'], {
      latest: 'chain',
      'chain/kava/logo.png': '../../logo.png',
    });
    expect(await check(directory)).toEqual({ files: ['chain/kava/param.json of kava'], told: [] });
  });
});

describe('a directory of the file’s name is told, and what stands in it', () => {
  test('in a chain', async () => {
    const directory = await createRegistry(['chain/kava/param.json/param.json']);
    expect((await check(directory)).told).toEqual([
      'chain/kava/param.json file/unreadable: the file cannot be read: it is a directory',
      'chain/kava/param.json/param.json file/misplaced: ' +
        'the file is not at chain/kava/param.json, so the registry does not read it',
    ]);
  });

  test('by name', async () => {
    const directory = await createRegistry(['chain/kava/param.json/other.json']);
    await expect(check(directory, ['chain/kava/param.json'])).rejects.toThrow(
      new UsageError(['chain/kava/param.json is a directory and holds no param.json']),
    );
  });
});

describe('paths at which nothing is to be found are wrong usage, all told at once', () => {
  test('paths that do not exist, directories that hold nothing', async () => {
    const directory = await createRegistry(['docs/readme.json', 'chain/kava/param.json']);
    await expect(check(directory, ['nowhere', 'docs', 'chain'])).rejects.toThrow(
      new UsageError(['nowhere does not exist', 'docs is a directory and holds no param.json']),
    );
  });

  test('a registry that holds nothing', async () => {
    const directory = await createRegistry(['chain/kava/assets.json']);
    await expect(check(directory)).rejects.toThrow(
      new UsageError([`the registry at ${directory} holds no chain/<chain>/param.json`]),
    );
  });

  test('no registry', async () => {
    const directory = await createRegistry(['.git/HEAD', 'param.json']);
    await expect(check(directory)).rejects.toThrow(
      new UsageError([
        'there is no registry here: neither this directory nor one above it holds a directory "chain"; ' +
          'name a file (like chain/kava/param.json) or a directory',
      ]),
    );
  });
});
