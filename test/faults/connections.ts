import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen } from '../../src/sandbox/server.js';
import type { Fault } from './fault.js';

/** A way in which established connections break, and the rule for each sort of url. */
interface ConnectionFault {
  readonly name: string;
  readonly accept: (socket: Socket, tls: KeyPair) => void;
  /** Of a url without TLS, such as http:// and ws://; null if the fault needs TLS. */
  readonly plain: string | null;
  readonly secure: string;
  /** An address without a scheme, which is tried with and without TLS. */
  readonly grpc: string;
  readonly timeout?: string;
}

const reset = (socket: Socket) => socket.resetAndDestroy();
/** By then the client has won its connection, and sent a request or a ClientHello. */
const onFirstBytes = (act: (socket: Socket) => unknown) => (socket: Socket) =>
  void socket.once('data', () => act(socket));
/** A record that announces a ServerHello of 122 bytes and has two of them (RFC 8446 section 5.1). */
const halfHandshake = (then: (socket: Socket) => unknown) =>
  onFirstBytes((socket) => socket.write(Buffer.from('160303007a0200', 'hex'), () => then(socket)));
const shakeHands = (socket: Socket, tls: KeyPair, then: (socket: Socket) => unknown) => {
  const secure = new TLSSocket(socket, { isServer: true, ALPNProtocols: ['h2', 'http/1.1'], ...tls });
  secure.on('error', () => undefined);
  secure.on('secure', () => then(socket));
};

const rows: readonly ConnectionFault[] = [
  {
    name: 'a reset of each connection',
    accept: reset,
    plain: 'net/reset',
    secure: 'net/reset',
    grpc: 'net/reset',
  },
  {
    name: 'a reset on the first bytes',
    accept: onFirstBytes(reset),
    plain: 'net/reset',
    secure: 'net/reset',
    grpc: 'net/reset',
  },
  {
    name: 'a reset after the TLS handshake',
    accept: (socket, tls) => shakeHands(socket, tls, reset),
    plain: null,
    secure: 'net/reset',
    grpc: 'net/reset',
  },
  {
    name: 'half a TLS handshake and a reset',
    accept: halfHandshake(reset),
    plain: null,
    secure: 'net/reset',
    grpc: 'net/reset',
  },
  {
    name: 'half a TLS handshake and the end',
    accept: halfHandshake((socket) => socket.end()),
    plain: null,
    secure: 'net/reset',
    grpc: 'net/reset',
  },
  {
    name: '"hello" in place of the protocol',
    accept: (socket) => socket.write('hello\n'),
    plain: 'http/not-http',
    secure: 'tls/not-tls',
    grpc: 'grpc/not-http2',
  },
  {
    name: 'silence',
    accept: () => undefined,
    plain: 'net/response-timeout',
    secure: 'net/connect-timeout',
    grpc: 'net/connect-timeout',
    timeout: '4s',
  },
  {
    name: 'silence after the TLS handshake',
    accept: (socket, tls) => shakeHands(socket, tls, () => undefined),
    plain: null,
    secure: 'net/response-timeout',
    grpc: 'net/response-timeout',
    timeout: '4s',
  },
];

/** The beginnings and ends of a kind's urls. */
interface UrlForm {
  readonly kind: Fault['kind'];
  /** Without TLS, and with it; null for an address without a scheme. */
  readonly schemes: readonly [plain: string, secure: string] | null;
  readonly path: string;
}

const webSchemes = ['http://', 'https://'] as const;
const socketSchemes = ['ws://', 'wss://'] as const;
const urlForms: readonly UrlForm[] = [
  { kind: 'grpc', schemes: null, path: '' },
  { kind: 'evm', schemes: webSchemes, path: '' },
  { kind: 'rpc', schemes: webSchemes, path: '' },
  { kind: 'rest', schemes: webSchemes, path: '' },
  { kind: 'grpc-web', schemes: webSchemes, path: '' },
  { kind: 'solana', schemes: webSchemes, path: '' },
  { kind: 'ws', schemes: socketSchemes, path: '/websocket' },
  { kind: 'evm-ws', schemes: socketSchemes, path: '' },
];

/**
 * The faults of connections, for every kind, at a name with two addresses (localhost is both, RFC 6761 section 6.3), each of which reaches the
 * server: a broken winner must not lead to the other address. No other client is tried with these.
 */
export const connectionFaults: readonly Fault[] = urlForms.flatMap(({ kind, schemes, path }) =>
  rows.flatMap(({ name, accept, plain, secure, grpc, timeout }) => {
    const at = (scheme: string, rule: string): Fault => ({
      name: `two addresses: ${scheme}${scheme === '' ? '' : ', '}${name}`,
      kind,
      start: async ({ authority, serve }) => {
        const tls = await authority.issue();
        const server = createServer((socket) => accept(socket, tls));
        return `${scheme}localhost:${await serve(listen(server, {}))}${path}`;
      },
      verdict: 'fail',
      rules: [rule],
      ...(timeout === undefined ? {} : { timeout }),
    });
    if (schemes === null) return [at('', grpc)];
    return [...(plain === null ? [] : [at(schemes[0], plain)]), at(schemes[1], secure)];
  }),
);
