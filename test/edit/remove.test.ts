import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';

/** Runs `remove` in a directory. */
async function remove(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, exitCode } = await runCli(['remove', ...args], { cwd });
  return { stdout, stderr, exitCode, lines: stderr.replaceAll('endpoint-check: ', '').trimEnd().split('\n') };
}

const path = 'kava/chain.json';
const kava = [
  '{',
  '  "chain_name": "kava",',
  '  "apis": { "rpc": [',
  '    { "address": "https://rpc.c.example", "provider": "C" }',
  '  ] }',
  '}',
].join('\n');
const registry = { 'testnets/kavatest/chain.json': kava, [path]: kava };

describe('entries that stay are named, and fail the command', () => {
  test('a file that cannot be read and has the host, or that is a link, and no other', async () => {
    const directory = await createDirectory({
      [path]: kava,
      'juno/chain.json': '{ "chain_name": "juno", "apis": { "rpc": [ { "address": "https://RPC.c.example" }',
      'osmosis/chain.json': '{ "chain_name": "osmosis", [',
      'dir/chain.json/x': '',
      'stride/chain.json': Buffer.from('\uFEFF{ "address": "https://rpc.c.example" }', 'utf16le'),
      'umee/chain.json': Buffer.from('{ "address": "https://rpc.c.example", "provider": "\xe9" }', 'latin1'),
    });
    await mkdir(join(directory, 'linked'));
    await symlink('../kava/chain.json', join(directory, 'linked/chain.json'));
    await symlink('kava', join(directory, 'linked2'));
    const { lines, exitCode } = await remove(directory, 'https://RPC.C.example');
    expect(lines).toEqual([
      `removed ${path}:4 rpc https://rpc.c.example (C)`,
      ...['dir', 'juno', 'linked', 'linked2', 'stride', 'umee'].map(
        (chain) => `${chain}/chain.json cannot be read, and may have the address too: fix it first`,
      ),
      'next: git diff, then commit it',
    ]);
    expect(exitCode).toBe(1);
    const six = await remove(directory, 'https://[::1]');
    expect(six.lines).toEqual([
      'https://[::1] is not listed',
      ...['dir', 'linked', 'linked2'].map(
        (chain) => `${chain}/chain.json cannot be read, and may have the address too: fix it first`,
      ),
    ]);
  });

  test('a file that may not be written', async () => {
    const directory = await createDirectory(registry);
    await chmod(join(directory, path), 0o444);
    const { lines, exitCode } = await remove(join(directory, 'kava'), 'https://rpc.c.example');
    expect(lines).toEqual([
      'removed ../testnets/kavatest/chain.json:4 rpc https://rpc.c.example (C)',
      '../kava/chain.json is not changed: it is read-only',
      'next: git diff, then commit it',
    ]);
    expect([exitCode, (await readBytes(directory))[path]]).toEqual([1, kava]);
  });
});
