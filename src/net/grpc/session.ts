import http2, { type ClientHttp2Session, constants } from 'node:http2';
import type net from 'node:net';
import type { Failure } from '../../model/failure.js';
import { formatAddress } from '../address.js';
import { countBytes, type ReceivedBytes } from '../byte-meter.js';
import { readLoopClock } from '../loop-clock.js';
import type { ProbeContext } from '../probe-context.js';
import { connectTarget } from '../proxy.js';
import { findLateRefusal, startTls } from '../tls.js';

/** How bytes travel. */
export type Transport = 'tls' | 'plaintext';

/** What became of the connection, filled in while it is made. */
export interface ConnectionState {
  /** `ip:port`, once TCP is connected. */
  address: string | null;
  /** Once the handshake is done; for plaintext once TCP is connected. */
  ready: boolean;
  /** Why TCP or the handshake failed. */
  failure: Failure | null;
  alpn: string | null;
  certificateExpiresAt: string | null;
  certificateLifetimeMs: number | null;
  cipherSuite: string | null;
  /** As `TlsConnection` has it. */
  isNamedBySubject?: boolean | undefined;
  /** To be destroyed at the end: closing a session waits for the streams of a server that may never end them. */
  sockets: net.Socket[];
  /** What each connection has received. */
  received: (() => ReceivedBytes)[];
}

/** The state before anything happened. */
export function createConnectionState(): ConnectionState {
  return {
    address: null,
    ready: false,
    failure: null,
    alpn: null,
    certificateExpiresAt: null,
    certificateLifetimeMs: null,
    cipherSuite: null,
    sockets: [],
    received: [],
  };
}

/** Why the server ended the connection after its handshake, since the client has no certificate; null where it did not. */
export function findRefusal({ sockets }: ConnectionState): Failure | null {
  return sockets.map(findLateRefusal).find((refused) => refused !== null) ?? null;
}

/** A session of HTTP/2, and what is known of its server. */
export interface Session {
  readonly http2: ClientHttp2Session;
  /** When the server's SETTINGS arrived, with which every server of HTTP/2 begins (RFC 9113 section 3.4), by the loop's clock; null before. */
  settingsAtMs: number | null;
  /** Resolves when they have, or when the session has ended without them. */
  readonly settled: Promise<void>;
  /** To be called when a response begins. */
  readonly noteResponse: () => void;
  /**
   * Ends a session that will never answer. What a server sends first is SETTINGS: less than the head of a frame, such as a short greeting,
   * is waited for by nghttp2 for ever. And for what it can't accept, such as a frame that is too long, nghttp2 gives up: it sends GOAWAY,
   * neither reads nor writes from then on, and node:http2 tells nobody. Not to write a PING shows it. One is sent between responses, since
   * servers count them (https://github.com/grpc/proposal/blob/master/A8-client-side-keepalive.md#server-enforcement).
   */
  readonly endIfGivenUp: () => void;
}

/**
 * Connects to the first address that answers, does the TLS handshake (or none) as the HTTP door does, so that both kinds are judged alike,
 * and begins HTTP/2. Fills in the state; null where it has the failure then. Streams may be opened before the server's SETTINGS have arrived.
 */
export async function openSession(
  context: ProbeContext,
  addresses: readonly string[],
  transport: Transport,
  state: ConnectionState,
): Promise<Session | null> {
  const { target, clock } = context;
  const tcp = await connectTarget(context, addresses);
  if (!tcp.ok) {
    state.failure = tcp.failure;
    return null;
  }
  clock.mark('connect');
  let socket = tcp.value.socket;
  state.address = tcp.value.address;
  state.sockets.push(socket);
  const tcpSocket = socket;
  state.received.push(() => countBytes(tcpSocket, socket === tcpSocket ? null : socket));
  if (transport === 'tls') {
    const tls = await startTls(socket, { host: target.host, address: state.address, alpn: ['h2'] }, context);
    if (!tls.ok) {
      state.failure = tls.failure;
      return null;
    }
    clock.mark('tls');
    const { socket: secure, ...known } = tls.value;
    socket = secure;
    state.sockets.push(socket);
    Object.assign(state, known);
  }
  state.ready = true;
  return startHttp2(
    socket,
    `${transport === 'tls' ? 'https' : 'http'}://${formatAddress(target.host, target.port)}`,
  );
}

/** By when a PING has been written. */
const writtenMs = 100;

/** The length of the head of a frame (RFC 9113 section 4.1). */
const frameHeadBytes = 9;

function startHttp2(socket: net.Socket, origin: string): Session {
  const client = http2.connect(origin, { createConnection: () => socket, settings: { enablePush: false } });
  // What ends the session ends its streams too, and is named there; without a listener it would end the process.
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
    endIfGivenUp: () => {
      if (isPinged || client.closed || client.destroyed) return;
      const isGreeting = socket.bytesRead > 0 && socket.bytesRead < frameHeadBytes;
      if (session.settingsAtMs === null && isGreeting)
        return client.destroy(new Error('no SETTINGS'), constants.NGHTTP2_PROTOCOL_ERROR);
      isPinged = true;
      const writtenBytes = socket.bytesWritten;
      client.ping(() => undefined);
      // Not at once: node:http2 writes at the end of the turn of the event loop.
      setTimeout(() => {
        if (socket.bytesWritten === writtenBytes)
          client.destroy(new Error('invalid frames'), constants.NGHTTP2_INTERNAL_ERROR);
      }, writtenMs).unref();
    },
  };
  return session;
}
