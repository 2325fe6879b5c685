import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen } from '../../src/sandbox/server.js';
import { createRows, type Fault, type Terms } from './fault.js';

/** A way in which established connections break, and the rule for each sort of url; a fault has data only if it is of TLS. */
type ConnectionFault = readonly [
  name: string,
  accept: (socket: Socket, tls: KeyPair) => void,
  /** Of a url without TLS, such as http:// and ws://; null if the fault needs TLS. */
  plain: string | null,
  secure: string,
  /** An address without a scheme, which is tried with and without TLS; as with TLS by default. */
  grpc?: string,
  terms?: Terms,
];

const reset = (socket: Socket) => socket.resetAndDestroy();
/** By then the client has won its connection, and sent a request or a ClientHello. */
const onFirstBytes = (act: (socket: Socket) => unknown) => (socket: Socket) =>
  void socket.once('data', () => act(socket));
/** A record that announces a ServerHello of 122 bytes and has two of them (RFC 8446 section 5.1). */
const halfHandshake = (then: (socket: Socket) => unknown) =>
  onFirstBytes((socket) => socket.write(Buffer.from('160303007a0200', 'hex'), () => then(socket)));
const requiring = { requestCert: true, rejectUnauthorized: true };
const shakeHands = (socket: Socket, tls: KeyPair, then: (socket: Socket) => unknown) => {
  const secure = new TLSSocket(socket, { isServer: true, ALPNProtocols: ['h2', 'http/1.1'], ...tls });
  secure.on('error', () => undefined);
  secure.on('secure', () => then(socket));
};

const short = { timeout: '4s' };
const certificateRequired = { data: { code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED' } };
const rows: readonly ConnectionFault[] = [
  ['a reset of each connection', reset, 'net/reset', 'net/reset'],
  ['a reset on the first bytes', onFirstBytes(reset), 'net/reset', 'net/reset'],
  ['a reset after the TLS handshake', (socket, tls) => shakeHands(socket, tls, reset), null, 'net/reset'],
  ['half a TLS handshake and a reset', halfHandshake(reset), null, 'net/reset'],
  ['half a TLS handshake and the end', halfHandshake((socket) => socket.end()), null, 'net/reset'],
  [
    '"hello" in place of the protocol',
    (socket) => socket.write('hello\n'),
    'http/not-http',
    'tls/not-tls',
    'grpc/not-http2',
  ],
  ['silence', () => undefined, 'net/response-timeout', 'net/connect-timeout', 'net/connect-timeout', short],
  [
    'silence after the TLS handshake',
    (socket, tls) => shakeHands(socket, tls, () => undefined),
    null,
    'net/response-timeout',
    'net/response-timeout',
    short,
  ],
  // With TLS 1.3, only after the handshake.
  [
    'a client certificate that is required',
    (socket, tls) => shakeHands(socket, { ...tls, ...requiring }, () => undefined),
    null,
    'tls/handshake-failed',
    'tls/handshake-failed',
    certificateRequired,
  ],
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
  rows.flatMap(([name, accept, plain, secure, grpc = secure, terms = {}]) => {
    const at = (scheme: string, rule: string): Fault =>
      createRows<Terms>(kind, () => async ({ authority, serve }) => {
        const tls = await authority.issue();
        const server = createServer((socket) => accept(socket, tls));
        return `${scheme}localhost:${await serve(listen(server, {}))}${path}`;
      })(`two addresses: ${scheme}${scheme === '' ? '' : ', '}${name}`, `fail ${rule}`, terms);
    if (schemes === null) return [at('', grpc)];
    return [...(plain === null ? [] : [at(schemes[0], plain)]), at(schemes[1], secure)];
  }),
);
