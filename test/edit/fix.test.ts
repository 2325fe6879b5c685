import { readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { edit } from '../support/command-line.js';
import { createRepository } from '../support/repository.js';

const path = 'chain/kava/param.json';
const fix = ['--no-network', '--fix'] as const;

test('if there is nothing to fix, not even the time of the file changes', async () => {
  const directory = await createDirectory({ [path]: '{ "chain_id_evm": "0x8ae" }' });
  const old = new Date('2020-01-01T00:00:00Z');
  await utimes(join(directory, path), old, old);
  const { lines } = await edit(directory, fix);
  expect(lines).toEqual(['nothing to fix']);
  expect((await stat(join(directory, path))).mtime).toEqual(old);
});

describe('what --fix makes of another encoding', () => {
  const clean =
    '{ "chain_id_evm": "0x8ae", "evm_rpc_endpoint": [ { "provider": "É", "url": "https://e.example" } ] }\n';
  const dirty = clean.replace('https', 'hhttps');
  const swap = (text: string) => Buffer.from(text, 'utf16le').swap16();
  test.each([
    ['UTF-16 little endian', Buffer.from(`\uFEFF${dirty}`, 'utf16le')],
    ['UTF-16 little endian without a mark', Buffer.from(dirty, 'utf16le')],
    ['UTF-16 big endian', swap(`\uFEFF${dirty}`)],
    ['UTF-16 big endian without a mark', swap(dirty)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${dirty}`)],
  ])('a file in %s is saved as UTF-8', async (_, bytes) => {
    const directory = await createDirectory({ [path]: bytes });
    const { exitCode } = await edit(directory, fix);
    expect(await readFile(join(directory, path))).toEqual(Buffer.from(clean));
    expect(exitCode).toBe(0);
  });

  const utf16 = Buffer.from(`\uFEFF${dirty}`, 'utf16le');
  const utf32 = Buffer.concat(
    Array.from(`\uFEFF${dirty}`, (character) => Buffer.from(`${character}\0`, 'utf16le')),
  );
  test.each([
    ['UTF-32 little endian', utf32, 'UTF-32'],
    ['UTF-32 big endian', Buffer.from(utf32).swap32(), 'UTF-32'],
    ['UTF-16 with half a surrogate pair', Buffer.from(`\uFEFF${dirty}\uD83D`, 'utf16le'), 'invalid UTF-16'],
    ['UTF-16 with half a character', Buffer.concat([utf16, Buffer.from([0x20])]), 'invalid UTF-16'],
    ['UTF-16 with zeros', Buffer.from(`\uFEFF${dirty}\0`, 'utf16le'), 'invalid UTF-16'],
  ])('a file in %s stays, and no fix is promised', async (_, bytes, encoding) => {
    const directory = await createDirectory({ [path]: bytes });
    const { lines, stdout } = await edit(directory, fix);
    expect(await readFile(join(directory, path))).toEqual(bytes);
    expect(lines).toEqual(['nothing to fix']);
    expect(stdout).toContain(`the file is ${encoding}, expected UTF-8`);
    expect(stdout).not.toContain('can be fixed');
  });
});

test('a whole registry is fixed once, with the commands of the page, in two commits', async () => {
  const commands =
    /^## A whole registry, once$[^]*?^```sh\n([^]*?)^```$/m.exec(
      await readFile('docs/fixing.md', 'utf8'),
    )?.[1] ?? '';
  const entry = (provider: string, url: string) => `{ "provider": "${provider}", "url": "${url}" }`;
  const list = (...entries: readonly string[]) =>
    `{ "chain_id_evm": "0x1", "evm_rpc_endpoint": [ ${entries.join(', ')} ] }`;
  const common = [entry('Node Co', 'https://a.example'), entry('Node Co', 'https://b.example')];
  const { directory, git } = await createRepository({
    [path]: list(...common, entry('node-co', 'https:/c.example')),
  });
  const steps: string[] = [];
  for (const command of commands.trimEnd().split('\n')) {
    const [, args] = /^npx endpoint-check ((?:--[a-z-]+ ?)+)(?: *>.*)?$/.exec(command) ?? [];
    const [, subject] = /^git commit -a -m "(.+)"$/.exec(command) ?? [];
    if (args !== undefined) steps.push(...(await edit(directory, args.trim().split(' '))).lines);
    else if (subject !== undefined) await git('commit', '--quiet', '-a', '-m', subject);
    else throw new Error(`what is ${command}?`);
  }
  expect(steps).toEqual([
    'would fix 1 finding in 1 file',
    'fixed 1 finding in 1 file',
    'fixed 1 finding in 1 file',
  ]);
  expect(await git('diff', 'HEAD', '--stat')).toBe('');
  expect(await readFile(join(directory, path), 'utf8')).toBe(
    list(...common, entry('Node Co', 'https://c.example')),
  );
});
