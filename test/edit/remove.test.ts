import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { listOther } from '../support/edits.js';
import { createRepository } from '../support/repository.js';

/** Runs `remove` in a directory. */
async function remove(cwd: string, ...args: readonly string[]) {
  const { stdout, stderr, exitCode } = await runCli(['remove', ...args], { cwd });
  return { stdout, stderr, exitCode, lines: stderr.replaceAll('endpoint-check: ', '').trimEnd().split('\n') };
}

const kava = [
  '{',
  '  "chain_name": "kava",',
  '  "apis": {',
  '    "rpc": [',
  '      { "address": "https://node.a.example", "provider": "A" },',
  '      { "address": "https://rpc.b.example/", "provider": "B" },',
  '      {',
  '        "address": "https://rpc.c.example",',
  '        "provider": "C"',
  '      },',
  '      { "address": "http://rpc.b.example:26657", "provider": "B" }',
  '    ],',
  '    "rest": [ { "address": "https://node.a.example/api" }, { "address": "https://node.a.example:443/" } ],',
  '    "grpc": [',
  '      { "address": "node.a.example:443", "provider": "A" }',
  '    ],',
  '    "wss": [ { "address": "wss://node.a.example/websocket" } ]',
  '  }',
  '}',
].join('\r\n');
const juno = '{ "chain_name": "juno", "apis": { "rpc": [ { "address": "https://NODE.A.example" } ] } }\n';
const registry = { 'juno/chain.json': juno, 'testnets/kavatest/chain.json': kava, 'kava/chain.json': kava };
const path = 'kava/chain.json';

describe('remove removes an address from every file and kind', () => {
  const all = {
    ...registry,
    'juno/chain.json': '{ "chain_name": "juno", "apis": { "rpc": [] } }\n',
    ...Object.fromEntries(
      [path, 'testnets/kavatest/chain.json'].map((file) => [
        file,
        kava
          .replace('      { "address": "https://node.a.example", "provider": "A" },\r\n', '')
          .replace(', { "address": "https://node.a.example:443/" }', '')
          .replace('[\r\n      { "address": "node.a.example:443", "provider": "A" }\r\n    ]', '[]'),
      ]),
    ),
  };

  test.each([
    'https://node.a.example',
    'https://node.a.example:443/',
    'HTTPS://Node.A.example',
    'http://node.a.example',
    'node.a.example:443',
    'node.a.example',
    'wss://node.a.example',
    ' node.a.example ',
  ])('%s', async (address) => {
    const directory = await createDirectory(registry);
    const { lines, stdout, exitCode } = await remove(directory, address);
    expect(await readBytes(directory)).toEqual(await readBytes(await createDirectory(all)));
    expect(lines).toEqual([
      'removed juno/chain.json:1 rpc https://NODE.A.example',
      'removed kava/chain.json:5 rpc https://node.a.example (A)',
      'removed kava/chain.json:13 rest https://node.a.example:443/',
      'removed kava/chain.json:15 grpc node.a.example:443 (A)',
      'removed testnets/kavatest/chain.json:5 rpc https://node.a.example (A)',
      'removed testnets/kavatest/chain.json:13 rest https://node.a.example:443/',
      'removed testnets/kavatest/chain.json:15 grpc node.a.example:443 (A)',
      'removed 7 entries in 3 files',
      'next: git diff, then commit it',
    ]);
    expect([stdout, exitCode]).toEqual(['', 0]);
  });

  test('of chosen kinds, and several addresses at once', async () => {
    const directory = await createDirectory({ [path]: kava });
    const args = [
      '--kind',
      'rpc,ws',
      'node.a.example',
      'https://rpc.c.example',
      'wss://node.a.example/websocket',
    ];
    const { exitCode } = await remove(directory, ...args);
    const { [path]: text = '' } = await readBytes(directory);
    expect(listOther(kava, text).filter((line) => !line.includes('wss'))).toEqual([
      '      { "address": "https://node.a.example", "provider": "A" },\r',
      '      {\r',
      '        "address": "https://rpc.c.example",\r',
      '        "provider": "C"\r',
      '      },\r',
    ]);
    expect(listOther(text, kava)).toEqual(['    "wss": []\r']);
    expect(exitCode).toBe(0);
  });

  test('and git shows nothing but the removed lines', async () => {
    const { directory, git } = await createRepository({ [path]: kava });
    await remove(directory, 'https://rpc.c.example');
    const diff = await git('diff', '--unified=0', '--ignore-cr-at-eol');
    expect(diff.split('\n').filter((line) => /^[-+](?![-+])/.test(line))).toHaveLength(4);
    expect(diff.split('\n').filter((line) => /^\+(?!\+)/.test(line))).toEqual([]);
  });

  test('with its port, if an address without one means another port', async () => {
    const directory = await createDirectory({ [path]: kava });
    await remove(directory, 'https://rpc.b.example:26657');
    const { [path]: text = '' } = await readBytes(directory);
    expect(JSON.parse(text)).toMatchObject({
      apis: { rpc: [{}, { address: 'https://rpc.b.example/' }, {}] },
    });
  });

  test('but not the gRPC endpoint of its host, which has another path or none', async () => {
    const grpc = (...addresses: readonly string[]) =>
      JSON.stringify({ chain_name: 'kava', apis: { grpc: addresses.map((address) => ({ address })) } });
    const addresses = ['https://a.example:443/grpc', 'a.example:443', 'https://b.example/grpc/'];
    const directory = await createDirectory({ [path]: grpc(...addresses) });
    const other = await remove(directory, 'https://a.example/rpc', 'https://b.example/rpc');
    expect(other.lines.filter((line) => line.includes('removed'))).toEqual([]);
    await remove(directory, 'https://a.example/grpc/', 'b.example:443');
    expect(await readBytes(directory)).toEqual({ [path]: grpc('a.example:443') });
  });

  test('if its form is not allowed, or it is no url at all', async () => {
    const file = 'chain/kava/param.json';
    const list = (...urls: readonly string[]) =>
      `{ "grpc_endpoint": [ ${urls.map((url) => `{ "provider": "A", "url": "${url}" }`).join(', ')} ] }`;
    const directory = await createDirectory({ [file]: list('https://a.example:443', '_', 'b.example:443') });
    expect((await remove(directory, 'a.example:443', '_')).exitCode).toBe(0);
    expect(await readBytes(directory)).toEqual({ [file]: list('b.example:443') });
  });

  test('an address of IPv6', async () => {
    const file = (entries: string) => `{ "chain_name": "kava", "apis": { "rpc": [${entries}] } }`;
    const directory = await createDirectory({ [path]: file('{ "address": "https://[2001:db8::1]:443" }') });
    expect((await remove(directory, '[2001:DB8:0::1]:443')).exitCode).toBe(0);
    expect(await readBytes(directory)).toEqual({ [path]: file('') });
  });

  test('only as a diff with --dry-run', async () => {
    const directory = await createDirectory(registry);
    const { stdout, lines, exitCode } = await remove(directory, 'https://rpc.c.example', '--dry-run');
    expect(await readBytes(directory)).toEqual(registry);
    expect(stdout.split('\n').filter((line) => /^[-+]/.test(line))).toHaveLength(2 * (2 + 4));
    expect(lines.at(-1)).toBe('would remove 2 entries in 2 files');
    expect(exitCode).toBe(0);
  });
});

describe('entries that stay are named, and fail the command', () => {
  test('an address that is not listed, beside one that is', async () => {
    const directory = await createDirectory({ [path]: kava });
    const { lines, exitCode } = await remove(directory, 'https://rpc.c.example', 'https://other.example');
    expect(lines).toContain('https://other.example is not listed');
    expect((await readBytes(directory))[path]).not.toContain('rpc.c.example');
    expect(exitCode).toBe(1);
  });

  test.each([
    [
      ['rpc.c.example:26657'],
      'rpc.c.example:26657 is not listed; its host is listed as rpc https://rpc.c.example',
    ],
    [
      ['https://rpc.c.example', '--kind', 'rest'],
      'https://rpc.c.example is not listed as rest; its host is listed as rpc https://rpc.c.example',
    ],
  ])('the listed addresses of its host: %j', async (args, line) => {
    const directory = await createDirectory({ [path]: kava });
    const { lines, exitCode } = await remove(directory, ...args);
    expect([lines, exitCode]).toEqual([[line], 1]);
  });

  test('a field that holds one string', async () => {
    const file = 'cosmos/kava.json';
    const text = '{ "chainId": "kava-1", "rpc": "https://rpc.example", "rest": "https://rest.example" }';
    const directory = await createDirectory({ [file]: text });
    const { lines, exitCode } = await remove(directory, 'https://rpc.example');
    expect(lines).toEqual([
      `kept ${file}:1 rpc https://rpc.example: the field holds one address: write another, or remove the field by hand`,
    ]);
    expect([exitCode, await readBytes(directory)]).toEqual([1, { [file]: text }]);
  });

  test('a single string of pingpub, but not an item of a list', async () => {
    const file = 'chains/mainnet/kava.json';
    const text = (api: string) => `{ "chain_name": "kava", "rpc": "https://a.example", "api": ${api} }`;
    const directory = await createDirectory({ [file]: text('["https://a.example"]') });
    const { lines, exitCode } = await remove(directory, 'https://a.example');
    expect(await readBytes(directory)).toEqual({ [file]: text('[]') });
    expect([lines.filter((line) => line.startsWith('kept')).length, exitCode]).toEqual([1, 1]);
  });

  test('an entry that comes from a manifest of its provider', async () => {
    const list = (status: string) =>
      JSON.stringify({ providers: [{ name: 'C', manifest_url: 'https://c.example/m.json', status }] });
    const listFile = '_providers/provider-allowlist.json';
    const directory = await createDirectory({ [path]: kava, [listFile]: list('active') });
    const { lines, exitCode } = await remove(directory, 'https://rpc.c.example');
    expect(lines).toEqual([
      `kept ${path}:7 rpc https://rpc.c.example (C): it comes from the provider's manifest: https://c.example/m.json`,
    ]);
    expect([exitCode, (await readBytes(directory))[path]]).toEqual([1, kava]);

    const suspended = await createDirectory({ [path]: kava, [listFile]: list('suspended') });
    expect((await remove(suspended, 'https://rpc.c.example')).exitCode).toBe(0);
  });

  test('a file that cannot be read and has the host, and no other', async () => {
    const directory = await createDirectory({
      [path]: kava,
      'juno/chain.json': '{ "chain_name": "juno", "apis": { "rpc": [ { "address": "https://RPC.c.example" }',
      'osmosis/chain.json': '{ "chain_name": "osmosis", [',
      'dir/chain.json/x': '',
      'stride/chain.json': Buffer.from('\uFEFF{ "address": "https://rpc.c.example" }', 'utf16le'),
      'umee/chain.json': Buffer.from('{ "address": "https://rpc.c.example", "provider": "\xe9" }', 'latin1'),
    });
    const { lines, exitCode } = await remove(directory, 'https://RPC.C.example');
    expect(lines).toEqual([
      `removed ${path}:7 rpc https://rpc.c.example (C)`,
      ...['dir', 'juno', 'stride', 'umee'].map(
        (chain) => `${chain}/chain.json cannot be read, and may have the address too: fix it first`,
      ),
      'next: git diff, then commit it',
    ]);
    expect(exitCode).toBe(1);
    const six = await remove(directory, 'https://[::1]');
    expect(six.lines).toEqual([
      'https://[::1] is not listed',
      'dir/chain.json cannot be read, and may have the address too: fix it first',
    ]);
  });

  test('a file that may not be written', async () => {
    const directory = await createDirectory(registry);
    await chmod(join(directory, path), 0o444);
    const { lines, exitCode } = await remove(join(directory, 'kava'), 'https://rpc.c.example');
    expect(lines).toEqual([
      'removed ../testnets/kavatest/chain.json:7 rpc https://rpc.c.example (C)',
      '../kava/chain.json is not changed: it is read-only',
      'next: git diff, then commit it',
    ]);
    expect([exitCode, (await readBytes(directory))[path]]).toEqual([1, kava]);
  });
});

describe('a usage error changes nothing', () => {
  test.each<[readonly string[], string]>([
    [[], "missing required argument 'address'"],
    [[''], 'an address is empty'],
    [['node.a.example', '--kind', 'grcp'], 'unknown kind "grcp"'],
    [['node.a.example', '--kid', 'grpc'], 'unknown option --kid (did you mean --kind?)'],
  ])('%j', async (args, message) => {
    const directory = await createDirectory(registry);
    const { stderr, exitCode } = await remove(directory, ...args);
    expect(stderr).toContain(message);
    expect([exitCode, await readBytes(directory)]).toEqual([2, registry]);
  });

  test('no registry, or a list of manifests that cannot be read', async () => {
    const nowhere = await remove(await createDirectory(), 'node.a.example');
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([2, expect.stringContaining('no registry found')]);
    const broken = { ...registry, '_providers/provider-allowlist.json': '{' };
    const directory = await createDirectory(broken);
    const { stderr, exitCode } = await remove(directory, 'node.a.example');
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('provider-allowlist.json cannot be read'),
    ]);
    expect(await readBytes(directory)).toEqual(await readBytes(await createDirectory(broken)));
  });
});
