import { chmod, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory, readBytes } from '../support/directory.js';
import { edit } from '../support/edits.js';
import { createRepository } from '../support/repository.js';

const text = (url: string) =>
  `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ { "provider": "A", "url": "${url}" } ] }`;
const [wrong, right] = [text('ttps://e.example'), text('https://e.example')];
const fix = ['--no-network', '--fix'] as const;
const path = (chain: string) => `chain/${chain}/param.json`;

describe('a file that must not be changed is left, the rest is fixed, and the run fails', () => {
  test('a symbolic link to a file, and one to a directory', async () => {
    const directory = await createDirectory({
      'fixtures/param.json': wrong,
      [path('kava')]: wrong,
      [path('juno')]: wrong,
      'chain/linked/other.json': '{}',
    });
    await symlink('../../fixtures/param.json', join(directory, path('linked')));
    await symlink('../fixtures', join(directory, 'chain/osmosis'));
    const { lines, stdout, exitCode } = await edit(directory, fix);
    expect(await readBytes(directory)).toMatchObject({
      'fixtures/param.json': wrong,
      [path('kava')]: right,
      [path('juno')]: right,
    });
    expect(lines).toEqual(['fixed 2 findings in 2 files']);
    expect(stdout.match(/\[file\/symlink\]/g)).toHaveLength(2);
    expect(exitCode).toBe(1);
  });

  test('a read-only file', async () => {
    const directory = await createDirectory({ [path('kava')]: wrong, [path('juno')]: wrong });
    await chmod(join(directory, path('juno')), 0o444);
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readBytes(directory)).toEqual({ [path('juno')]: wrong, [path('kava')]: right });
    expect(lines).toEqual(['fixed 1 finding in 1 file', `${path('juno')} is not changed: it is read-only`]);
    expect(exitCode).toBe(1);
  });

  test('a single read-only file, of which only a notice would remain', async () => {
    const capitals = text('https://E.example');
    const directory = await createDirectory({ [path('juno')]: capitals });
    await chmod(join(directory, path('juno')), 0o444);
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readBytes(directory)).toEqual({ [path('juno')]: capitals });
    expect([lines, exitCode]).toEqual([[`${path('juno')} is not changed: it is read-only`], 1]);
  });

  test('a file that git has in conflict, even without its marks', async () => {
    const { directory, git, write, commit } = await createRepository({
      [path('kava')]: text('https://base.example'),
    });
    await git('checkout', '--quiet', '-b', 'topic');
    await commit({ [path('kava')]: text('https://topic.example') });
    await git('checkout', '--quiet', 'main');
    await commit({ [path('kava')]: text('https://main.example'), [path('juno')]: wrong });
    await git('merge', 'topic').catch(() => undefined);
    await write({ [path('kava')]: wrong });
    const { lines, exitCode } = await edit(join(directory, 'chain'), fix);
    expect(await readBytes(directory)).toEqual({ [path('juno')]: right, [path('kava')]: wrong });
    expect(lines).toEqual([
      'fixed 1 finding in 1 file',
      `../${path('kava')} is not changed: git has it in conflict: resolve that first`,
    ]);
    expect(exitCode).toBe(1);
  });

  test('marks of a conflict are no slips', async () => {
    const marks = `{\n<<<<<<< ours\n  "a": 1,\n=======\n  "a": 2,\n>>>>>>> theirs\n}\n`;
    const directory = await createDirectory({ [path('kava')]: marks });
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readBytes(directory)).toEqual({ [path('kava')]: marks });
    expect([lines, exitCode]).toEqual([['nothing to fix'], 1]);
  });

  // Root reads any file.
  test.skipIf(process.getuid?.() === 0)('a file that cannot be read', async () => {
    const directory = await createDirectory({ [path('kava')]: wrong, [path('juno')]: wrong });
    await chmod(join(directory, path('juno')), 0o000);
    const { stdout, exitCode } = await edit(directory, fix);
    await chmod(join(directory, path('juno')), 0o644);
    expect(await readBytes(directory)).toEqual({ [path('juno')]: wrong, [path('kava')]: right });
    expect(stdout).toContain('[file/unreadable]');
    expect(exitCode).toBe(1);
  });

  test('a directory in the place of a file, and a file of another encoding', async () => {
    const latin1 = Buffer.from(wrong.replace('"A"', '"\xe9"'), 'latin1');
    const directory = await createDirectory({
      'chain/dir/param.json/x': '',
      [path('latin')]: latin1,
      [path('kava')]: wrong,
    });
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readFile(join(directory, path('latin')))).toEqual(latin1);
    expect(await readFile(join(directory, path('kava')), 'utf8')).toBe(right);
    expect([lines, exitCode]).toEqual([['fixed 1 finding in 1 file'], 1]);
  });
});

describe('entries from a manifest of their provider are left', () => {
  const allowlist = (...providers: readonly (readonly [string, string])[]) =>
    JSON.stringify({
      providers: providers.map(([name, status]) => ({
        name,
        status,
        manifest_url: `https://${name.toLowerCase()}.example/manifest.json`,
      })),
    });
  const chain = (slip: string, providers: readonly string[], end = '') =>
    `{ "chain_name": "kava", "chain_id": "kava-1", "apis": { "rpc": [ ${providers
      .map(
        (name) =>
          `{ "address": "https://${name.toLowerCase()}.example${name === 'Active' ? ' ' : slip}", "provider": "${name}" }`,
      )
      .join(', ')} ]${end} } }`;
  const names = ['Active', 'Paused', 'Other'];
  const list = allowlist(['Active', 'active'], ['Paused', 'paused']);
  const file = 'kava/chain.json';
  const listFile = '_providers/provider-allowlist.json';

  test('also if a syntax error hid them, and the manifest is named', async () => {
    const directory = await createDirectory({ [file]: chain(' ', names, ','), [listFile]: list });
    const { lines, exitCode } = await edit(directory, fix);
    expect(await readBytes(directory)).toMatchObject({ [file]: chain('', names) });
    expect(lines).toEqual([
      expect.stringMatching(/^fixed 3 findings in 1 file$/),
      '1 finding left to the provider, whose entries come from https://active.example/manifest.json',
    ]);
    expect(exitCode).toBe(1);
  });

  test('a list of providers that cannot be read is a usage error, and nothing is changed', async () => {
    const directory = await createDirectory({ [file]: chain(' ', names), [listFile]: '{ "providers": [' });
    const before = await readBytes(directory);
    const { stderr, exitCode } = await edit(directory, fix);
    expect(stderr).toContain(`cannot fix: ${listFile} cannot be read`);
    expect([exitCode, await readBytes(directory)]).toEqual([2, before]);
  });
});
