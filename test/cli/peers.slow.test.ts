import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { checks } from '../../src/checks/index.js';
import type { HistoryLine } from '../../src/model/history.js';
import { checkEndpoint } from '../../src/index.js';
import { type PeerNode, startPeerNode } from '../../src/sandbox/peer-node.js';
import { runCli, runForReport } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createRepository } from '../support/repository.js';
import { use } from '../support/servers.js';
import { startTunnelProxy } from '../support/sockets.js';

type Peer = readonly [id: string, address: string];

const list = (peers: readonly Peer[]) => peers.map(([id, address]) => ({ id, address }));

/** A chain with these peers, and nothing else. */
function formatChain(seeds: readonly Peer[], persistent: readonly Peer[] = []): string {
  const chain = {
    chain_name: 'sandbox',
    chain_id: 'sandbox-1',
    apis: { rpc: [] },
    peers: { seeds: list(seeds), persistent_peers: list(persistent) },
  };
  return JSON.stringify(chain, null, 2);
}

/** A registry of only that chain. */
function createRegistry(...peers: Parameters<typeof formatChain>) {
  return createDirectory({ 'sandbox/chain.json': formatChain(...peers) });
}

const peerOf = ({ peerId, port }: PeerNode): Peer => [peerId, `127.0.0.1:${port}`];
const otherId = '0'.repeat(40);

async function check(cwd: string, ...args: readonly string[]) {
  const { report, exitCode } = await runForReport(['--allow-private', ...args], { cwd });
  return { exitCode, report, verdicts: report.endpoints.map(({ verdict }) => verdict) };
}

describe('a whole run', () => {
  test('probes no peer, and reads its form', async () => {
    const node = await use(startPeerNode());
    const cwd = await createRegistry([peerOf(node), [otherId.toUpperCase(), 'seed.example.com']]);
    const { report, verdicts } = await check(cwd);
    expect(verdicts).toEqual(['skipped', 'invalid']);
    expect(report.scope.only).toBeNull();
    expect(node.seen.connections).toBe(0);
  });

  test('tells how to probe them', async () => {
    const cwd = await createRegistry([[otherId, '127.0.0.1:1']]);
    const { stdout } = await runCli(['--allow-private'], { cwd });
    expect(stdout).toContain('\nSkipped: peers are probed with --peers (1)\n');
  });

  test.each([['--peers'], ['--only', 'peer'], ['--only', checks.map(({ kind }) => kind).join(',')]])(
    'probes them on request: %s',
    async (...args) => {
      const node = await use(startPeerNode());
      const { exitCode, report, verdicts } = await check(await createRegistry([peerOf(node)]), ...args);
      expect([exitCode, verdicts]).toEqual([0, ['pass']]);
      expect(report.endpoints[0]?.facts).toMatchObject({
        address: `127.0.0.1:${node.port}`,
        chainId: 'sandbox-1',
        peerId: node.peerId,
        moniker: 'sandbox',
        version: '0.38.0',
      });
    },
  );

  test('probes a peer of both lists once', async () => {
    const node = await use(startPeerNode());
    const { verdicts } = await check(await createRegistry([peerOf(node)], [peerOf(node)]), '--peers');
    expect([verdicts, node.seen.connections]).toEqual([['pass', 'pass'], 1]);
  });

  // The golden reports of peers show how those are counted in one line.
  test('passes with peers about which nothing is proved', async () => {
    const cwd = await createRegistry([[otherId, '127.0.0.1:1']]);
    const { exitCode, report, verdicts } = await check(cwd, '--peers');
    expect([exitCode, verdicts]).toEqual([0, ['inconclusive']]);
    expect(report.findings.filter(({ rule }) => rule === 'net/refused')).toMatchObject([
      { severity: 'notice' },
    ]);
  });
});

test("the peers of a provider's manifest are probed with --peers", async () => {
  const node = await use(startPeerNode());
  const manifest = {
    manifest_version: '1.0.0',
    provider: { name: 'Example' },
    chains: [{ chain_id: 'sandbox-1', peers: { seeds: list([peerOf(node)]) } }],
  };
  const path = '.well-known/cosmos-registry.json';
  const cwd = await createDirectory({ [path]: JSON.stringify(manifest) });
  const { report, verdicts } = await check(cwd, '--peers');
  expect([verdicts, report.endpoints[0]?.provider]).toEqual([['pass'], 'Example']);
});

test('with --since, only new peers are probed, without --peers', async () => {
  const [old, added] = [await use(startPeerNode()), await use(startPeerNode())];
  const path = 'sandbox/chain.json';
  const repository = await createRepository({ [path]: formatChain([peerOf(old)]) });
  await repository.write({ [path]: formatChain([peerOf(old), peerOf(added)]) });
  const { verdicts } = await check(repository.directory, '--since', 'main', '--references', '0');
  expect([verdicts, old.seen.connections]).toEqual([['skipped', 'pass'], 0]);
});

test('one that is gone for months is not dead, even in a second look', async () => {
  const cwd = await createRegistry([[otherId, '127.0.0.1:1']]);
  const history = ['--history', 'history.jsonl'];
  const nights = Array.from(
    { length: 5 },
    (_, night) => `2026-10-${String(night + 1).padStart(2, '0')}T02:00:00Z`,
  );
  for (const now of nights) await runCli(['--allow-private', '--peers', '--now', now, ...history], { cwd });
  const { streak, structural } = JSON.parse(
    await readFile(join(cwd, 'history.jsonl'), 'utf8'),
  ) as HistoryLine;
  expect([streak.verdict, structural]).toEqual(['inconclusive', null]);
  const limits = ['--min-runs', '3', '--min-days', '2'];
  const dead = await runCli(['history', '--dead', 'history.jsonl', '--reporter', 'json', ...limits], { cwd });
  expect(JSON.parse(dead.stdout)).toMatchObject({ dead: [], deadChains: [] });
  const again = await runCli(['check', '--dead', '--allow-private', ...history], { cwd });
  expect(again.stdout).toContain('Nothing is dead by history.jsonl, so nothing is probed.');
});

test('one that is dead, since its name is gone, gets a second look without --peers', async () => {
  const cwd = await createRegistry([[otherId, '127.0.0.1:1']]);
  const [since, lastRun] = ['2026-10-01T02:00:00.000Z', '2026-10-20T02:00:00.000Z'];
  const line: HistoryLine = {
    kind: 'peer',
    address: `${otherId}@127.0.0.1:1`,
    chains: ['sandbox'],
    firstSeen: since,
    lastSeen: lastRun,
    lastRun,
    lastPass: null,
    streak: { verdict: 'fail', runs: 20, since, rules: ['net/dns-not-found'] },
    structural: { runs: 20, since },
    days: 'F'.repeat(20),
    latencyMs: null,
  };
  await writeFile(join(cwd, 'history.jsonl'), `${JSON.stringify(line)}\n`);
  const { verdicts } = await check(cwd, '--dead', '--history', 'history.jsonl');
  expect(verdicts).toEqual(['inconclusive']);
});

test('through a proxy, a peer is probed in a tunnel', async () => {
  const [node, proxy] = [await use(startPeerNode()), await use(startTunnelProxy())];
  const address = `${node.peerId}@seed.example.com:${node.port}`;
  const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
  expect(await runCli(['peer', address, '--proxy', '--allow-private'], { env })).toMatchObject({
    exitCode: 0,
  });
  expect(proxy.requests).toEqual([`seed.example.com:${node.port}`]);
});

describe('a peer of the command line', () => {
  test('is probed, and compared with a chain id', async () => {
    const node = await use(startPeerNode());
    const address = peerOf(node).join('@');
    const args = ['peer', address, '--allow-private'];
    expect(await runCli([...args, '--chain-id', 'sandbox-1'])).toMatchObject({ exitCode: 0, stderr: '' });
    const { report, exitCode } = await runForReport([...args, '--chain-id', 'other-7']);
    expect([exitCode, report.findings.map(({ rule }) => rule)]).toEqual([1, ['peer/wrong-chain']]);
  });

  test('whose connection is closed early is probed again', async () => {
    const node = await startPeerNode({ refuses: (index) => index === 0 });
    onTestFinished(node.close);
    const url = peerOf(node).join('@');
    const { endpoint } = await checkEndpoint({ kind: 'peer', url }, { allowPrivate: true, timeoutMs: 1_400 });
    // The pause between the two is longer than the budget.
    expect([endpoint.verdict, endpoint.attempts]).toEqual(['pass', 2]);
  });
});
