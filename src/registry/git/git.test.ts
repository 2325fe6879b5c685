import { chmod, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { createDirectory } from '../../../test/support/directory.js';
import { createRepository, openRepository, type Repository } from '../../../test/support/repository.js';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { findGit } from './programs.js';
import { listConflicts, runGit } from './git.js';
import { readRevision } from './revision.js';

test('git is ended in time, together with its children', async () => {
  const directory = await createDirectory();
  const started = performance.now();
  const answer = await runGit(directory, ['-c', 'alias.wait=!sleep 30 & sleep 30', 'wait'], { limitMs: 300 });
  expect(answer.status).toBe(null);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('git that may wait for a remote is ended with this process', async () => {
  const directory = await createDirectory();
  const listeners = process.listenerCount('SIGHUP');
  // Otherwise the signal would end the process of the test.
  const other = () => undefined;
  process.once('SIGHUP', other);
  const answer = runGit(directory, ['-c', 'alias.wait=!sleep 30 & sleep 30', 'wait']);
  await vi.waitUntil(() => process.listenerCount('SIGHUP') === listeners + 2);
  process.emit('SIGHUP', 'SIGHUP');
  expect((await answer).status).toBe(null);
  expect(process.listenerCount('SIGHUP')).toBe(listeners);
});

/** A shallow clone, and a program in it that leaves its name and environment in a file. */
async function createClone(...filter: readonly string[]) {
  const origin = await createRepository({ 'file.json': '1' });
  for (const name of ['allowFilter', 'allowAnySHA1InWant'])
    await origin.git('config', `uploadpack.${name}`, 'true');
  await origin.git('branch', 'base');
  await origin.commit({ 'file.json': '2' });
  const clone = openRepository(await createDirectory());
  await origin.git(
    'clone',
    '--quiet',
    '--no-checkout',
    ...filter,
    `file://${origin.directory}`,
    clone.directory,
  );
  const ran = join(clone.directory, 'ran');
  const program = join(clone.directory, 'program');
  await clone.write({ program: `#!/bin/sh\n{ echo "$0"; env; } >>'${ran}'\n` });
  await chmod(program, 0o755);
  return { origin, clone, program, ran, readRan: () => readFile(ran, 'utf8') };
}

const shallow = ['--depth=1'];

/** A server that wants a password. */
async function startLockedServer(): Promise<number> {
  const challenge = { 'www-authenticate': 'Basic realm="git"' };
  const server = createServer((_, response) => response.writeHead(401, challenge).end());
  return (await use(listen(server))).port;
}

describe('no program that the configuration of a repository names is run', () => {
  test('though it fetches', async () => {
    const { clone, program, readRan } = await createClone(...shallow);
    await clone.write({ 'hooks/reference-transaction': `#!/bin/sh\nexec '${program}'\n` });
    await chmod(join(clone.directory, 'hooks/reference-transaction'), 0o755);
    await clone.git('config', 'core.hooksPath', 'hooks');
    await clone.git('config', 'core.fsmonitor', program);
    await clone.git('config', 'core.gitProxy', program);
    await clone.git('config', 'core.askPass', program);
    await clone.git('config', 'gpg.program', program);
    await clone.git('config', 'protocol.ext.allow', 'always');
    expect(await listConflicts(clone.directory)).toEqual(new Set());
    const revision = await readRevision(clone.directory, 'origin/base', () => true);
    expect(typeof revision).toBe('object');
    await expect(readRan()).rejects.toThrow('ENOENT');
  });

  test.each([
    ['core.sshCommand', ['core.sshCommand', 'PROGRAM'], 'ssh://localhost/a'],
    [
      'credential.*.helper',
      ['credential.http://localhost:PORT.helper', 'PROGRAM'],
      'http://localhost:PORT/a',
    ],
    ['credential.helper', ['credential.helper', '!PROGRAM'], 'http://localhost:PORT/a'],
    [null, ['core.askPass', 'PROGRAM'], 'http://localhost:PORT/a'],
    ['remote.*.uploadpack', ['remote.origin.uploadpack', 'PROGRAM'], null],
    ['remote.*.vcs', ['remote.origin.vcs', 'ext'], 'sh -c PROGRAM'],
    ['core.alternateRefsCommand', ['core.alternateRefsCommand', 'PROGRAM'], null],
    [null, ['url.ext::PROGRAM .insteadOf', 'https://localhost/'], 'https://localhost/a'],
    [null, ['core.gitProxy', 'PROGRAM'], 'git://localhost:1/a'],
  ] as const)('%s: %j', async (key, [name, value], url) => {
    const { origin, clone, program, readRan } = await createClone(...shallow);
    const port = await startLockedServer();
    const fill = (text: string) => text.replace('PROGRAM', program).replace('PORT', String(port));
    if (key === 'core.alternateRefsCommand')
      await clone.write({ '.git/objects/info/alternates': `${origin.directory}/.git/objects\n` });
    await clone.git('config', '--file', 'included', fill(name), fill(value));
    await clone.git('config', 'include.path', '../included');
    await clone.git('config', 'protocol.ext.allow', 'always');
    if (url !== null) await clone.git('config', 'remote.origin.url', fill(url));
    const revision = await readRevision(clone.directory, 'origin/base', () => true);
    expect(revision).toContain('could not be fetched');
    if (key !== null)
      expect(revision).toContain(`${key} in the configuration of this repository names a program`);
    await expect(readRan()).rejects.toThrow('ENOENT');
  });

  test('though a partial clone lacks objects', async () => {
    const { origin, clone, program, readRan } = await createClone('--filter=blob:none');
    const read = () => readRevision(clone.directory, 'origin/base', () => true);
    await clone.git('config', 'remote.origin.uploadpack', program);
    await expect(read()).rejects.toThrow('remote.*.uploadpack in the configuration of this repository');
    await expect(readRan()).rejects.toThrow('ENOENT');
    await clone.git('config', '--unset', 'remote.origin.uploadpack');
    // As workflows rewrite urls, and as actions/checkout keeps its token.
    await clone.git('config', 'remote.origin.url', 'https://localhost/origin');
    await clone.git('config', `url.file://${origin.directory}.insteadOf`, 'https://localhost/origin');
    await clone.git(
      'config',
      '--file',
      'token',
      'http.https://localhost/.extraheader',
      'AUTHORIZATION: basic x',
    );
    await clone.git(
      'config',
      `includeIf.gitdir:${clone.directory}/.git.path`,
      join(clone.directory, 'token'),
    );
    expect(await read()).toMatchObject({ files: new Map([['file.json', { text: '1' }]]) });
  });
});

test('git gets no secrets that it has no use for', async () => {
  const directory = await createDirectory();
  const secrets = ['ENDPOINT_CHECK_TOKEN', 'INPUT_API-TOKEN', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'];
  const all = [...secrets, 'GITHUB_TOKEN'];
  for (const name of all) vi.stubEnv(name, 'a secret');
  const { stdout } = await runGit(directory, ['-c', 'alias.show-environment=!env', 'show-environment']);
  const offline = await runGit(directory, ['-c', 'alias.show-environment=!env', 'show-environment'], {
    offline: true,
  });
  vi.unstubAllEnvs();
  expect(stdout.toString().match(/^.*a secret$/gm)).toEqual(['GITHUB_TOKEN=a secret']);
  expect(offline.stdout.toString()).toContain('PATH=');
  expect(offline.stdout.toString()).not.toContain('a secret');
});

/** Two branches that change the same files, and a merge that stops. */
async function createConflict(): Promise<Repository> {
  const repository = await createRepository({
    'chain/a\t"ü.json': '1',
    'chain/gone.json': '1',
    top: '1',
    same: '1',
  });
  await repository.git('checkout', '--quiet', '-b', 'theirs');
  await repository.commit({
    'chain/a\t"ü.json': '2',
    'chain/gone.json': null,
    top: '2',
    'chain/new.json': 'new',
  });
  await repository.git('checkout', '--quiet', 'main');
  await repository.commit({ 'chain/a\t"ü.json': '3', 'chain/gone.json': '3', top: '3' });
  await expect(repository.git('merge', 'theirs')).rejects.toThrow('merge');
  return repository;
}

test('files in conflict are listed once, by their path in the directory', async () => {
  const { directory } = await createConflict();
  expect(await listConflicts(directory)).toEqual(new Set(['chain/a\t"ü.json', 'chain/gone.json', 'top']));
  expect(await listConflicts(join(directory, 'chain'))).toEqual(new Set(['a\t"ü.json', 'gone.json']));
});

test('a resolved conflict is none', async () => {
  const repository = await createConflict();
  await repository.commit();
  expect(await listConflicts(repository.directory)).toEqual(new Set());
});

test('there are none without a repository, or in a directory that is gone', async () => {
  const directory = await createDirectory({ file: '<<<<<<< ours' });
  expect(await listConflicts(directory)).toEqual(new Set());
  expect(await listConflicts(join(directory, 'nothing'))).toEqual(new Set());
});

describe('on Windows, the git of a checkout is never run', () => {
  const everywhere = () => true;
  test.each<[string, Readonly<Record<string, string>>, string | null]>([
    ['the first of PATH', { PATH: 'C:\\Git\\cmd;D:\\other' }, 'C:\\Git\\cmd\\git.exe'],
    ['PATH as Windows spells it', { Path: 'C:\\Git\\cmd' }, 'C:\\Git\\cmd\\git.exe'],
    [
      'a directory in quotes',
      { Path: '"C:\\Program Files\\Git\\cmd"' },
      'C:\\Program Files\\Git\\cmd\\git.exe',
    ],
    ['relative directories', { Path: '.;;tools;C:bin;C:\\Git\\cmd' }, 'C:\\Git\\cmd\\git.exe'],
    ['relative directories alone', { Path: '.;;tools' }, null],
    ['no PATH', {}, null],
  ])('%s', (_, env, file) => {
    expect(findGit('win32', env, everywhere)).toBe(file);
  });

  test('a directory without it is passed over', () => {
    const env = { Path: 'C:\\empty;C:\\Git\\cmd' };
    expect(findGit('win32', env, (file) => !file.includes('empty'))).toBe('C:\\Git\\cmd\\git.exe');
  });

  test('elsewhere the system finds it', () => {
    expect(findGit('linux', {})).toBe('git');
  });
});
