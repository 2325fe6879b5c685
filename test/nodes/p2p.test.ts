import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runForReport } from '../support/command-line.js';
import { type CometLine, cometLines } from './build.js';
import { type CometNode, type CometNodeOptions, startCometNode } from './comet-node.js';

async function check(id: string, port: number) {
  const args = ['peer', `${id}@127.0.0.1:${port}`, '--chain-id', 'kv-1', '--retries', '0'];
  const { report } = await runForReport([...args, '--allow-private', '--timeout', '8s']);
  const [endpoint] = report.endpoints;
  return {
    facts: endpoint?.facts,
    found: [endpoint?.verdict, ...report.findings.map(({ rule }) => rule)],
  };
}

async function use(line: CometLine, options: CometNodeOptions): Promise<CometNode> {
  const node = await startCometNode(line, options);
  onTestFinished(node.end);
  return node;
}

describe.each(Object.keys(cometLines) as CometLine[])('a real node of CometBFT %s', (line) => {
  let node: CometNode;
  beforeAll(async () => {
    node = await startCometNode(line);
  });
  afterAll(() => node.end());

  test('proves its id and reports its network, and its log shows nothing above info', async () => {
    const { id, port } = node.peer;
    const before = node.log().length;
    const { found, facts } = await check(id, port);
    expect(found).toEqual(['pass']);
    expect(facts).toMatchObject({ chainId: 'kv-1', peerId: id, version: cometLines[line].slice(1) });
    await expect.poll(() => node.log().slice(before)).toContain('Inbound Peer rejected');
    // Levels as CometBFT writes them: the letter before the date, or the field of the line.
    const lines = node.log().slice(before).split('\n');
    expect(lines.filter((text) => /^[EW]\[|level=(error|warn)/i.test(text))).toEqual([]);
  });

  test('is no peer at the port of its RPC', async () => {
    expect((await check(node.peer.id, node.rpcPort)).found).toEqual(['fail', 'peer/not-p2p']);
  });

  test('reports everything even if it has no slot', async () => {
    const { peer } = await use(line, { settings: { max_num_inbound_peers: '0' } });
    expect((await check(peer.id, peer.port)).found).toEqual(['pass']);
  });
});
