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

/** Runs a command on a registry of one file; resolves to the new text of the file. */
async function change(path: string, text: string, args: readonly string[]) {
  const cwd = await createDirectory({ [path]: text, '.git/HEAD': '' });
  const { stderr } = await runCli(args, { cwd });
  return { after: await readFile(join(cwd, path), 'utf8'), stderr };
}

const remove = async (path: string, text: string, ...addresses: readonly string[]) =>
  (await change(path, text, ['remove', ...addresses])).after;
/** Adds the address of a node; `place` stands for it in the resulting text. */
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
        'chainId: 1399811149\ndomainId: 2\nprotocol: sealevel\nrpcUrls:\n  - http: https://sol.example.com\n',
      'chains/sui/metadata.yaml': 'domainId: 3\nprotocol: sui\nrpcUrls: []\n',
      'chains/ton/metadata.yaml': 'domainId: 4\nrpcUrls: []\n',
    });
    expect(entries).toEqual([
      'evm arbitrum https://a.example.com 42161 7:5',
      'evm arbitrum https://b.example.com 42161 8:5',
      'evm-ws arbitrum wss://b.example.com 42161 9:16',
      'evm arbitrum https://c.example.com 42161 10:5',
      'rpc hub https://rpc.example.com cosmoshub-4 4:11',
      'rest hub https://api.example.com cosmoshub-4 6:3',
      'grpc hub grpc.example.com:443 cosmoshub-4 8:3',
      'solana sol https://sol.example.com - 5:5',
    ]);
    expect(findings).toEqual([
      'file/unsupported-chain 1:1 nothing in the file was checked: chains of the protocol sui are not checked',
      'file/unsupported-chain 1:1 nothing in the file was checked: a chain without "protocol" is not checked',
    ]);
  });

  test.each([
    ['\n  reasons: [badrpc, private]', 'the registry has disabled the chain (badrpc, private)'],
    ['', 'the registry has disabled the chain'],
  ])('a chain that the registry has disabled is skipped%s', async (reasons, reason) => {
    const text = `${head}availability:\n  status: disabled${reasons}\nrpcUrls:\n  - http: https://a.example.com\n`;
    const cwd = await createDirectory({ [path]: text, '.git/HEAD': '' });
    const { endpoints } = (await runForReport([], { cwd })).report;
    expect(endpoints.map(({ verdict, skipReason }) => [verdict, skipReason])).toEqual([['skipped', reason]]);
  });

  test('a very deep one is refused', async () => {
    const { findings } = await check({ [path]: `${head}x: ${'['.repeat(50_000)}` });
    expect(findings).toEqual([expect.stringMatching(/^file\/invalid-syntax \d+:\d+ invalid YAML: /)]);
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

  test('an address stays with its websocket, unless both are removed', async () => {
    const both = list('- http: https://a.example.com\n    webSocket: wss://w.example.com', third);
    const kept = await change(path, both, ['remove', 'https://a.example.com']);
    expect(kept.after).toBe(both);
    expect(kept.stderr).toContain('it holds another endpoint');
    expect(await remove(path, both, 'https://a.example.com', 'wss://w.example.com')).toBe(list(third));
  });

  test('an entry is added after the last one, in the style of the list', async () => {
    expect(await add(path, list(first), 'arbitrum', 42161)).toBe(list(first, '- http: https://new.example'));
    const flow = `${head}rpcUrls: []\n`;
    expect(await add(path, flow, 'arbitrum', 42161)).toBe(
      `${head}rpcUrls: [{ http: "https://new.example" }]\n`,
    );
  });

  test('an entry that cannot be added is to be added by hand', async () => {
    expect(await add(path, head, 'arbitrum', 42161)).toContain(`${path} has no rpcUrls: add it by hand`);
    const anchored = list('- &a\n    http: https://a.example.com');
    expect(await add(path, anchored, 'arbitrum', 42161)).toContain(
      `${path}: rpcUrls is written in a way that nothing can be added to: add the entry by hand`,
    );
    const solana = head.replace('ethereum', 'starknet');
    expect(await add(path, solana, 'arbitrum', 42161)).toContain(
      'hyperlane lists no evm endpoints of arbitrum: chains of the protocol starknet are not checked',
    );
  });
});

describe('TOML and JSON of superchain', () => {
  const path = 'superchain/configs/mainnet/op.toml';

  test('entries are read with their places and claims', async () => {
    const { entries, findings } = await check({
      'chainList.json':
        '[\n{"identifier":"mainnet/op","chainId":10,"rpc":["https://a.example.com"]},\n{"identifier":"mainnet/x","chainId":11,"rpc":["b.example.com"]}\n]\n',
      [path]: `name = "OP" # x\npublic_rpc = "https://a.example.com"\nsequencer_rpc = 'https://s.example.com'\nchain_id = 1_0\n[genesis]\ntime = 1979-05-27T07:32:00Z\n[[x]]\ny.z = [1,\n 2]\n[[x]]\n`,
      'superchain/configs/mainnet/superchain.toml': 'name = "Mainnet"\n',
    });
    expect(entries).toEqual([
      'evm mainnet/op https://a.example.com 10 2:48',
      'evm mainnet/x b.example.com 11 3:47',
      'evm mainnet/op https://a.example.com 10 2:14',
      'evm mainnet/op https://s.example.com 10 3:17',
    ]);
    expect(findings).toEqual(['entry/url-scheme 3:47 the url has no scheme, expected an https url']);
  });

  test('an empty address stands for none', async () => {
    const files = {
      'chainList.json': '[{"identifier":"sepolia/dev","chainId":11,"rpc":[""]}]',
      'superchain/configs/sepolia/dev.toml': 'chain_id = 11\npublic_rpc = ""\nsequencer_rpc = " "\n',
    };
    expect(await check(files)).toEqual({
      entries: ['evm sepolia/dev   11 3:17'],
      findings: ['entry/url-malformed 3:17 malformed url: it is empty'],
    });
  });

  test('a very deep one is refused', async () => {
    const { findings } = await check({ [path]: `x = ${'['.repeat(50_000)}` });
    expect(findings).toEqual([expect.stringMatching(/^file\/invalid-syntax 1:\d+ invalid TOML: /)]);
  });

  test('a single required string is neither added nor removed', async () => {
    const text = 'chain_id = 10\npublic_rpc = "https://a.example.com"\n';
    const removed = await change(path, text, ['remove', 'https://a.example.com']);
    expect(removed).toMatchObject({
      after: text,
      stderr: expect.stringContaining('the field holds one address') as string,
    });
    expect(await add(path, text, 'mainnet/op', 10)).toContain(
      'superchain has one evm endpoint for each chain',
    );
  });

  // Its format is written in two syntaxes, and only the one in TOML is foreign.
  test('chainList.json is JSON: an address is removed with the comma that JSON does not allow at the end', async () => {
    const list = 'chainList.json';
    const write = (urls: string) => `[\n  { "identifier": "op", "chainId": 10, "rpc": [${urls}] }\n]\n`;
    const before = write('"https://a.example.com", "https://b.example.com"');
    expect(await remove(list, before, 'https://b.example.com')).toBe(write('"https://a.example.com"'));
  });
});

describe('JavaScript of defillama', () => {
  const path = 'constants/extraRpcs.js';
  const head = 'import { other } from "./other.js";\n\nconst privacy = {\n  a: `long ${other}`,\n};\n\n';
  const list = (...lines: readonly string[]) =>
    `${head}// data\nexport const extraRpcs = {\n  1: {\n    rpcs: [\n      // first\n${lines.map((line) => `      ${line}\n`).join('')}    ],\n  },\n};\n\nexport default merge(extraRpcs);\n`;

  test('literals are read with their places and claims, and nothing is run', async () => {
    const { entries, findings } = await check({
      [path]: `throw new Error("run");\n${head}export const extraRpcs = {\n  1: { rpcs: ["https://a.example.com", /* x */ { url: 'wss://b.example.com', tracking: privacy.a }] },\n  1_000: { rpcs: [\`https://c.example.com\`, ...other, other.url, \`https://\${other}\`, { url: other }] },\n  "56": { rpcs: [] },\n  [other]: { rpcs: ["https://no.example.com"] },\n  ...other,\n};\n`,
      'constants/additionalChainRegistry/chainid-7.js':
        'export const data = {\n  "name": "Seven",\n  "rpc": [\n    "https://d.example.com",\n    "https://e.example.com/${KEY}",\n  ],\n  "chainId": 7,\n};\n',
    });
    expect(entries).toEqual([
      'evm chainid-7 https://d.example.com 7 4:5',
      'evm chainid-7 https://e.example.com/${KEY} 7 5:5',
      'evm 1 https://a.example.com 1 9:15',
      'evm-ws 1 wss://b.example.com 1 9:48',
      'evm 1000 https://c.example.com 1000 10:19',
    ]);
    expect(findings).toEqual([
      'file/not-literal 1:1 code or another export, so not read: line 1, 12, 13',
      'file/not-literal 10:44 code or another export, so not read: line 10',
    ]);
  });

  test('a very deep one is refused', async () => {
    const { findings } = await check({ [path]: `export const x = {1: ${'['.repeat(50_000)}` });
    expect(findings).toEqual([expect.stringMatching(/^file\/invalid-syntax 1:\d+ invalid JavaScript: /)]);
  });

  const [first, second, third] = [
    '"https://a.example.com", // a',
    '{ url: "https://b.example.com" },',
    '"https://c.example.com"',
  ];

  test('an entry is removed with its line, and the last one leaves []', async () => {
    const whole = list(first, second, third);
    expect(await remove(path, whole, 'https://b.example.com')).toBe(list(first, third));
    expect(await remove(path, whole, 'https://c.example.com')).toBe(list(first, second));
    const inline = list().replace(
      '[\n      // first\n    ]',
      '["https://a.example.com", "https://b.example.com"]',
    );
    expect(await remove(path, inline, 'https://a.example.com')).toBe(
      inline.replace('"https://a.example.com", ', ''),
    );
    const all = ['https://a.example.com', 'https://b.example.com'];
    expect(await remove(path, inline, ...all)).toBe(inline.replace(/\["https.*"\]/, '[]'));
  });

  test('a comment between an entry and its comma keeps it', async () => {
    const text = list('"https://a.example.com" /* x */,', '"https://b.example.com", "https://c.example.com"');
    expect(await remove(path, text, 'https://a.example.com')).toBe(text);
  });

  test('an entry is added after the last one, in the style of the list', async () => {
    const added = '"https://new.example"';
    expect(await add(path, list(first, second), '1', 1)).toBe(list(first, second, `{ url: ${added} },`));
    expect(await add(path, list(first, third), '1', 1)).toBe(list(first, `${third},`, added));
  });
});
