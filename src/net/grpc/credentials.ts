import type net from 'node:net';
import type { experimental } from '@grpc/grpc-js';
import type { Failure } from '../../model/failure.js';
import type { ProbeContext } from '../probe-context.js';
import type { PhaseClock } from '../phase-clock.js';
import { openTunnel } from '../proxy.js';
import { startTls } from '../tls.js';
import { CallCredentials, ChannelCredentials } from './library.js';

/** How bytes travel. */
export type Transport = 'tls' | 'plaintext';

/** What became of the connection, filled in while it is made. */
export interface ConnectionState {
  /** `ip:port`, once TCP is connected. */
  address: string | null;
  /** Once the handshake is done; for plaintext once TCP is connected. */
  ready: boolean;
  /** Why the handshake failed: grpc-js passes on no more than a message, https://github.com/grpc/grpc-node/issues/2757. */
  failure: Failure | null;
  alpn: string | null;
  certificateExpiresAt: string | null;
  certificateLifetimeMs: number | null;
  cipherSuite: string | null;
  /** To be destroyed at the end: closing a channel waits for the streams of a server that may never end them. */
  sockets: net.Socket[];
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
  };
}

/**
 * Channel credentials that do the TLS handshake (or none) by `startTls`, so that gRPC and HTTP endpoints are judged alike
 * and what the handshake showed is kept.
 */
export class ProbeCredentials extends ChannelCredentials {
  readonly #transport: Transport;
  readonly #clock: PhaseClock;
  readonly #context: Pick<ProbeContext, 'target' | 'proxy' | 'signal' | 'budgetMs'>;
  readonly #state: ConnectionState;

  constructor(
    transport: Transport,
    connection: Pick<ProbeContext, 'target' | 'proxy' | 'clock' | 'signal' | 'budgetMs'> & {
      readonly state: ConnectionState;
    },
  ) {
    super();
    this.#transport = transport;
    this.#clock = connection.clock;
    this.#context = connection;
    this.#state = connection.state;
  }

  override _isSecure(): boolean {
    return this.#transport === 'tls';
  }

  override _equals(other: ChannelCredentials): boolean {
    return this === other;
  }

  override _createSecureConnector(
    _target: experimental.GrpcUri,
    _options: object,
    callCredentials?: CallCredentials,
  ): experimental.SecureConnector {
    return {
      connect: (socket) => this.#connect(socket),
      waitForReady: () => Promise.resolve(),
      getCallCredentials: () => callCredentials ?? CallCredentials.createEmpty(),
      destroy: () => undefined,
    };
  }

  async #connect(socket: net.Socket): Promise<experimental.SecureConnectResult> {
    const state = this.#state;
    this.#clock.mark('connect');
    state.address = formatPeer(socket);
    state.sockets.push(socket);
    socket.on('error', () => undefined);
    const { proxy } = this.#context;
    const refused = proxy === null ? null : await openTunnel(socket, this.#context, proxy);
    if (refused !== null) {
      state.failure = refused;
      throw new Error(refused.code);
    }
    if (this.#transport === 'plaintext') {
      state.ready = true;
      return { socket, secure: false };
    }
    const tls = await startTls(
      socket,
      { host: this.#context.target.host, address: state.address, alpn: ['h2'] },
      this.#context,
    );
    if (!tls.ok) {
      state.failure = tls.failure;
      throw new Error(tls.failure.code);
    }
    this.#clock.mark('tls');
    state.ready = true;
    state.alpn = tls.value.alpn;
    state.certificateExpiresAt = tls.value.certificateExpiresAt;
    state.certificateLifetimeMs = tls.value.certificateLifetimeMs;
    state.cipherSuite = tls.value.cipherSuite;
    state.sockets.push(tls.value.socket);
    return { socket: tls.value.socket, secure: true };
  }
}

function formatPeer(socket: net.Socket): string {
  const { remoteAddress = '', remotePort = 0, remoteFamily } = socket;
  return remoteFamily === 'IPv6'
    ? `[${remoteAddress}]:${String(remotePort)}`
    : `${remoteAddress}:${String(remotePort)}`;
}
