import http2, { type SecureServerOptions } from 'node:http2';
import tls from 'node:tls';
import { constants } from 'node:crypto';
import {
  type Authority,
  createAuthority,
  createSelfSigned,
  type KeyPair,
} from '../../src/sandbox/certificates.js';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { startSolanaNode } from '../../src/sandbox/solana-node.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { answerStreams, startRawNode } from './raw-node.js';

/** In whole seconds, as validity is kept. */
const inDays = (days: number) => new Date((Math.trunc(Date.now() / 1_000) + days * 86_400) * 1_000);
const [past, future, soon] = [inDays(-1), inDays(1), inDays(13)];

/** Certificates, and one cipher suite, that clients warn about or reject, whatever the kind of the node. */
const certificates: readonly (readonly [
  name: string,
  result: string,
  make: (authority: Authority) => Promise<KeyPair & tls.SecureContextOptions>,
  terms?: Terms,
])[] = [
  [
    'a certificate that has expired',
    'fail tls/certificate-expired',
    (authority) => authority.issue({ notBefore: inDays(-90), notAfter: past }),
    { data: { validTo: past.toISOString(), leaf: true } },
  ],
  [
    'a certificate that is not valid yet',
    'fail tls/certificate-not-yet-valid',
    (authority) => authority.issue({ notBefore: future, notAfter: inDays(90) }),
    { data: { validFrom: future.toISOString() } },
  ],
  [
    'a certificate that expires within two weeks',
    'pass tls/certificate-expiring',
    (authority) => authority.issue({ notBefore: inDays(-77), notAfter: soon }),
    { facts: { certificateExpiresAt: soon.toISOString() } },
  ],
  [
    'RSA key exchange (TLS 1.2)',
    'pass tls/rsa-key-exchange',
    async (authority) => ({
      ...(await authority.issue({ rsa: true })),
      ciphers: 'AES128-GCM-SHA256',
      maxVersion: 'TLSv1.2',
    }),
  ],
  [
    'a certificate with a common name only',
    'pass tls/no-san',
    (authority) => authority.issue({ hosts: [], commonName: 'localhost' }),
  ],
  ['a self-signed certificate', 'fail tls/self-signed', () => createSelfSigned()],
  [
    'a certificate of an unknown authority',
    'fail tls/untrusted',
    async () => (await createAuthority('unknown')).issue(),
  ],
  [
    'a certificate for another name',
    'fail tls/wrong-host',
    (authority) => authority.issue({ hosts: ['node.example.com'] }),
    { data: { host: 'localhost', names: ['node.example.com'] } },
  ],
];

/** A node of each kind with TLS, and the beginning and the path by which it is listed. */
export const secureNodes: readonly (readonly [
  kind: Fault['kind'],
  start: (options: { readonly tls: KeyPair }) => Promise<SandboxServer>,
  scheme: string,
  path: string,
])[] = [
  ['grpc', startRawNode, '', ''],
  ['evm', startEvmNode, 'https://', ''],
  ['solana', startSolanaNode, 'https://', ''],
  ['rpc', startRpcNode, 'https://', ''],
  ['rest', startRestNode, 'https://', ''],
  ['grpc-web', startGrpcWebNode, 'https://', ''],
  ['ws', startCometWebSocket, 'wss://', '/websocket'],
  ['evm-ws', startEvmWebSocket, 'wss://', '/'],
];

/** The certificates, used by a node of each kind. */
export const certificateFaults: readonly Fault[] = secureNodes.flatMap(([kind, start, scheme, path]) =>
  certificates.map(([name, result, make, terms]) =>
    createRows<Terms>(kind, () => async ({ authority, serve }) => {
      const port = await serve(start({ tls: await make(authority) }));
      return `${scheme}localhost:${port}${path}`;
    })(name, result, terms),
  ),
);

const handshake = (name: string, result: string, start: (pair: KeyPair) => Promise<SandboxServer>): Fault =>
  createRows<object>('grpc', () => async ({ authority, serve }) => {
    return `localhost:${await serve(start(await authority.issue()))}`;
  })(name, result);
/** A node that shakes hands in another way. */
const raw = (secure: SecureServerOptions) => (tls: KeyPair) => startRawNode({ tls, secure });

/** Handshakes that fail, or that some clients reject. */
export const handshakeFaults: readonly Fault[] = [
  handshake(
    'TLS 1.1 at most',
    'fail tls/old-version',
    raw({ maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }),
  ),
  handshake(
    'no common cipher',
    'fail tls/handshake-failed',
    raw({ ciphers: 'AES128-SHA256', maxVersion: 'TLSv1.2', secureOptions: constants.SSL_OP_NO_TLSv1_3 }),
  ),
  handshake(
    'a server that requires a client certificate (TLS 1.2)',
    'fail tls/handshake-failed',
    raw({ requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' }),
  ),
  handshake('HTTP/2 without ALPN', 'pass tls/no-alpn', (pair) => {
    const front = tls.createServer({ ...pair }, (socket) => {
      const session = http2.performServerHandshake(socket);
      session.on('error', () => undefined);
      session.on('stream', answerStreams({}));
    });
    return listen(front);
  }),
];
