import { renameSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { cloneRepository, createRepository, openRepository, type Repository } from '../support/repository.js';

const kava = 'chain/kava/param.json';
const osmosis = 'chain/osmosis/param.json';
const good = formatParam({ evm: ['https://a.example'] }, { chain_id_evm: '0x1' });
const bad = formatParam({ evm: ['https://a.example', 'http://b.example'] }, { chain_id_evm: '0x1' });

/** The scope, and the findings with their states; a directory of the registry may be named. */
async function check(cwd: string, since: string, paths: readonly string[] = []) {
  const args = ['check', '--no-network', '--since', since, ...paths];
  const { report, exitCode } = await runForReport(args, { cwd });
  const { stdout } = await runCli(args, { cwd });
  const { added = 0, changed = 0, moved = 0, removed = 0, unchanged = 0 } = report.changes ?? {};
  const [, sentence = ''] = /^This change .*?\)\.(.*)$/m.exec(stdout) ?? [];
  const total = added + changed + moved + unchanged;
  return {
    exitCode,
    scope: `${added} of ${total} added, ${changed} changed, ${removed} removed; ${unchanged} unchanged.${sentence}`,
    findings: report.findings
      .filter(({ rule }) => !/^change\/|chain-id-repeated/.test(rule))
      .map(({ file, rule, baselineState }) => [file, rule, baselineState]),
  };
}

describe('files that a sparse checkout leaves out', () => {
  async function createSparse(change: Record<string, string | null>) {
    const origin = await createRepository({ [kava]: good, [osmosis]: good, 'docs/x': '' });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit(change);
    const clone = await createDirectory();
    await origin.git('clone', '--quiet', '--no-checkout', `file://${origin.directory}`, clone);
    const sparse = openRepository(clone);
    await sparse.git('sparse-checkout', 'set', 'chain/osmosis');
    await sparse.git('checkout', '--quiet', 'topic');
    return sparse;
  }

  test('are read from git if the change touches them', async () => {
    const { directory } = await createSparse({ [kava]: bad, 'chain/new/param.json': bad });
    expect(await check(directory, 'origin/main')).toEqual({
      exitCode: 1,
      scope: expect.stringMatching(/^3 of 5 added, 0 changed, 0 removed; 2 unchanged\./) as string,
      findings: [
        [kava, 'entry/url-scheme', 'new'],
        ['chain/new/param.json', 'entry/url-scheme', 'new'],
      ],
    });
  });

  test('are not removed, and those that are removed are', async () => {
    const same = await createSparse({ 'docs/x': 'x' });
    const scope = expect.stringMatching(/^0 of 1 added, 0 changed, 0 removed; 1 unchanged\./) as string;
    expect(await check(same.directory, 'origin/main')).toEqual({ exitCode: 0, scope, findings: [] });
    const less = await createSparse({ [kava]: null });
    expect((await check(less.directory, 'origin/main')).scope).toMatch(/ 1 removed; /);
  });
});

test('who commits on the branch of the ref itself is told', async () => {
  const origin = await createRepository({ [kava]: good });
  const { directory, write, commit, git } = await cloneRepository(origin);
  await commit({ [kava]: bad });
  await git('push', '--quiet', 'origin', 'HEAD:refs/heads/x');
  await git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  expect((await check(directory, 'origin/main')).scope).toMatch(
    /^0 of 2 added.* HEAD has no commit that origin\/main lacks/,
  );
  await write({ [kava]: good });
  expect((await check(directory, 'origin/main')).scope).toMatch(/ 1 removed; 1 unchanged\.(?!.*HEAD has)/);
});

describe('a registry in a submodule', () => {
  const allow = ['-c', 'protocol.file.allow=always'];

  /** A repository whose topic moves a submodule to a commit with a wrong entry. */
  async function createSuperproject() {
    const inner = await createRepository({ [kava]: good });
    const old = await inner.git('rev-parse', 'HEAD');
    const outer = await createRepository();
    await outer.git(...allow, 'submodule', '--quiet', 'add', `file://${inner.directory}`, 'libs/registry');
    await outer.commit();
    await outer.git('checkout', '--quiet', '-b', 'topic');
    const { directory } = outer;
    const submodule = openRepository(`${directory}/libs/registry`);
    const head = await submodule.commit({ [kava]: bad });
    await outer.commit();
    return { outer, inner, submodule, old, head };
  }

  test('is compared with what the base of the repository around it records', async () => {
    const { outer, submodule, old } = await createSuperproject();
    const expected = {
      exitCode: 1,
      scope: expect.stringMatching(/^1 of 2 added, 0 changed, 0 removed; 1 unchanged\./) as string,
      findings: [[kava, 'entry/url-scheme', 'new']],
    };
    for (const ref of ['main', 'HEAD^1'])
      expect(await check(outer.directory, ref, ['libs/registry'])).toEqual(expected);
    // A ref of the repository around it, whose name is none here.
    await submodule.git('branch', '--move', 'main', 'other');
    expect(await check(submodule.directory, 'topic~1')).toEqual(expected);
    // A ref of its own.
    expect(await check(submodule.directory, old)).toEqual(expected);
  });

  test('fetches the commit that the base records', async () => {
    const { outer, inner, submodule, head } = await createSuperproject();
    await submodule.git('push', '--quiet', 'origin', 'HEAD:refs/heads/topic');
    await inner.git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const clone = await cloneRepository(outer);
    await clone.git('checkout', '--quiet', 'topic');
    await clone.git(...allow, 'submodule', '--quiet', 'update', '--init', '--depth=1');
    expect(await openRepository(`${clone.directory}/libs/registry`).git('rev-parse', 'HEAD')).toBe(head);
    expect((await check(clone.directory, 'origin/main', ['libs/registry'])).scope).toMatch(/^1 of 2/);
  });

  test('that is new is new as a whole', async () => {
    const { outer } = await createSuperproject();
    expect((await check(outer.directory, 'main~1', ['libs/registry'])).scope).toMatch(/^2 of 2 added/);
  });
});

// Other systems allow no such names.
describe.runIf(process.platform === 'linux')('a path that is not UTF-8', () => {
  const name = (directory: string) => Buffer.from(`${directory}/chain/caf\xe9`, 'latin1');

  async function createLatin1(): Promise<Repository> {
    const repository = await createRepository({ [kava]: good });
    await repository.write({ [osmosis]: good });
    renameSync(`${repository.directory}/chain/osmosis`, name(repository.directory));
    return repository;
  }

  test('is one error of each file, and shown by its bytes', async () => {
    const repository = await createLatin1();
    const finding = ['chain/caf\\xe9/param.json', 'file/name', 'new'];
    const expected = { exitCode: 1, findings: [finding] };
    expect(await check(repository.directory, 'HEAD')).toMatchObject(expected);
    await repository.commit();
    expect(await check(repository.directory, 'HEAD~1')).toMatchObject(expected);
  });

  test('is old in a later change, unless its content changes', async () => {
    const repository = await createLatin1();
    await repository.commit();
    await repository.write({ [osmosis]: good });
    const later = await check(repository.directory, 'HEAD');
    expect(later).toMatchObject({ exitCode: 0, findings: [[expect.anything(), 'file/name', 'unchanged']] });
    expect(later.scope).toMatch(/^1 of 2 added, 0 changed, 0 removed/);
    await repository.write({ [osmosis]: bad });
    await rm(name(repository.directory), { recursive: true });
    renameSync(`${repository.directory}/chain/osmosis`, name(repository.directory));
    expect(await check(repository.directory, 'HEAD')).toMatchObject({
      exitCode: 1,
      findings: [[expect.anything(), 'file/name', 'new']],
    });
  });

  test('is read once it is renamed', async () => {
    const repository = await createLatin1();
    await repository.commit();
    renameSync(name(repository.directory), `${repository.directory}/chain/osmosis`);
    expect(await check(repository.directory, 'HEAD')).toMatchObject({ exitCode: 0, findings: [] });
  });
});
