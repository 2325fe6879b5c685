// A process with the nodes of a bench: one server of each type, with TLS 1.3. It sends their ports and the authority's certificate.
import http2 from 'node:http2';
import net from 'node:net';
import { importTypeScript } from '../../scripts/import-typescript.js';

const { createAuthority } = await importTypeScript('src/sandbox/certificates.ts');
const { listen } = await importTypeScript('src/sandbox/server.ts');

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
const backlog = 4_096;

/** Answers both kinds of endpoints like a proxy whose node is down. @param {object} pair */
const startGateway = (pair) => {
  const server = http2.createSecureServer({ ...pair, allowHTTP1: true }, (_request, response) =>
    response.writeHead(502).end(),
  );
  server.on('sessionError', () => undefined);
  return listen(server, { host: '127.0.0.1', backlog });
};

/** By the field of cosmos/chain-registry that lists them. @type {readonly [api: string, module: string][]} */
const nodes = [
  ['grpc', 'cosmos-node'],
  ['evm-http-jsonrpc', 'evm-node'],
  ['rpc', 'rpc-node'],
  ['rest', 'rest-node'],
  ['wss', 'comet-websocket'],
  ['json-rpc-websocket', 'evm-websocket'],
  ['grpc-web', 'grpc-web-node'],
];
/** @type {Record<string, number>} */
const ports = {};
for (const [api, name] of nodes) {
  const module = await importTypeScript(`src/sandbox/${name}.ts`);
  const [, start] = Object.entries(module).find(([exported]) => exported.startsWith('start')) ?? [];
  ports[api] = (await start({ tls })).port;
}
ports['expired'] = (await startGateway(expired)).port;
ports['broken'] = (await startGateway(tls)).port;
ports['silent'] = (await listen(net.createServer(), { backlog })).port;
// The parent may exit without sending a message.
process.on('disconnect', () => process.exit());
process.send?.({ cert: authority.cert, chain: { network: 'sandbox-1', evmChainId: 31_337 }, ports });
