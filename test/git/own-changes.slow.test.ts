import { describe, expect, test } from 'vitest';
import { createDirectory, formatParam } from '../support/directory.js';
import { endpoint, finding } from '../support/report-samples.js';
import { cloneRepository, createRepository, openRepository, type Repository } from '../support/repository.js';
import { checks } from '../../src/checks/index.js';
import { loadRegistry } from '../../src/registry/load.js';
import { findOwnChanges } from '../../src/registry/git/own-changes.js';

const path = 'chain/kava/param.json';
const old = 'http://old.example';
const mine = 'http://mine.example';
const before = formatParam({ evm: [old] });
const after = formatParam({ evm: [old, mine] });

/** The reader's own changes: the ref, the urls of entries, the rules of findings about files. */
async function findChanges(
  { directory }: Pick<Repository, 'directory'>,
  paths: readonly string[] = [path],
  cwd = directory,
) {
  const registry = await loadRegistry(paths, {
    cwd,
    kinds: checks,
    readStdin: () => Promise.resolve(Buffer.from(after)),
  });
  const changes = await findOwnChanges(registry, checks);
  if (changes === null) return null;
  const { isOwn, ref } = changes;
  const isOwnFile = (rule: string, file: string | null, pointer: string | null, line = 1, column = 1) =>
    isOwn(finding({ rule, file, pointer, line, column, endpoint: null }));
  return {
    ref,
    urls: registry.entries.filter(({ place }) => isOwn(endpoint({ ...place }))).map(({ url }) => url),
    rules: registry.problems
      .filter(({ entry }) => entry === null)
      .filter(({ problem, place: { file, pointer, range } }) =>
        isOwnFile(problem.code, file, pointer, range?.line, range?.column),
      )
      .map(({ problem, place }) => `${problem.code} ${place.file ?? ''}`),
    isOwnFile,
  };
}

/** A change beside an unchanged entry. */
const added = { ref: 'origin/main', urls: [mine], rules: [] };

describe("an entry is the reader's own if it differs from the main branch", () => {
  test('uncommitted, staged, committed, at a detached HEAD, and in a linked worktree', async () => {
    // In its own file, not at the same place of another one.
    const otherPath = 'chain/other/param.json';
    const theirs = formatParam({ evm: ['http://a.example', 'http://b.example'] });
    const clone = await cloneRepository(await createRepository({ [path]: before, [otherPath]: theirs }));
    const steps: readonly [string, () => Promise<unknown>][] = [
      ['uncommitted', () => clone.write({ [path]: after })],
      ['staged', () => clone.git('add', '--all')],
      ['committed', () => clone.commit()],
      ['detached', () => clone.git('checkout', '--quiet', '--detach')],
    ];
    for (const [state, step] of steps) {
      await step();
      expect(await findChanges(clone, [path, otherPath]), state).toMatchObject(added);
    }
    const worktree = openRepository(`${clone.directory}/worktree`);
    await clone.git('worktree', 'add', '--quiet', worktree.directory, 'origin/main');
    expect(await findChanges(worktree)).toBeNull();
    await worktree.write({ [path]: after });
    expect(await findChanges(worktree)).toMatchObject(added);
  });

  test('later commits of other people are not', async () => {
    const origin = await createRepository({ [path]: before });
    const clone = await cloneRepository(origin);
    await clone.git('checkout', '--quiet', '-b', 'topic');
    await clone.commit({ [path]: after });
    await origin.commit({ [path]: formatParam({}) });
    await clone.git('fetch', '--quiet');
    expect(await findChanges(clone)).toMatchObject(added);
  });

  test('commits that a fork has pushed are, compared with the original repository', async () => {
    const registry = await createRepository({ [path]: before });
    const fork = openRepository(await createDirectory());
    await registry.git('clone', '--quiet', '--bare', registry.directory, fork.directory);
    const clone = await cloneRepository(fork);
    await clone.commit({ [path]: after });
    await clone.git('push', '--quiet', 'origin', 'main');
    expect(await findChanges(clone)).toBeNull();
    await clone.git('remote', 'add', 'upstream', registry.directory);
    await clone.git('fetch', '--quiet', 'upstream');
    expect(await findChanges(clone)).toMatchObject({ ...added, ref: 'upstream/main' });
  });

  test('whatever the directory that the paths are relative to', async () => {
    const files = { [`registry/${path}`]: before, 'loose/x.json': before };
    const clone = await cloneRepository(await createRepository(files));
    await clone.write({ [`registry/${path}`]: after });
    const { directory } = clone;
    expect(await findChanges(clone, ['param.json'], `${directory}/registry/chain/kava`)).toMatchObject(added);
    expect(await findChanges(clone, ['../loose/x.json'], `${directory}/registry`)).toBeNull();
  });

  test('and an older one that the change has copied', async () => {
    const url = 'https://a.example';
    const clone = await cloneRepository(await createRepository({ [path]: formatParam({ evm: [url] }) }));
    const copy = { provider: 'Copy', url };
    const kept = { provider: 'Provider 0', url };
    await clone.write({ [path]: JSON.stringify({ evm_rpc_endpoint: [copy, kept] }) });
    expect(await findChanges(clone)).toMatchObject({ urls: [url, url] });
  });
});

describe('no entry is if', () => {
  test('nothing differs, only white space does, or an entry was deleted', async () => {
    const rows = {
      'chain/same/param.json': before,
      'chain/space/param.json': JSON.stringify(JSON.parse(before)),
      'chain/deleted/param.json': after,
    };
    const clone = await cloneRepository(await createRepository(rows));
    await clone.write(Object.fromEntries(Object.keys(rows).map((file) => [file, before])));
    for (const file of Object.keys(rows)) expect(await findChanges(clone, [file]), file).toBeNull();
  });

  test('there is no repository, no remote, or standard input is read', async () => {
    expect(await findChanges({ directory: await createDirectory({ [path]: after }) })).toBeNull();
    const alone = await createRepository({ [path]: before });
    const clone = await cloneRepository(alone);
    for (const { write } of [alone, clone]) await write({ [path]: after });
    expect(await findChanges(alone)).toBeNull();
    expect(await findChanges(clone, [path, '-'])).toBeNull();
    expect(await findChanges(clone)).toMatchObject(added);
  });
});

describe('nothing is fetched', () => {
  /** A registry, and a branch whose history leaves it two commits ago. */
  async function createBranch() {
    const origin = await createRepository({ [path]: before });
    await origin.git('config', 'uploadpack.allowFilter', 'true');
    await origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit({ [path]: after });
    await origin.git('checkout', '--quiet', 'main');
    await origin.commit();
    return origin;
  }

  test('by a shallow clone that lacks the common commit', async () => {
    const origin = await createBranch();
    const clone = await cloneRepository(origin, 1);
    await clone.git('fetch', '--quiet', '--depth=1', 'origin', 'topic');
    await clone.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    expect(await findChanges(clone)).toBeNull();
    // A fetch empties it first, even one that fails.
    expect(await clone.git('rev-parse', 'FETCH_HEAD')).toBe(await clone.git('rev-parse', 'HEAD'));
    await clone.git('fetch', '--quiet', '--unshallow');
    expect(await findChanges(clone)).toMatchObject(added);
  });

  test('by a shallow clone that has it', async () => {
    const clone = await cloneRepository(await createBranch(), 1);
    await clone.commit({ [path]: after });
    expect(await findChanges(clone)).toMatchObject(added);
  });

  test('by a partial clone that lacks the older file', async () => {
    const origin = await createBranch();
    const { directory } = openRepository(await createDirectory());
    const filtered = ['--filter=blob:none', '--branch=topic'];
    await origin.git('clone', '--quiet', ...filtered, `file://${origin.directory}`, directory);
    const clone = openRepository(directory);
    const listMissing = () => clone.git('rev-list', '--objects', '--all', '--missing=print');
    const missing = await listMissing();
    expect(missing).toMatch(/^\?/m);
    expect(await findChanges(clone)).toBeNull();
    expect(await listMissing()).toBe(missing);
    await clone.git('cat-file', '-p', `origin/main:${path}`);
    expect(await findChanges(clone)).toMatchObject(added);
  });
});

describe('findings about a file', () => {
  const broken = before.replace('{', '{,');
  const otherPath = 'chain/other/param.json';
  const third = 'chain/third/param.json';

  test("a syntax error is the reader's own if the file differs", async () => {
    const clone = await cloneRepository(await createRepository({ [path]: before, [otherPath]: broken }));
    await clone.write({ [path]: broken });
    const rules = [`file/invalid-json ${path}`];
    expect(await findChanges(clone, [path, otherPath])).toMatchObject({ urls: [], rules });
    await clone.write({ [otherPath]: `${broken} ` });
    expect((await findChanges(clone, [otherPath]))?.rules).toEqual([`file/invalid-json ${otherPath}`]);
  });

  test('a new one is, an older one is not, and a finding of the run is if the whole file is', async () => {
    const doubled = formatParam({}).replace('{', '{ "evm_endpoint": [],');
    const files = { [path]: before.replace('{', '{ "evm_endpoint": [], "_": 1,'), [third]: doubled };
    const clone = await cloneRepository(await createRepository(files));
    await clone.write({
      [path]: files[path].replace('"_"', '"grpc_endpoints": [], "_"'),
      [otherPath]: after,
      [third]: formatParam({ evm: [mine] }).replace('{', '{ "evm_endpoint": [],'),
    });
    const changes = await findChanges(clone, [path, otherPath, third]);
    expect(changes).toMatchObject({ urls: [old, mine, mine], rules: [`file/misspelled-field ${path}`] });
    expect(changes?.isOwnFile('file/schema', path, '')).toBe(false);
    expect(changes?.isOwnFile('file/schema', otherPath, '')).toBe(true);
    expect(changes?.isOwnFile('file/schema', third, '')).toBe(false);
    expect(changes?.isOwnFile('exclude/expired', 'exclude.json', '')).toBe(false);
  });

  test('a finding about a claim is if the claim has changed', async () => {
    const claims = { chain_id_evm: '0x1', chain_id_cosmos: 'a-1' };
    const entries = { evm: [old], grpc: ['a.example:443'] };
    const clone = await cloneRepository(await createRepository({ [path]: formatParam(entries, claims) }));
    await clone.write({ [path]: formatParam(entries, { ...claims, chain_id_evm: '0x2' }) });
    const changes = await findChanges(clone);
    expect(changes?.urls).toEqual([old]);
    expect(changes?.isOwnFile('chain/claim-outvoted', path, '/chain_id_evm')).toBe(true);
    expect(changes?.isOwnFile('chain/claim-outvoted', path, '/chain_id_cosmos')).toBe(false);
    await clone.write({ [path]: formatParam({ ...entries, evm: [old, mine] }, claims) });
    expect((await findChanges(clone))?.isOwnFile('chain/claim-outvoted', path, '/chain_id_evm')).toBe(false);
  });
});
