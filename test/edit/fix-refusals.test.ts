import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory, readBytes } from '../support/directory.js';
import { edit } from '../support/command-line.js';
import { createRepository } from '../support/repository.js';

const text = (url: string) =>
  `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ { "provider": "A", "url": "${url}" } ] }`;
const [wrong, right] = [text('ttps://e.example'), text('https://e.example')];
const fix = ['--no-network', '--fix'] as const;
const path = (chain: string) => `chain/${chain}/param.json`;

describe('a file that must not be changed is left, the rest is fixed, and the run fails', () => {
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
