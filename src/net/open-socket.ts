import type net from 'node:net';
import { success, type Result } from '../model/failure.js';
import { countBytes, type ReceivedBytes } from './byte-meter.js';
import type { Alpn } from './failure.js';
import type { ProbeContext } from './probe-context.js';
import { connectTarget } from './proxy.js';
import { startTls, type TlsConnection } from './tls.js';

/** The remote end of a connection. Without TLS, everything but the address is null. */
export interface Peer extends Omit<TlsConnection, 'socket'> {
  /** `ip:port`. */
  readonly address: string;
}

const noTls = {
  alpn: null,
  certificateExpiresAt: null,
  certificateLifetimeMs: null,
  tlsVersion: null,
  cipherSuite: null,
};

export interface OpenSocket {
  readonly socket: net.Socket;
  /** Before the TLS handshake has ended, its bytes count as passed on. */
  readonly received: () => ReceivedBytes;
  readonly peer: Peer;
}

/** Resolves a target, connects to it and, if it is secure, performs the TLS handshake for HTTP/1.1. The caller must destroy the socket. */
export async function openSocket(context: ProbeContext): Promise<Result<OpenSocket>> {
  const { target, signal, clock } = context;
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  return addresses.ok
    ? openSocketAt(context, addresses.value, { secure: target.secure, alpn: 'http/1.1' })
    : addresses;
}

/**
 * Connects to the first address that accepts and, if `secure`, performs the TLS handshake, the same for all kinds, so that they are judged alike. `onConnect`
 * gets the connection before its handshake.
 */
export async function openSocketAt(
  context: ProbeContext,
  addresses: readonly string[],
  {
    secure,
    alpn,
    onConnect,
  }: {
    readonly secure: boolean;
    readonly alpn: Alpn;
    readonly onConnect?: (connection: OpenSocket) => void;
  },
): Promise<Result<OpenSocket>> {
  const { target, clock } = context;
  const tcp = await connectTarget(context, addresses);
  if (!tcp.ok) return tcp;
  clock.mark('connect');
  const { socket, address } = tcp.value;
  let secureSocket: net.Socket | null = null;
  const received = () => countBytes(socket, secureSocket);
  const connection: OpenSocket = { socket, received, peer: { address, ...noTls } };
  onConnect?.(connection);
  if (!secure) return success(connection);

  const tls = await startTls(socket, { host: target.host, address, alpn }, context);
  if (!tls.ok) return tls;
  clock.mark('tls');
  const { socket: encrypted, ...certified } = tls.value;
  secureSocket = encrypted;
  return success({ socket: encrypted, received, peer: { address, ...certified } });
}
