import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import {
  cloneBare,
  cloneRepository,
  createRepository,
  openRepository,
  type Repository,
} from '../support/repository.js';
import { use } from '../support/servers.js';

const path = 'chain/kava/param.json';
const old = 'http://old.example';
const mine = 'https://mine.example';

/** A registry with an invalid entry, and its changed version. */
const before = formatParam({ evm: [old] });
const after = formatParam({ evm: [old, mine] });

/** What is printed of the files' structure. */
async function check({ directory }: Pick<Repository, 'directory'>, ...args: readonly string[]) {
  const { stdout, stderr, exitCode } = await runCli(['check', '--no-network', path, ...args], {
    cwd: directory,
  });
  expect(stderr).toBe('');
  return { exitCode, lines: stdout.split('\n'), stdout };
}

/** The lines that a comparison adds. */
function listAdded(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => /^(your changes|yours|already in|to be judged)/.test(line));
}

/** A change beside the old entry, as most tests have it. */
const added = (ref: string) => [
  `your changes (compared with ${ref})`,
  'yours: 1 well-formed, not probed',
  'already in the registry (not your changes)',
  `to be judged by your changes only, add --since ${ref}`,
];

describe('a provider checks a file in which endpoints of other providers are dead', () => {
  test('their own come first, with a separate summary, and the last line names the option for only these', async () => {
    const node = await use(startCosmosNode());
    const claims = { chain_id_cosmos: 'sandbox-1' };
    const dead = `127.0.0.1:${(await use(holdClosedPort())).port}`;
    const live = `127.0.0.1:${node.port}`;
    const origin = await createRepository({ [path]: formatParam({ grpc: [dead] }, claims) });
    const clone = await cloneRepository(origin);
    await clone.git('checkout', '--quiet', '-b', 'topic');
    await clone.commit({ [path]: formatParam({ grpc: [dead, live] }, claims) });

    const args = ['check', path, '--allow-private', '--retries', '0'];
    const options = { cwd: clone.directory };
    const { stdout, exitCode } = await runCli(args, options);
    const [lines, last] = [stdout.split('\n'), stdout.trimEnd().split('\n').at(-1)];
    expect(exitCode).toBe(1);
    expect(lines.filter((line) => /^(\S| {2}\S)/.test(line) && !/^\d/.test(line))).toEqual([
      'your changes (compared with origin/main)',
      path,
      `  pass grpc ${live} (Provider 1)`,
      'yours: 1 passed',
      'already in the registry (not your changes)',
      path,
      `  fail grpc ${dead} (Provider 0)`,
      'to be judged by your changes only, add --since origin/main',
    ]);
    expect(stdout).toMatch(/\n1 failed, 1 passed \(2 endpoints in 1 file, /);

    const advised = await runCli([...args, ...(last ?? '').split(' ').slice(-2)], options);
    expect(advised.exitCode).toBe(0);
    expect(advised.stdout).not.toContain('yours');
    expect(Object.keys((await runForReport(args, options)).report)).not.toContain('own');
  });

  test('without another error there is no advice', async () => {
    const clone = await cloneRepository(await createRepository({ [path]: formatParam({ evm: [mine] }) }));
    await clone.write({ [path]: formatParam({ evm: [mine, old] }) });
    const { lines, exitCode } = await check(clone);
    expect(exitCode).toBe(1);
    expect(listAdded(lines)).toEqual(['your changes (compared with origin/main)', 'yours: 1 invalid']);
  });
});

describe('changes are compared with the main branch that the clone knows', () => {
  test('a fork with the original repository', async () => {
    const registry = await createRepository({ [path]: before });
    const clone = await cloneRepository(await cloneBare(registry));
    await clone.git('remote', 'add', 'upstream', registry.directory);
    await clone.git('fetch', '--quiet', 'upstream');
    await clone.commit({ [path]: after });
    await clone.git('push', '--quiet', 'origin', 'main');
    expect(listAdded((await check(clone)).lines)).toEqual(added('upstream/main'));
    await clone.git('remote', 'remove', 'upstream');
    expect(listAdded((await check(clone)).lines)).toEqual([]);
  });

  test.each<[string, (clone: Repository) => Promise<unknown>]>([
    ['uncommitted', (clone) => clone.write({ [path]: after })],
    [
      'at a detached HEAD',
      (clone) => clone.commit({ [path]: after }).then(() => clone.git('checkout', '--quiet', '--detach')),
    ],
  ])('%s changes', async (_, change) => {
    const clone = await cloneRepository(await createRepository({ [path]: before }));
    await change(clone);
    expect(listAdded((await check(clone)).lines)).toEqual(added('origin/main'));
  });

  test('in a hook of a linked worktree, which names its repository', async () => {
    const inside = `registry/${path}`;
    const clone = await cloneRepository(await createRepository({ [inside]: before }));
    const linked = openRepository(`${clone.directory}/linked`);
    await clone.git('worktree', 'add', '--quiet', linked.directory);
    await linked.write({ [inside]: after });
    const env = { GIT_DIR: `${clone.directory}/.git/worktrees/linked` };
    const cwd = `${linked.directory}/registry`;
    const { stdout } = await runCli(['check', '--no-network', path], { cwd, env });
    expect(listAdded(stdout.split('\n'))).toEqual(added('origin/main'));
    const since = ['check', '--no-network', '--since', 'origin/main', path];
    expect((await runCli(since, { cwd, env })).exitCode).toBe(0);
  });
});

describe('the output is unchanged if', () => {
  const asBefore = async (repository: Pick<Repository, 'directory'>) => {
    const alone = await createDirectory({ [path]: after });
    const expected = await check({ directory: alone });
    const { stdout, exitCode } = await check(repository);
    expect([stdout.replace(/[\d.]+ s\)/, ''), exitCode]).toEqual([
      expected.stdout.replace(/[\d.]+ s\)/, ''),
      expected.exitCode,
    ]);
  };

  test('there is no remote', async () => {
    await asBefore(await createRepository({ [path]: after }));
  });

  test('there is no clone, for which git is not even run', async () => {
    const bin = await createDirectory({ git: '#!/bin/sh\n: > "$0.ran"\n' });
    await chmod(join(bin, 'git'), 0o755);
    const args = ['check', '--no-network', path];
    const run = async (cwd: string) => {
      expect((await runCli(args, { cwd, env: { PATH: bin } })).stdout).not.toContain('yours');
      return (await readdir(bin)).length;
    };
    expect(await run(await createDirectory({ [path]: after }))).toBe(1);
    expect(await run((await createRepository({ [path]: after })).directory)).toBe(2);
  });

  test('there is no git', async () => {
    const clone = await cloneRepository(await createRepository({ [path]: before }));
    await clone.write({ [path]: after });
    const env = { PATH: await createDirectory() };
    const { stdout } = await runCli(['check', '--no-network', path], { cwd: clone.directory, env });
    expect(stdout).toContain('2 endpoints');
    expect(stdout).not.toContain('yours');
  });

  test('nothing differs', async () => {
    await asBefore(await cloneRepository(await createRepository({ [path]: after })));
  });

  test('a shallow clone lacks the common commit, and nothing is fetched', async () => {
    const origin = await createRepository({ [path]: before });
    await origin.git('checkout', '--quiet', '-b', 'topic');
    await origin.commit({ [path]: after });
    await origin.git('checkout', '--quiet', 'main');
    await origin.commit();
    const clone = await cloneRepository(origin, 1);
    await clone.git('fetch', '--quiet', '--depth=1', 'origin', 'topic');
    await clone.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    await asBefore(clone);
    expect(await clone.git('rev-list', '--count', '--all', 'HEAD')).toBe('2');
  });

  test.each<[string, readonly string[]]>([
    ['--since says what is compared', ['check', '--no-network', '--since', 'HEAD', path]],
    ['--shard takes a part', ['check', '--no-network', '--shard', '1/1', path]],
    ['the report is for programs', ['check', '--no-network', '--reporter', 'markdown', path]],
  ])('%s', async (_, args) => {
    const clone = await cloneRepository(await createRepository({ [path]: before }));
    await clone.write({ [path]: after });
    const { stdout } = await runCli(args, { cwd: clone.directory });
    expect(stdout).toMatch(/mine\.example|2 endpoints|1 unchanged/);
    expect(stdout).not.toMatch(/yours|your changes/);
  });
});

test('without a path, the whole registry is compared', async () => {
  const clone = await cloneRepository(await createRepository({ [path]: before }));
  await clone.write({ [path]: after });
  const { stdout } = await runCli(['check', '--no-network'], { cwd: clone.directory });
  expect(stdout).toContain('your changes (compared with origin/main)');
});

describe('a file', () => {
  test.each(['untracked', 'committed'])(
    "that is new (%s) is the reader's own, with all its findings",
    async (how) => {
      const clone = await cloneRepository(await createRepository({ 'chain/other/param.json': before }));
      await clone.write({ [path]: `{ "evm_endpoint": [], ${after.trimStart().slice(1)}` });
      if (how === 'committed') await clone.commit();
      const { lines, stdout } = await check(clone);
      expect(listAdded(lines)).toEqual([
        'your changes (compared with origin/main)',
        'yours: 1 well-formed, not probed, 1 invalid, 1 file warning',
      ]);
      expect(stdout.indexOf('file/misspelled-field')).toBeLessThan(stdout.indexOf('yours:'));
    },
  );

  test("that the reader broke is the reader's own, and one that was broken before is not", async () => {
    const otherPath = 'chain/other/param.json';
    const files = { [path]: before, [otherPath]: before.replace('{', '{,') };
    const clone = await cloneRepository(await createRepository(files));
    await clone.write({ [path]: before.replace(/\]\s*\}\s*$/, ']') });
    const { lines } = await check(clone, otherPath);
    expect(
      lines.filter((line) => line.includes('file/invalid-json') || listAdded([line]).length > 0),
    ).toEqual([
      'your changes (compared with origin/main)',
      expect.stringContaining(path) as unknown,
      'yours: 1 file error',
      'already in the registry (not your changes)',
      expect.stringContaining(otherPath) as unknown,
      'to be judged by your changes only, add --since origin/main',
    ]);
  });
});

test('a main branch with a hostile name is shown by the name of its remote', async () => {
  const clone = await cloneRepository(await createRepository({ [path]: before }));
  const hostile = 'refs/remotes/origin/$(touch${IFS}ran)\u202e';
  await clone.git('update-ref', hostile, 'HEAD');
  await clone.git('symbolic-ref', 'refs/remotes/origin/HEAD', hostile);
  await clone.write({ [path]: after });
  expect(listAdded((await check(clone)).lines)).toEqual(added('origin/HEAD'));
});
