import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { cloneRepository, createRepository, openRepository } from '../support/repository.js';
import { use } from '../support/servers.js';

const path = 'chain/kava/param.json';
const old = 'http://old.example';
const mine = 'https://mine.example';

/** A registry with an invalid entry, and its changed version. */
const before = formatParam({ evm: [old] });
const after = formatParam({ evm: [old, mine] });

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
});

// test/git/own-changes.slow.test.ts has what is compared with what, src/reporters/pretty-selection.test.ts how it is shown.
test('in a hook of a linked worktree, which names its repository, the whole registry is compared', async () => {
  const inside = `registry/${path}`;
  const clone = await cloneRepository(await createRepository({ [inside]: before }));
  const linked = openRepository(`${clone.directory}/linked`);
  await clone.git('worktree', 'add', '--quiet', linked.directory);
  await linked.write({ [inside]: after });
  const env = { GIT_DIR: `${clone.directory}/.git/worktrees/linked` };
  const cwd = `${linked.directory}/registry`;
  const { stdout } = await runCli(['check', '--no-network'], { cwd, env });
  expect(stdout).toContain('your changes (compared with origin/main)');
  const since = ['check', '--no-network', '--since', 'origin/main', path];
  expect((await runCli(since, { cwd, env })).exitCode).toBe(0);
});

describe('nothing is compared if', () => {
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
