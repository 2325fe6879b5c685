import http2, { type ClientHttp2Session, constants } from 'node:http2';
import type net from 'node:net';
import { type Failure, failure } from '../../model/failure.js';
import { withLimit } from '../abort.js';
import { formatAddress } from '../address.js';
import { type ReceivedBytes, startMeter } from '../byte-meter.js';
import { readFirst } from '../connect.js';
import { classifyBrokenConnection, errorCode } from '../failure.js';
import { limits } from '../limits.js';
import { readLoopClock } from '../loop-clock.js';
import { type OpenSocket, openSocketAt, type Peer } from '../open-socket.js';
import type { ProbeContext } from '../probe-context.js';
import { findLateRefusal } from '../tls.js';

export type Transport = 'tls' | 'plaintext';

/** The state of a connection, updated while it is established. */
export interface ConnectionState {
  /** Once TCP is connected; without what TLS tells of it before the handshake has ended. */
  peer: Peer | null;
  /** True after the TLS handshake; for plaintext, once TCP is connected. */
  ready: boolean;
  /** Why TCP or the handshake failed. */
  failure: Failure | null;
  /** Destroyed at the end, since closing a session waits for streams that a server may never end. */
  sockets: net.Socket[];
  /** Bytes received by each connection. */
  received: (() => ReceivedBytes)[];
}

/** Why the server ended the connection after its handshake because of a missing client certificate; null if it did not. */
export function findRefusal({ sockets }: ConnectionState): Failure | null {
  return sockets.map(findLateRefusal).find((refused) => refused !== null) ?? null;
}

export interface Session {
  readonly http2: ClientHttp2Session;
  /** When the server's SETTINGS arrived, which every HTTP/2 server sends first (RFC 9113 section 3.4), by the loop clock; null until then. */
  settingsAtMs: number | null;
  /** Resolves when they have arrived, or when the session has ended without them. */
  readonly settled: Promise<void>;
  /** Must be called when a response begins. */
  readonly noteResponse: () => void;
  /**
   * Ends a session that will never answer. If a server sends less than a frame header, such as a short greeting, nghttp2 waits forever. If it
   * sends something invalid, such as a frame that is too long, nghttp2 sends GOAWAY and stops reading and writing, and node:http2 reports
   * nothing; that a PING is not written reveals it. At most one PING is sent between responses, since servers count them
   * (https://github.com/grpc/proposal/blob/master/A8-client-side-keepalive.md#server-enforcement).
   */
  readonly endIfUnresponsive: () => void;
}

/**
 * Connects to the first address that accepts, performs the TLS handshake (or none), and begins HTTP/2. Updates the state, and returns null if that has a
 * failure then. Streams may be opened before the server's SETTINGS arrive.
 */
export async function openSession(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  state: ConnectionState,
): Promise<Session | null> {
  const { host, port } = context.target;
  const secure = transport === 'tls';
  const note = ({ socket, peer }: OpenSocket) => {
    state.peer = peer;
    state.sockets.push(socket);
  };
  const onConnect = (connection: OpenSocket) => {
    note(connection);
    state.received.push(connection.received);
  };
  const opened = await openSocketAt(context, addresses, { secure, alpn: 'h2', onConnect });
  if (!opened.ok) {
    state.failure = opened.failure;
    return null;
  }
  note(opened.value);
  state.ready = true;
  return startHttp2(opened.value.socket, `${secure ? 'https' : 'http'}://${formatAddress(host, port)}`);
}

/** Time within which a PING is written. */
const writtenMs = 100;

/** Length of a frame header (RFC 9113 section 4.1). */
const frameHeadBytes = 9;

function startHttp2(socket: net.Socket, origin: string): Session {
  const client = http2.connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
  // An error also ends the session's streams, which report it; without a listener it would end the process.
  client.on('error', () => undefined);
  const settled = new Promise<void>((resolve) => {
    client.once('close', resolve);
    client.once('remoteSettings', () => {
      session.settingsAtMs = readLoopClock();
      resolve();
    });
  });
  let isPinged = false;
  const session: Session = {
    http2: client,
    settingsAtMs: null,
    settled,
    noteResponse: () => (isPinged = false),
    endIfUnresponsive: () => {
      if (isPinged || client.closed || client.destroyed) return;
      const isGreeting = socket.bytesRead > 0 && socket.bytesRead < frameHeadBytes;
      if (session.settingsAtMs === null && isGreeting)
        return client.destroy(new Error('no SETTINGS'), constants.NGHTTP2_PROTOCOL_ERROR);
      isPinged = true;
      const writtenBytes = socket.bytesWritten;
      client.ping(() => undefined);
      // Delayed, since node:http2 writes at the end of the event loop's turn.
      setTimeout(() => {
        if (socket.bytesWritten === writtenBytes)
          client.destroy(new Error('invalid frames'), constants.NGHTTP2_INTERNAL_ERROR);
      }, writtenMs).unref();
    },
  };
  return session;
}

/** The client's connection preface with an empty SETTINGS frame, RFC 9113 section 3.4. */
const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');

/**
 * Connects to an endpoint with which no HTTP/2 connection was established, sends a client's preface and names the protocol of the answer.
 * Connects once, within the signal.
 */
export async function sniffProtocol(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
): Promise<Failure> {
  const { signal, budgetMs, clock } = context;
  // The phases that are reported are those of the first connection.
  const another = { ...context, clock: clock.startAnother() };
  const opened = await openSocketAt(another, addresses, { secure: transport === 'tls', alpn: 'h2' });
  if (!opened.ok) return opened.failure;
  const { socket, received, peer } = opened.value;
  const { address } = peer;
  const limit = withLimit(signal, limits.connectMs);
  const floods: Failure[] = [];
  const meter = startMeter(received, limits.grpcConnectionBytes, (why) => {
    floods.push(why);
    socket.destroy();
  });
  try {
    socket.write(preface);
    const bytes = await readFirst(socket, limit.signal);
    if (bytes === null) return failure('grpc/connection-dropped', { code: 'closed' });
    return classifyGreeting(bytes, address);
  } catch (error) {
    const [flood] = floods;
    if (flood !== undefined) return flood;
    if (limit.signal.aborted) {
      return failure('net/response-timeout', {
        address,
        limitMs: signal.aborted ? budgetMs : limits.connectMs,
      });
    }
    const code = errorCode(error);
    return classifyBrokenConnection(code, address, 'answer') ?? failure('grpc/connection-dropped', { code });
  } finally {
    limit.clear();
    meter.stop();
    socket.destroy();
  }
}

/** Names a server's protocol by the first bytes that it sends to an HTTP/2 client. */
export function classifyGreeting(bytes: Buffer, address: string): Failure {
  const text = bytes.toString('latin1', 0, 80);
  const [firstLine = ''] = text.split(/[\r\n]/);
  if (text.startsWith('HTTP/')) return failure('grpc/not-http2', { detail: firstLine });
  // A TLS record with an alert, RFC 8446 section 5.1.
  if (bytes[0] === 0x15 && bytes[1] === 0x03) return failure('grpc/wants-tls', { address });
  // A SETTINGS frame: the server does speak HTTP/2, but dropped the first connection.
  if (bytes[3] === 0x04) return failure('grpc/connection-dropped', { code: 'closed' });
  return failure('grpc/not-http2', { detail: firstLine });
}
