import http2, { type ClientHttp2Session, constants } from 'node:http2';
import type net from 'node:net';
import type { Failure } from '../../model/failure.js';
import { formatAddress } from '../address.js';
import type { ReceivedBytes } from '../byte-meter.js';
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
