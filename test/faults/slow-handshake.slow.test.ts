import net from 'node:net';
import { expect, test } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startCometWebSocket } from '../../src/sandbox/comet-websocket.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen } from '../../src/sandbox/server.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createTrust, use } from '../support/servers.js';

/** Longer than connecting over TCP may take, and longer than TLS alone is waited for. */
const heldMs = 6_000;

const formatHttps = (port: number) => `https://localhost:${port}`;

test.each([
  ['grpc', (tls: KeyPair) => startCosmosNode({ tls }), (port: number) => `localhost:${port}`],
  ['evm', (tls: KeyPair) => startEvmNode({ tls }), formatHttps],
  ['rpc', (tls: KeyPair) => startRpcNode({ tls }), formatHttps],
  ['rest', (tls: KeyPair) => startRestNode({ tls }), formatHttps],
  ['grpc-web', (tls: KeyPair) => startGrpcWebNode({ tls }), formatHttps],
  [
    'ws',
    (tls: KeyPair) => startCometWebSocket({ tls }),
    (port: number) => `wss://localhost:${port}/websocket`,
  ],
  ['evm-ws', (tls: KeyPair) => startEvmWebSocket({ tls }), (port: number) => `wss://localhost:${port}`],
] as const)('%s: the first byte of TLS may come late', async (kind, startNode, formatUrl) => {
  const trust = await createTrust();
  const node = await use(startNode(await trust.issue()));
  const front = net.createServer((socket) => {
    socket.on('error', () => undefined);
    setTimeout(() => {
      const onward = net.connect(node.port, '127.0.0.1').on('error', () => undefined);
      socket.pipe(onward).pipe(socket);
    }, heldMs);
  });
  const { port } = await use(listen(front));
  const args = [kind, formatUrl(port), '--allow-private', '--retries', '0'];
  const { report } = await runForReport(args, { env: trust.env }, runProcess);
  expect([report.endpoints[0]?.verdict, report.findings]).toEqual(['pass', []]);
});
