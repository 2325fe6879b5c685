import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli, runForReport } from '../support/command-line.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { createDirectory } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

/** Checks a registry without network; its entries and findings with their places. */
async function check(files: Readonly<Record<string, string>>) {
  const cwd = await createDirectory({ ...files, '.git/HEAD': '' });
  const { report } = await runForReport(['--no-network'], { cwd });
  return {
    entries: report.endpoints.map(({ kind, chain, url, line, column, claim }) =>
      [kind, chain, url, claim?.chainId ?? '-', `${line ?? 0}:${column ?? 0}`].join(' '),
    ),
    findings: report.findings.map(
      ({ rule, line, column, message }) => `${rule} ${line ?? 0}:${column ?? 0} ${message}`,
    ),
  };
}

/** Runs a command on a registry of one file; resolves to what it makes of that. */
async function change(path: string, text: string, args: readonly string[]) {
  const cwd = await createDirectory({ [path]: text, '.git/HEAD': '' });
  const { stderr } = await runCli(args, { cwd });
  return { after: await readFile(join(cwd, path), 'utf8'), stderr };
}

const remove = async (path: string, text: string, ...addresses: readonly string[]) =>
  (await change(path, text, ['remove', ...addresses])).after;
const fix = async (path: string, text: string) => (await change(path, text, ['--fix', '--no-network'])).after;
/** Adds the address of a node; `place` stands for it in what comes of the file. */
async function add(path: string, text: string, chain: string, chainId: number) {
  const trust = await createTrust();
  const node = await use(startEvmNode({ tls: await trust.issue(), chainId }));
  const url = `https://localhost:${node.port}`;
  const cwd = await createDirectory({ [path]: text, '.git/HEAD': '' });
  const outcome = await runCli(['add', chain, 'evm', url, '--allow-private'], { cwd, env: trust.env });
  const after = await readFile(join(cwd, path), 'utf8');
  return outcome.exitCode === 0 ? after.replace(url, 'https://new.example') : outcome.stderr;
}

describe('YAML of hyperlane', () => {
  const path = 'chains/arbitrum/metadata.yaml';
  const head = 'chainId: 42161\ndomainId: 42161\nprotocol: ethereum\n';

  test('entries are read with their places, kinds and claims', async () => {
    const { entries, findings } = await check({
      [path]: `# $schema\n${head}rpcUrls:\n  # first\n  - http: https://a.example.com # main\n  - http: "https://b.example.com"\n    webSocket: wss://b.example.com\n  - {http: 'https://c.example.com'}\n`,
      'chains/hub/metadata.yaml':
        'chainId: cosmoshub-4\ndomainId: 1\nprotocol: cosmosnative\nrpcUrls: [{http: https://rpc.example.com}]\nrestUrls:\n- http: https://api.example.com\ngrpcUrls:\n- http: grpc.example.com:443\n',
      'chains/sol/metadata.yaml':
        'domainId: 2\nprotocol: sealevel\nrpcUrls:\n  - http: https://sol.example.com\n',
      'chains/sui/metadata.yaml': 'domainId: 3\nprotocol: sealevel\nrpcUrls: []\n',
    });
    expect(entries).toEqual([
      'evm arbitrum https://a.example.com 42161 7:5',
      'evm arbitrum https://b.example.com 42161 8:5',
      'evm-ws arbitrum wss://b.example.com 42161 9:16',
      'evm arbitrum https://c.example.com 42161 10:5',
      'rpc hub https://rpc.example.com cosmoshub-4 4:11',
      'rest hub https://api.example.com cosmoshub-4 6:3',
      'grpc hub grpc.example.com:443 cosmoshub-4 8:3',
    ]);
    expect(findings).toEqual([
      'file/unsupported-chain 1:1 nothing in 2 files was checked: chains of the protocol sealevel are not checked: chains/sol/metadata.yaml, chains/sui/metadata.yaml',
    ]);
  });

  test('anchors are followed, duplicate keys reported', async () => {
    const { entries, findings } = await check({
      [path]: `${head}x: &urls\n  - http: https://a.example.com\nrpcUrls: *urls\nname: a\nname: b\n`,
    });
    expect(entries).toEqual(['evm arbitrum https://a.example.com 42161 5:5']);
    expect(findings).toEqual(['file/duplicate-key 8:1 duplicate key "name", first on line 7']);
  });

  test.each([
    ['a list that does not end', 'rpcUrls: [\n', /^file\/invalid-syntax 5:1 invalid YAML: Flow sequence/],
    ['an alias of nothing', 'rpcUrls: *no\n', /^file\/invalid-syntax 4:10 invalid YAML: .*no/i],
    ['an alias of what it is in', 'rpcUrls: &a [*a]\n', /^file\/invalid-syntax 4:14 invalid YAML: /],
    [
      'aliases without end',
      `a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n${Array.from({ length: 9 }, (_, index) => `a${index + 1}: &a${index + 1} [${`*a${index},`.repeat(10)}]\n`).join('')}`,
      /^file\/invalid-syntax \d+:\d+ invalid YAML: too many values/,
    ],
    [
      'a deep one',
      `x: ${'['.repeat(40)}${']'.repeat(40)}\n`,
      /^file\/invalid-syntax 4:\d+ invalid YAML: nested more/,
    ],
    ['a very deep one', `x: ${'['.repeat(50_000)}`, /^file\/invalid-syntax \d+:\d+ invalid YAML: /],
  ])('%s is refused', async (_, body, expected) => {
    const { findings } = await check({ [path]: head + body });
    expect(findings).toEqual([expect.stringMatching(expected)]);
  });

  test('an address is fixed in its quotes, and nothing else changes', async () => {
    const write = (...urls: readonly string[]) =>
      `${head}rpcUrls: # all\r\n  - http: ${urls.join('   # x\r\n  - http: ')}\r\ny: &z {a: 1}\r\n`;
    const before = write(
      'ttps://a.example.com',
      "' https://b.example.com'",
      '"https:/c.example.com"',
      'https://D.example.com',
    );
    const after = write(
      'https://a.example.com',
      "'https://b.example.com'",
      '"https://c.example.com"',
      'https://d.example.com',
    );
    expect(await fix(path, before)).toBe(after);
  });

  const list = (...lines: readonly string[]) =>
    `${head}rpcUrls: # all\n  # first\n${lines.map((line) => `  ${line}\n`).join('')}name: a\n`;
  const [first, second, third] = [
    '- http: https://a.example.com # a',
    '- http: "https://b.example.com"\n    max: 1',
    '- {http: https://c.example.com}',
  ];

  test('an entry is removed with its lines, and the last one leaves []', async () => {
    const whole = list(first, second, third);
    expect(await remove(path, whole, 'https://b.example.com')).toBe(list(first, third));
    expect(await remove(path, whole, 'https://a.example.com', 'https://c.example.com')).toBe(list(second));
    const all = ['https://a.example.com', 'https://b.example.com', 'https://c.example.com'];
    expect(await remove(path, whole, ...all)).toBe(`${head}rpcUrls: [] # all\n  # first\nname: a\n`);
    const flow = `${head}rpcUrls: [{http: https://a.example.com}, {http: https://b.example.com}]\n`;
    expect(await remove(path, flow, 'https://a.example.com')).toBe(
      `${head}rpcUrls: [{http: https://b.example.com}]\n`,
    );
  });

  test('a repeated entry is removed by --fix', async () => {
    expect(await fix(path, list(first, '- http: https://a.example.com/', third))).toBe(list(first, third));
  });

  test('an entry is added after the last one, as the list is written', async () => {
    expect(await add(path, list(first), 'arbitrum', 42161)).toBe(list(first, '- http: https://new.example'));
    const flow = `${head}rpcUrls: []\n`;
    expect(await add(path, flow, 'arbitrum', 42161)).toBe(
      `${head}rpcUrls: [{ http: "https://new.example" }]\n`,
    );
    expect(await add(path, head, 'arbitrum', 42161)).toContain('rpcUrls is not a list');
  });
});
