import type net from 'node:net';
import { success, type Result } from '../model/failure.js';
import { countBytes, type ReceivedBytes } from './byte-meter.js';
import type { ProbeContext } from './probe-context.js';
import { connectTarget } from './proxy.js';
import { startTls, type TlsConnection } from './tls.js';

/** The remote end of a connection. Without TLS, everything but the address is null. */
export interface Peer extends Pick<
  TlsConnection,
  'certificateExpiresAt' | 'certificateLifetimeMs' | 'tlsVersion' | 'cipherSuite' | 'isNamedBySubject'
> {
  /** `ip:port`. */
  readonly address: string;
}

const noTls = {
  certificateExpiresAt: null,
  certificateLifetimeMs: null,
  tlsVersion: null,
  cipherSuite: null,
};

export interface OpenSocket {
  readonly socket: net.Socket;
  readonly received: () => ReceivedBytes;
  readonly peer: Peer;
}

/** Resolves a target, connects to it and, if it is secure, performs the TLS handshake for HTTP/1.1. The caller must destroy the socket. */
export async function openSocket(context: ProbeContext): Promise<Result<OpenSocket>> {
  const { target, signal, clock } = context;
  const addresses = await context.resolve(target.host, signal);
  clock.mark('dns');
  if (!addresses.ok) return addresses;
  const tcp = await connectTarget(context, addresses.value);
  if (!tcp.ok) return tcp;
  clock.mark('connect');
  const { socket, address } = tcp.value;
  if (!target.secure)
    return success({ socket, received: () => countBytes(socket, null), peer: { address, ...noTls } });

  const tls = await startTls(socket, { host: target.host, address, alpn: ['http/1.1'] }, context);
  if (!tls.ok) return tls;
  clock.mark('tls');
  const { socket: secure, ...certified } = tls.value;
  const peer = { address, ...certified };
  return success({ socket: secure, received: () => countBytes(socket, secure), peer });
}
