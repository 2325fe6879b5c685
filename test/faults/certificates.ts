import http2 from 'node:http2';
import tls from 'node:tls';
import { constants } from 'node:crypto';
import {
  type Authority,
  createAuthority,
  createSelfSigned,
  type KeyPair,
} from '../../src/sandbox/certificates.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';
import { answerStreams, startRawNode } from './raw-node.js';
import type { WebSocketKind } from './websockets.js';

const dayMs = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * dayMs);

/** Certificates, and one cipher suite, that clients warn about or reject, whatever the kind of the node. */
const certificates: readonly {
  readonly name: string;
  readonly make: (authority: Authority) => Promise<KeyPair & tls.SecureContextOptions>;
  readonly verdict?: FaultOf['verdict'];
  readonly rule: string;
}[] = [
  {
    name: 'a certificate that has expired',
    make: (authority) => authority.issue({ notBefore: inDays(-90), notAfter: inDays(-1) }),
    rule: 'tls/certificate-expired',
  },
  {
    name: 'a certificate that is not valid yet',
    make: (authority) => authority.issue({ notBefore: inDays(1), notAfter: inDays(90) }),
    rule: 'tls/certificate-not-yet-valid',
  },
  {
    name: 'a certificate that expires within two weeks',
    make: (authority) => authority.issue({ notBefore: inDays(-77), notAfter: inDays(13) }),
    verdict: 'pass',
    rule: 'tls/certificate-expiring',
  },
  {
    name: 'RSA key exchange (TLS 1.2)',
    make: async (authority) => ({
      ...(await authority.issue({ rsa: true })),
      ciphers: 'AES128-GCM-SHA256',
      maxVersion: 'TLSv1.2',
    }),
    verdict: 'pass',
    rule: 'tls/rsa-key-exchange',
  },
  {
    name: 'a certificate with a common name only',
    make: (authority) => authority.issue({ hosts: [], commonName: 'localhost' }),
    verdict: 'pass',
    rule: 'tls/no-san',
  },
  { name: 'a self-signed certificate', make: () => createSelfSigned(), rule: 'tls/self-signed' },
  {
    name: 'a certificate of an unknown authority',
    make: async () => (await createAuthority('unknown')).issue(),
    rule: 'tls/untrusted',
  },
  {
    name: 'a certificate for another name',
    make: (authority) => authority.issue({ hosts: ['node.example.com'] }),
    rule: 'tls/wrong-host',
  },
];

/** The certificates, used by a gRPC node. */
export const grpcCertificateFaults: readonly FaultOf[] = certificates.map(
  ({ name, make, verdict = 'fail', rule }) => ({
    name,
    start: async ({ authority, serve }) =>
      `localhost:${await serve(startRawNode({ tls: await make(authority) }))}`,
    verdict,
    rules: [rule],
  }),
);

/** The certificates, used by a node over HTTP. */
export function createHttpCertificates(
  start: (options: { readonly tls: KeyPair }) => Promise<SandboxServer>,
): readonly FaultOf[] {
  return certificates.map(({ name, make, verdict = 'fail', rule }) => ({
    name,
    start: async ({ authority, serve }) =>
      `https://localhost:${await serve(start({ tls: await make(authority) }))}`,
    verdict,
    rules: [rule],
  }));
}

/** The certificates, used by websockets of a kind. */
export function createWebSocketCertificates({ path, start }: WebSocketKind): readonly FaultOf[] {
  return certificates.map(({ name, make, verdict = 'fail', rule }) => ({
    name,
    start: async ({ authority, serve }) =>
      `wss://localhost:${await serve(start({ tls: await make(authority) }))}${path}`,
    verdict,
    rules: [rule],
  }));
}

/** Handshakes that fail, or that some clients reject. */
export const handshakeFaults: readonly FaultOf[] = [
  {
    name: 'TLS 1.1 at most',
    start: async ({ authority, serve }) => {
      const secure = { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
      return `localhost:${await serve(startRawNode({ tls: await authority.issue(), secure }))}`;
    },
    verdict: 'fail',
    rules: ['tls/old-version'],
  },
  {
    name: 'no common cipher',
    start: async ({ authority, serve }) => {
      const secure = {
        ciphers: 'AES128-SHA256',
        maxVersion: 'TLSv1.2',
        secureOptions: constants.SSL_OP_NO_TLSv1_3,
      } as const;
      return `localhost:${await serve(startRawNode({ tls: await authority.issue(), secure }))}`;
    },
    verdict: 'fail',
    rules: ['tls/handshake-failed'],
  },
  {
    name: 'a server that requires a client certificate (TLS 1.2)',
    start: async ({ authority, serve }) => {
      const secure = { requestCert: true, rejectUnauthorized: true, maxVersion: 'TLSv1.2' } as const;
      return `localhost:${await serve(startRawNode({ tls: await authority.issue(), secure }))}`;
    },
    verdict: 'fail',
    rules: ['tls/handshake-failed'],
  },
  {
    name: 'HTTP/2 without ALPN',
    start: async ({ authority, serve }) => {
      const pair = await authority.issue();
      const front = tls.createServer({ ...pair }, (socket) => {
        const session = http2.performServerHandshake(socket);
        session.on('error', () => undefined);
        session.on('stream', answerStreams({}));
      });
      return `localhost:${await serve(listen(front))}`;
    },
    verdict: 'pass',
    rules: ['tls/no-alpn'],
  },
];
