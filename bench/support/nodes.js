// A process with the nodes of a bench: one server of each type, with TLS 1.3. It sends their ports and the authority's certificate.
import http2 from 'node:http2';
import net from 'node:net';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { createAuthority } = await importTypeScript('src/sandbox/certificates.ts');
const { startCosmosNode } = await importTypeScript('src/sandbox/cosmos-node.ts');
const { startEvmNode } = await importTypeScript('src/sandbox/evm-node.ts');
const { startRpcNode } = await importTypeScript('src/sandbox/rpc-node.ts');
const { startRestNode } = await importTypeScript('src/sandbox/rest-node.ts');
const { startCometWebSocket } = await importTypeScript('src/sandbox/comet-websocket.ts');
const { startEvmWebSocket } = await importTypeScript('src/sandbox/evm-websocket.ts');
const { startGrpcWebNode } = await importTypeScript('src/sandbox/grpc-web-node.ts');

const dayMs = 86_400_000;
const hosts = ['*.bench.test', '127.0.0.1'];
const authority = await createAuthority();
const tls = await authority.issue({ hosts });
const expired = await authority.issue({
  hosts,
  notBefore: new Date(Date.now() - 90 * dayMs),
  notAfter: new Date(Date.now() - dayMs),
});

/**
 * @param {net.Server | http2.Http2SecureServer} server
 * @param {string} host
 * @returns {Promise<number>}
 */
const listen = (server, host = '127.0.0.1') =>
  new Promise((resolve) =>
    server.listen({ port: 0, host, backlog: 4_096 }, () => {
      const address = server.address();
      resolve(typeof address === 'object' ? (address?.port ?? 0) : 0);
    }),
  );

/** @param {object} pair */
const startGateway = (pair) => {
  // Answers both kinds of endpoints like a proxy whose node is down.
  const server = http2.createSecureServer({ ...pair, allowHTTP1: true }, (_request, response) =>
    response.writeHead(502).end(),
  );
  server.on('sessionError', () => undefined);
  return listen(server);
};

/** The ports of nodes, by the field of cosmos/chain-registry that lists them. */
const apis = {
  grpc: (await startCosmosNode({ tls })).port,
  'evm-http-jsonrpc': (await startEvmNode({ tls })).port,
  rpc: (await startRpcNode({ tls })).port,
  rest: (await startRestNode({ tls })).port,
  wss: (await startCometWebSocket({ tls })).port,
  'json-rpc-websocket': (await startEvmWebSocket({ tls })).port,
  'grpc-web': (await startGrpcWebNode({ tls })).port,
};
const silent = net.createServer((socket) => socket.on('error', () => undefined));
// The parent may exit without sending a message.
process.on('disconnect', () => process.exit());
process.send?.({
  cert: authority.cert,
  network: 'sandbox-1',
  evmChainId: 31_337,
  apis,
  ports: {
    grpc: apis.grpc,
    evm: apis['evm-http-jsonrpc'],
    expired: await startGateway(expired),
    broken: await startGateway(tls),
    silent: await listen(silent, '0.0.0.0'),
  },
});
