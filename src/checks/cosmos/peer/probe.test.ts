import { describe, expect, type onTestFinished, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { success } from '../../../model/failure.js';
import type { Resolve } from '../../../net/resolve.js';
import { holdClosedPort } from '../../../sandbox/server.js';
import {
  createNodeKey,
  type PeerNode,
  type PeerNodeOptions,
  readPeerId,
  startPeerNode,
} from '../../../sandbox/peer-node.js';
import { probe as probePeer } from './probe.js';

async function start(options: PeerNodeOptions, finish: typeof onTestFinished): Promise<PeerNode> {
  const node = await startPeerNode(options);
  finish(() => node.close());
  return node;
}

interface Expected {
  readonly peerId: string;
  readonly network?: string;
  readonly addresses?: readonly string[];
  readonly resolve?: Resolve;
}

const resolveAs =
  (addresses: readonly string[]): Resolve =>
  () =>
    Promise.resolve(success(addresses));

function probe(port: number, { peerId, network, addresses = ['127.0.0.1'], resolve }: Expected) {
  return probePeer(
    createProbeContext(port, {
      target: {
        host: 'peer.example.com',
        port,
        path: '',
        secure: false,
        peerId,
        ...(network === undefined ? {} : { network }),
      },
      resolve: resolve ?? resolveAs(addresses),
    }),
  );
}

const otherId = '0'.repeat(40);

// At once, since each test waits for the pause between two connections to its node.
describe.concurrent('a peer', () => {
  test('gets one connection, without an announcement, if its id and its network are right', async ({
    onTestFinished,
  }) => {
    const node = await start({}, onTestFinished);
    const observation = await probe(node.port, { peerId: node.peerId, network: 'sandbox-1' });
    expect(observation).toMatchObject({
      address: `127.0.0.1:${node.port}`,
      peerId: node.peerId,
      info: { network: 'sandbox-1', moniker: 'sandbox' },
      failure: null,
    });
    expect(node.seen).toMatchObject({ connections: 1, networks: [] });
  });

  test('is not judged by its network if none is claimed', async ({ onTestFinished }) => {
    const node = await start({}, onTestFinished);
    const { info } = await probe(node.port, { peerId: node.peerId });
    expect([info?.network, node.seen.connections]).toEqual(['sandbox-1', 1]);
  });

  test('with another id is connected to twice, one after the other', async ({ onTestFinished }) => {
    const node = await start({}, onTestFinished);
    const observation = await probe(node.port, { peerId: otherId, network: 'sandbox-1' });
    expect(observation).toMatchObject({ peerId: node.peerId, expectedId: otherId });
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1 });
  });

  test('is right if the second of two nodes behind one address is', async ({ onTestFinished }) => {
    const keys = [createNodeKey(), createNodeKey()] as const;
    const node = await start({ key: (index) => keys[index === 0 ? 0 : 1] }, onTestFinished);
    const peerId = readPeerId(keys[1]);
    expect(await probe(node.port, { peerId })).toMatchObject({ peerId, failure: null });
  });

  test('is looked for at addresses that cannot be reached too, which prove nothing', async ({
    onTestFinished,
  }) => {
    const node = await start({}, onTestFinished);
    const observation = await probe(node.port, { peerId: otherId, addresses: ['127.0.0.1', '127.0.0.9'] });
    expect(observation).toMatchObject({ peerId: node.peerId, failure: null });
    expect(node.seen.connections).toBe(2);
  });

  test('of another network gets an announcement of the claimed one, and stays in another', async ({
    onTestFinished,
  }) => {
    const node = await start({}, onTestFinished);
    const { info } = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(info?.network).toBe('sandbox-1');
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1, networks: ['other-7'] });
  });

  test('is in the announced network, if it serves several', async ({ onTestFinished }) => {
    const node = await start({ followsNetwork: true }, onTestFinished);
    const { info } = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(info?.network).toBe('other-7');
  });

  test('that refuses the second connection is not reported as one of another network', async ({
    onTestFinished,
  }) => {
    const node = await start({ refuses: (index) => index === 1 }, onTestFinished);
    const observation = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(observation).toMatchObject({ info: null, failure: { code: 'peer/closed-early' } });
  });

  test('that two probes connect to has one connection at a time', async ({ onTestFinished }) => {
    const node = await start({}, onTestFinished);
    const expected = { peerId: node.peerId };
    await Promise.all([probe(node.port, expected), probe(node.port, expected)]);
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1 });
  });

  test('with many listed ids is not connected to for each', async ({ onTestFinished }) => {
    const node = await start({}, onTestFinished);
    const ids = Array.from({ length: 20 }, (_, at) => String(at).padStart(40, 'a'));
    const resolve = resolveAs(['127.0.0.1']);
    for (const peerId of [...ids, node.peerId]) {
      const observation = await probe(node.port, { peerId, resolve });
      expect(observation).toMatchObject({ expectedId: peerId, peerId: node.peerId, failure: null });
    }
    expect(node.seen.connections).toBe(6);
  });

  test('that is not there', async ({ onTestFinished }) => {
    const { port, close } = await holdClosedPort();
    onTestFinished(close);
    expect(await probe(port, { peerId: otherId })).toMatchObject({
      address: null,
      failure: { code: 'net/refused' },
    });
  });
});
