import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { type Answer, answerStatus, answerWith, encode, startRawNode } from '../faults/raw-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';

const passed = { verdict: 'pass', attempts: 2 };

async function check(kind: string, url: string) {
  const { report } = await runForReport([kind, url, '--allow-private']);
  return report.endpoints[0];
}

// probe-with-retries.test.ts has the rules of retries, refusal.test.ts which refusals are transient.
describe('a node that answers with a transient error at first passes', () => {
  test('of EVM', async () => {
    const timestamp = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;
    const latestBlock = { number: '0x1', hash: `0x${'ab'.repeat(32)}`, timestamp };
    let calls = 0;
    const answer = (body: string) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const result = method === 'eth_chainId' ? '0x1' : latestBlock;
      const error = { code: 19, message: 'Temporary internal error. Please retry' };
      // The first attempt sends three requests at once.
      const reply = ++calls > 3 ? { result } : { error };
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...reply }) };
    };
    const { port } = await use(startEvmNode({ answer }));
    expect(await check('evm', `http://localhost:${port}`)).toMatchObject(passed);
  });

  test('of gRPC', async () => {
    const nodeInfo = encode('GetNodeInfo', { default_node_info: { network: 'sandbox-1' } });
    const dial = 'dial tcp 127.0.0.1:26657: connect: connection refused';
    const restart = answerStatus(2, `post failed: Post "http://127.0.0.1:26657": ${dial}`);
    let calls = 0;
    const GetNodeInfo: Answer = (stream) => (++calls > 1 ? answerWith(nodeInfo) : restart)(stream);
    const { port } = await use(startRawNode({ answers: { GetNodeInfo } }));
    expect(await check('grpc', `localhost:${port}`)).toMatchObject(passed);
  });
});

/** A node behind a network that does something to the first connection; others lead to a port by their first bytes. */
async function startLossy(lose: (socket: net.Socket) => void, choosePort: (head: Buffer) => number) {
  let connections = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      connections += 1;
      if (connections === 1) {
        lose(socket);
        return;
      }
      const behind = net.connect(choosePort(head), '127.0.0.1', () => behind.write(head));
      behind.on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
  });
  return use(listen(server));
}

describe('a node of two kinds is not another one because a network lost one connection', () => {
  test.each([
    ['keeps silent', () => undefined],
    ['breaks', (socket: net.Socket) => void socket.resetAndDestroy()],
  ])('an EVM node over a websocket and by POST, to which a connection %s', async (_, lose) => {
    const [socket, post] = await Promise.all([use(startEvmWebSocket()), use(startEvmNode())]);
    const { port } = await startLossy(
      lose,
      (head) => (head.toString().startsWith('GET') ? socket : post).port,
    );
    expect(await check('evm-ws', `ws://localhost:${port}`)).toMatchObject(passed);
  });

  test('an EVM node with gRPC at the same port, for which a proxy answers HTTP 502', async () => {
    const [grpc, evm] = await Promise.all([use(startCosmosNode()), use(startEvmNode())]);
    const { port } = await startLossy(
      (socket) => void socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'),
      (head) => (head.toString().startsWith('PRI') ? grpc : evm).port,
    );
    expect(await check('evm', `http://localhost:${port}`)).toMatchObject(passed);
  });
});
