// A process with the nodes of a bench: one server of each type, with TLS 1.3. It sends their ports and the authority's certificate.
import http2 from 'node:http2';
import net from 'node:net';
import { createAuthority, type KeyPair } from '../../src/sandbox/certificates.js';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { listen } from '../../src/sandbox/server.js';
import { sendReady } from './process.js';

const dayMs = 86_400_000;
const hosts = ['*.bench.test', '127.0.0.1'];
const authority = await createAuthority();
const tls = await authority.issue({ hosts });
const expired = await authority.issue({
  hosts,
  notBefore: new Date(Date.now() - 90 * dayMs),
  notAfter: new Date(Date.now() - dayMs),
});
/** As many may connect at once as there are entries. */
const at = { host: '127.0.0.1', backlog: 4_096 };

/** Answers both kinds of endpoints like a proxy whose node is down. */
const startGateway = (pair: KeyPair) => {
  const server = http2.createSecureServer({ ...pair, allowHTTP1: true }, (_request, response) =>
    response.writeHead(502).end(),
  );
  server.on('sessionError', () => undefined);
  return listen(server, at);
};

/** By the field of cosmos/chain-registry that lists them. */
const starts = {
  grpc: startCosmosNode,
  'evm-http-jsonrpc': startEvmNode,
  rpc: startRpcNode,
  rest: startRestNode,
  wss: startCometWebSocket,
  'json-rpc-websocket': startEvmWebSocket,
  'grpc-web': startGrpcWebNode,
};
const ports: Record<string, number> = {};
for (const [api, start] of Object.entries(starts)) ports[api] = (await start({ tls })).port;
ports['expired'] = (await startGateway(expired)).port;
ports['broken'] = (await startGateway(tls)).port;
ports['silent'] = (await listen(net.createServer(), { ...at, host: '0.0.0.0' })).port;
sendReady({ cert: authority.cert, chain: { network: 'sandbox-1', evmChainId: 31_337 }, ports });
