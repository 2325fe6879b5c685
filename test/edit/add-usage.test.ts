import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { add, chainFile, kava } from '../support/edits.js';
import { use } from '../support/servers.js';

describe('an endpoint that is listed already is not probed, and its line is named', () => {
  test.each(['https://rpc.old.example', 'HTTPS://RPC.Old.example:443/', 'http://rpc.old.example'])(
    '%s',
    async (url) => {
      const directory = await createDirectory({
        [kava]: chainFile(['https://a.example', 'https://rpc.old.example']),
      });
      const { lines, stdout, exitCode } = await add(
        join(directory, 'kava'),
        'kava',
        'rpc',
        url,
        '--provider',
        'New',
      );
      expect([lines, stdout, exitCode]).toEqual([[`${url} is listed already: ../kava/chain.json:7`], '', 1]);
    },
  );
});

describe('a usage error names what is expected, and changes nothing', () => {
  const pingpub = '{ "chain_name": "kava", "api": [] }';
  const files = {
    chainlist: { 'chain/kava/param.json': '{}', 'chain/juno/param.json': '{}' },
    directories: {
      'chain/kava/param.json': '{}',
      'chain/empty/erc20_2.json': '[]',
      'README.md': '',
    },
    testnets: {
      [kava]: chainFile(),
      'testnets/junotestnet/chain.json': chainFile(),
      'testnets/empty/assetlist.json': '{}',
    },
    many: Object.fromEntries('abcdefghijk'.split('').map((at) => [`chain/kava-${at}/param.json`, '{}'])),
    'chain-registry': { [kava]: chainFile() },
    broken: { [kava]: '{ "chain_name": "kava", "apis": { "rpc": [ }' },
    object: { [kava]: '{ "chain_name": "kava", "apis": { "rpc": {} } }' },
    keplr: {
      'cosmos/kava.json':
        '{ "chainId": "kava-1", "rpc": "https://rpc.example", "rest": "https://rest.example" }',
    },
    zone: {
      'osmosis.zone_chains.json':
        '{ "chains": [ { "chain_name": "kava", "rpc": "https://rpc.example", "rest": "https://rest.example" } ] }',
    },
    pingpub: { 'chains/mainnet/kava.json': pingpub, 'chains/testnet/kava.json': pingpub },
    'ethereum-lists': { '_data/chains/eip155-1.json': '{ "chainId": 1, "rpc": [] }' },
    nothing: { 'README.md': '' },
  };
  const provider = ['--provider', 'New'];
  test.each<[keyof typeof files, readonly string[], string]>([
    ['chainlist', [], "missing required argument 'address'"],
    ['chainlist', ['kava', 'grcp', 'x.example:443', ...provider], 'unknown kind "grcp"'],
    [
      'chainlist',
      ['grpc', 'kava', 'x.example:443', ...provider],
      'write the chain before the kind: endpoint-check add kava grpc …',
    ],
    [
      'chainlist',
      ['kvaa', 'grpc', 'x.example:443', ...provider],
      'unknown chain "kvaa" (did you mean kava?)',
    ],
    [
      'chainlist',
      ['osmosis', 'grpc', 'x.example:443', ...provider],
      'unknown chain "osmosis": expected juno or kava',
    ],
    [
      'directories',
      ['empty', 'grpc', 'x.example:443', ...provider],
      'chain/empty has no param.json: make chain/empty/param.json, with {} at least',
    ],
    [
      'directories',
      ['chain/empty/', 'grpc', 'x.example:443', ...provider],
      'chain/empty has no param.json: make chain/empty/param.json',
    ],
    [
      'testnets',
      ['empty', 'grpc', 'x.example:443', ...provider],
      'testnets/empty has no chain.json: make testnets/empty/chain.json',
    ],
    [
      'many',
      ['osmosis', 'grpc', 'x.example:443', ...provider],
      'unknown chain "osmosis": expected the directory, the file or the name of a chain, such as kava-a',
    ],
    ['chainlist', ['kava', 'grpc', 'x.example:443'], '--provider is missing: write the name of the operator'],
    ['chainlist', ['kava', 'grpc', 'x.example:443', '--provider', ' '], '--provider is empty'],
    [
      'chainlist',
      ['kava', 'ws', 'wss://x.example/websocket', ...provider],
      'chainlist lists no ws endpoints: expected grpc, evm, rpc, rest or solana',
    ],
    ['chain-registry', ['kava', 'grpc', 'x.example:443'], '--provider is missing'],
    ['broken', ['kava', 'rpc', 'https://x.example', ...provider], `${kava} cannot be read`],
    ['object', ['kava', 'rpc', 'https://x.example', ...provider], `${kava}: apis/rpc is not a list`],
    [
      'keplr',
      ['kava', 'rpc', 'https://x.example'],
      'keplr has one rpc endpoint for each chain: replace rpc in cosmos/kava.json by hand',
    ],
    [
      'zone',
      ['kava', 'rest', 'https://x.example'],
      'zone-chains has one rest endpoint for each chain: replace rest in osmosis.zone_chains.json by hand',
    ],
    [
      'pingpub',
      ['kava', 'rest', 'https://x.example'],
      '"kava" is several chains: name one of chains/mainnet/kava.json, chains/testnet/kava.json',
    ],
    [
      'ethereum-lists',
      ['eip155-1', 'evm', 'wss://x.example'],
      'ethereum-lists reads this address as evm-ws: expected another scheme for evm',
    ],
    ['nothing', ['kava', 'rpc', 'https://x.example', ...provider], 'no registry found'],
  ])('%s: %j', async (registry, args, message) => {
    const before: Readonly<Record<string, string>> = files[registry];
    const directory = await createDirectory(before);
    const { stderr, stdout, exitCode } = await runCli(['add', ...args], { cwd: directory });
    expect(stderr).toContain(message);
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect(await readBytes(directory)).toEqual(Object.fromEntries(Object.entries(before).toSorted()));
  });

  test('the candidates of an ambiguous name can be named, also from a directory below', async () => {
    const directory = await createDirectory(files.pingpub);
    const url = `http://127.0.0.1:${(await use(startRestNode())).port}`;
    expect((await add(directory, 'chains/testnet/kava.json', 'rest', url)).exitCode).toBe(0);
    expect((await add(join(directory, 'chains'), 'mainnet/kava.json', 'rest', url)).exitCode).toBe(0);
    const after = await readBytes(directory);
    for (const text of Object.values(after)) expect(text).toContain(`"address": "${url}"`);
  });
});
