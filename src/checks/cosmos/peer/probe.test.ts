import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { success } from '../../../model/failure.js';
import type { Resolve } from '../../../net/resolve.js';
import { holdClosedPort } from '../../../sandbox/server.js';
import { createNodeKey, readPeerId, startPeerNode } from '../../../sandbox/peer-node.js';
import { probe as probePeer } from './probe.js';

const use = useInFile();

interface Expected {
  readonly peerId: string;
  readonly network?: string;
  readonly resolve?: Resolve;
}

const resolveAs =
  (...addresses: readonly string[]): Resolve =>
  () =>
    Promise.resolve(success(addresses));

function probe(port: number, { peerId, network, resolve = resolveAs('127.0.0.1') }: Expected) {
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
      resolve,
    }),
  );
}

const otherId = '0'.repeat(40);

// At once, since each test waits for the pause between two connections to its node.
describe.concurrent('a peer', () => {
  test('gets one connection, without an announcement, if its id and its network are right', async () => {
    const node = await use(startPeerNode());
    const observation = await probe(node.port, { peerId: node.peerId, network: 'sandbox-1' });
    expect(observation).toMatchObject({
      address: `127.0.0.1:${node.port}`,
      peerId: node.peerId,
      info: { network: 'sandbox-1', moniker: 'sandbox' },
      failure: null,
    });
    expect(node.seen).toMatchObject({ connections: 1, networks: [] });
  });

  test('is not judged by its network if none is claimed', async () => {
    const node = await use(startPeerNode());
    const { info } = await probe(node.port, { peerId: node.peerId });
    expect([info?.network, node.seen.connections]).toEqual(['sandbox-1', 1]);
  });

  test('with another id is connected to twice, one after the other', async () => {
    const node = await use(startPeerNode());
    const observation = await probe(node.port, { peerId: otherId, network: 'sandbox-1' });
    expect(observation).toMatchObject({ peerId: node.peerId, expectedId: otherId });
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1 });
  });

  test('is right if the second of two nodes behind one address is', async () => {
    const keys = [createNodeKey(), createNodeKey()] as const;
    const node = await use(startPeerNode({ key: (index) => keys[index === 0 ? 0 : 1] }));
    const peerId = readPeerId(keys[1]);
    expect(await probe(node.port, { peerId })).toMatchObject({ peerId, failure: null });
  });

  test('is looked for at addresses that cannot be reached too, which prove nothing', async () => {
    const node = await use(startPeerNode());
    const observation = await probe(node.port, {
      peerId: otherId,
      resolve: resolveAs('127.0.0.1', '127.0.0.9'),
    });
    expect(observation).toMatchObject({ peerId: node.peerId, failure: null });
    expect(node.seen.connections).toBe(2);
  });

  test('of another network gets an announcement of the claimed one, and stays in another', async () => {
    const node = await use(startPeerNode());
    const { info } = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(info?.network).toBe('sandbox-1');
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1, networks: ['other-7'] });
  });

  test('is in the announced network, if it serves several', async () => {
    const node = await use(startPeerNode({ followsNetwork: true }));
    const { info } = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(info?.network).toBe('other-7');
  });

  test('that refuses the second connection is not reported as one of another network', async () => {
    const node = await use(startPeerNode({ refuses: (index) => index === 1 }));
    const observation = await probe(node.port, { peerId: node.peerId, network: 'other-7' });
    expect(observation).toMatchObject({ info: null, failure: { code: 'peer/closed-early' } });
  });

  test('that two probes connect to has one connection at a time', async () => {
    const node = await use(startPeerNode());
    const expected = { peerId: node.peerId };
    await Promise.all([probe(node.port, expected), probe(node.port, expected)]);
    expect(node.seen).toMatchObject({ connections: 2, mostOpen: 1 });
  });

  test('with many listed ids is not connected to for each', async () => {
    const node = await use(startPeerNode());
    const ids = Array.from({ length: 20 }, (_, at) => String(at).padStart(40, 'a'));
    const resolve = resolveAs('127.0.0.1');
    for (const peerId of [...ids, node.peerId]) {
      const observation = await probe(node.port, { peerId, resolve });
      expect(observation).toMatchObject({ expectedId: peerId, peerId: node.peerId, failure: null });
    }
    expect(node.seen.connections).toBe(6);
  });

  test('that is not there', async () => {
    const { port } = await use(holdClosedPort());
    expect(await probe(port, { peerId: otherId })).toMatchObject({
      address: null,
      failure: { code: 'net/refused' },
    });
  });
});
