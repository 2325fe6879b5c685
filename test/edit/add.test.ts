import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startPeerNode } from '../../src/sandbox/peer-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { holdClosedPort } from '../../src/sandbox/server.js';
import { createDirectory, readBytes } from '../support/directory.js';
import { edit } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';
import { startCountingListener } from '../support/sockets.js';
import { add, addTo, chainFile, kava } from './adding.js';

/** The arguments that add an entry to kava. */
const asNew = (...args: readonly string[]) => ['kava', ...args, '--provider', 'New'];

describe('an endpoint that passes is added, and the rest of the file stays', () => {
  test('chainlist: to param_2.json if it is there, in its style', async () => {
    const { port } = await use(startCosmosNode());
    const file = [
      '{',
      '\t"chain_id_cosmos" : "sandbox-1",',
      '\t"grpc_endpoint" : [',
      '\t\t{ "provider" : "É", "url" : "grpc.old.example:443" }',
      '\t]',
      '}',
    ].join('\r\n');
    const files = { 'chain/kava/param.json': file, 'chain/kava/param_2.json': file };
    const url = `127.0.0.1:${port}`;
    const args = ['kava', 'grpc', ` ${url} `, '--provider', 'New "1"'];
    const { came, went, lines } = await addTo(files, 'chain/kava/param_2.json', args);
    expect(went).toEqual([expect.stringMatching(/old\.example:443" }\r$/)]);
    expect(came.slice(1)).toEqual([`\t\t{ "provider" : "New \\"1\\"", "url" : "${url}" }\r`]);
    expect(lines).toEqual(['added at chain/kava/param_2.json:5', 'next: git diff, then commit it']);
    await addTo(files, 'chain/kava/param.json', ['chain/kava/param.json', ...args.slice(1)]);
  });

  test('chain-registry: beside the entries of the kind, and of testnets', async () => {
    const { port } = await use(startRpcNode());
    const url = `http://127.0.0.1:${port}`;
    const files = {
      [kava]: chainFile(['https://rpc.old.example']),
      [`testnets/${kava.replace('kava', 'kavatest')}`]: chainFile(),
    };
    const args = ['rpc', url, '--provider', 'New'];
    const { came } = await addTo(files, kava, ['kava', ...args]);
    expect(came[1]).toBe(`      { "address": "${url}", "provider": "New" }`);
    const { text } = await addTo(files, 'testnets/kavatest/chain.json', ['testnets/kavatest/', ...args]);
    expect(JSON.parse(text)).toMatchObject({ apis: { rpc: [{ address: url, provider: 'New' }] } });
  });

  test('a peer, its id apart from its address', async () => {
    const { peerId, port } = await use(startPeerNode());
    const address = `127.0.0.1:${port}`;
    const { text } = await addTo({ [kava]: chainFile() }, kava, asNew('peer', `${peerId}@${address}`));
    expect(JSON.parse(text)).toMatchObject({
      peers: { persistent_peers: [{ id: peerId, address, provider: 'New' }] },
    });
  });

  test('and no other entry is probed if the chain id is claimed', async () => {
    const { port, connected } = await startCountingListener();
    const url = `http://127.0.0.1:${(await use(startRpcNode())).port}`;
    const files = { [kava]: chainFile([`http://127.9.0.1:${port}`]) };
    await addTo(files, kava, asNew('rpc', url));
    expect(connected.size).toBe(0);
  });

  test('with a separate line if its chain is not confirmed', async () => {
    const silent = `http://127.0.0.1:${(await use(holdClosedPort())).port}`;
    const url = `http://127.0.0.1:${(await use(startRpcNode({ network: 'other-1' }))).port}`;
    const { lines } = await addTo({ [kava]: chainFile([silent], '') }, kava, asNew('rpc', url));
    expect(lines).toEqual([
      'added at kava/chain.json:6',
      'make sure that other-1 is the chain: the file claims no chain id, and no other endpoint in it answered',
      'add "chain_id": "other-1" to kava/chain.json: it claims no chain id to compare endpoints with',
      'next: git diff, then commit it',
    ]);
  });

  test('with a separate line if it reported no chain id', async () => {
    const limited = { status: 429, body: '' };
    const node = startEvmNode({ answer: (body) => (body.includes('eth_chainId') ? limited : undefined) });
    const url = `http://127.0.0.1:${(await use(node)).port}`;
    const { lines } = await addTo({ [kava]: chainFile() }, kava, asNew('evm', url));
    expect(lines).toContain('make sure that it serves kava: it reported no chain id');
  });

  test('with the field to add if no id is claimed, as the format writes it', async () => {
    const trust = await createTrust();
    const { port } = await use(startEvmNode({ tls: await trust.issue() }));
    const directory = await createDirectory({ 'chain/kava/param.json': '{}' });
    const args = ['add', ...asNew('evm', `https://localhost:${port}`), '--allow-private'];
    const { lines } = await edit(directory, args, { env: trust.env });
    expect(lines[2]).toMatch(/^add "chain_id_evm": "0x7a69" to chain\/kava\/param.json: /);
  });

  test('without that line if an entry beside it answers', async () => {
    const [old, url = ''] = await Promise.all(
      [1, 2].map(async () => `http://127.0.0.1:${(await use(startRpcNode())).port}`),
    );
    const files = { [kava]: chainFile([old ?? ''], '') };
    const { lines } = await addTo(files, kava, asNew('rpc', url));
    expect(lines).toEqual([
      'added at kava/chain.json:6',
      'add "chain_id": "sandbox-1" to kava/chain.json: it claims no chain id to compare endpoints with',
      'next: git diff, then commit it',
    ]);
  });

  test('only as a diff with --dry-run', async () => {
    const url = `http://127.0.0.1:${(await use(startRpcNode())).port}`;
    const files = { [kava]: chainFile(['https://rpc.old.example']) };
    const directory = await createDirectory(files);
    const { stdout, lines, exitCode } = await add(directory, ...asNew('rpc', url), '--dry-run');
    expect(stdout).toMatch(/^--- a\/kava\/chain\.json\n\+\+\+ b\/kava\/chain\.json\n/);
    expect(stdout).toContain(`+      { "address": "${url}", "provider": "New" }\n`);
    expect(lines).toEqual(['would be added at kava/chain.json:7']);
    expect([await readBytes(directory), exitCode]).toEqual([files, 0]);
  });
});

describe('an endpoint that does not pass is not added', () => {
  /** Adds to a file of chain-registry that must stay unchanged. */
  async function refuse(text: string, ...args: readonly string[]) {
    const directory = await createDirectory({ [kava]: text });
    const outcome = await add(directory, ...asNew(...args));
    expect(await readBytes(directory)).toEqual({ [kava]: text });
    expect(outcome.exitCode).toBe(1);
    return outcome;
  }

  test('nothing listens there', async () => {
    const { port } = await use(holdClosedPort());
    const { stdout, lines } = await refuse(chainFile(), 'rpc', `http://127.0.0.1:${port}`);
    expect(stdout).toContain('[net/refused]');
    expect(lines).toEqual(['not added']);
  });

  test('it serves another chain than the file claims', async () => {
    const { port } = await use(startRpcNode({ network: 'other-1' }));
    const { stdout } = await refuse(chainFile(), 'rpc', `http://127.0.0.1:${port}`);
    expect(stdout).toContain('[rpc/wrong-chain]');
  });

  test('it serves another chain than the entries beside it, if the file claims none', async () => {
    const nodes = await Promise.all([
      use(startRpcNode()),
      use(startRpcNode()),
      use(startRpcNode({ network: 'other-1' })),
    ]);
    const [first = '', second = '', third = ''] = nodes.map(({ port }) => `http://127.0.0.1:${port}`);
    const text = chainFile([first, second], '');
    const { stdout } = await refuse(text, 'rpc', third);
    expect(stdout).toContain('[chain/odd-one-out]');
  });

  test('it is malformed, and --fix, which add does not have, is not offered', async () => {
    const { stdout } = await refuse(chainFile(), 'rpc', 'ttps://rpc.example');
    expect(stdout).toContain('Fix: write https://rpc.example');
    expect(stdout).not.toContain('--fix');
  });

  test('its chain has ended', async () => {
    const { port } = await use(startRpcNode());
    const { lines } = await refuse(chainFile([], '"status": "killed"'), 'rpc', `http://127.0.0.1:${port}`);
    expect(lines).toEqual(['not added: the chain has ended']);
  });

  test.each([
    ['active', 1, ['not added: the registry takes the entries of "New" from https://new.example/m.json']],
    ['paused', 0, []],
  ])('its provider has a manifest that is %s', async (status, expected, messages) => {
    const providers = [{ name: 'New', manifest_url: 'https://new.example/m.json', status }];
    const files = {
      [kava]: chainFile(),
      '_providers/provider-allowlist.json': JSON.stringify({ providers }),
    };
    const { port, connected } = await startCountingListener();
    const node = await use(startRpcNode());
    const url = `http://127.0.0.1:${expected === 0 ? node.port : port}`;
    const { exitCode, lines } = await add(await createDirectory(files), ...asNew('rpc', url));
    expect(exitCode).toBe(expected);
    expect(lines.filter((line) => line.startsWith('not added'))).toEqual(
      messages.map((message) => expect.stringContaining(message) as unknown),
    );
    expect(connected.size).toBe(0);
  });

  test('it is unknown which entries come from manifests', async () => {
    const files = { [kava]: chainFile(), '_providers/provider-allowlist.json': '{' };
    const { exitCode, stderr } = await add(
      await createDirectory(files),
      ...asNew('rpc', 'https://a.example'),
    );
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining('provider-allowlist.json cannot be read'),
    ]);
  });

  test('it has a warning, with --fail-on warning', async () => {
    const url = `http://127.0.0.1:${(await use(startRpcNode())).port}`;
    const { stdout } = await refuse(chainFile(), 'rpc', url, '--fail-on', 'warning');
    expect(stdout).toContain('[http/plaintext]');
  });

  test('it is inconclusive, but for --force', async () => {
    const { port } = await use(startRpcNode({ answer: () => ({ status: 429, body: '' }) }));
    const url = `http://127.0.0.1:${port}`;
    const { lines } = await refuse(chainFile(), 'rpc', url);
    expect(lines).toEqual(['not added: --force adds what could not be proved']);
    const directory = await createDirectory({ [kava]: chainFile() });
    const forced = await add(directory, ...asNew('rpc', url), '--force');
    expect(forced.exitCode).toBe(0);
    expect((await readBytes(directory))[kava]).toContain(url);
  });

  test('the file may not be written', async () => {
    const url = `http://127.0.0.1:${(await use(startRpcNode())).port}`;
    const directory = await createDirectory({ [kava]: chainFile() });
    await chmod(join(directory, kava), 0o444);
    const { lines, exitCode } = await add(directory, ...asNew('rpc', url));
    expect([lines, exitCode]).toEqual([[`not added: ${kava} is not changed: it is read-only`], 1]);
    expect(await readFile(join(directory, kava), 'utf8')).toBe(chainFile());
  });
});

test('the candidates of an ambiguous name can be named, also from a directory below', async () => {
  const pingpub = '{ "chain_name": "kava", "api": [] }';
  const directory = await createDirectory({
    'chains/mainnet/kava.json': pingpub,
    'chains/testnet/kava.json': pingpub,
  });
  const url = `http://127.0.0.1:${(await use(startRestNode())).port}`;
  expect((await add(directory, 'chains/testnet/kava.json', 'rest', url)).exitCode).toBe(0);
  expect((await add(join(directory, 'chains'), 'mainnet/kava.json', 'rest', url)).exitCode).toBe(0);
  const after = await readBytes(directory);
  for (const text of Object.values(after)) expect(text).toContain(`"address": "${url}"`);
});
