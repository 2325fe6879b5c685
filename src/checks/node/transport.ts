import type { Problem } from '../../model/rule.js';
import type { Peer } from '../../net/open-socket.js';
import { judgeCertificateEnd, judgeCertificateNames, judgeCipherSuite } from '../tls/certificate.js';

/** How an endpoint was connected to. */
export interface Transport {
  readonly connection: Peer | null;
  /** Whether over TLS; null without a connection. */
  readonly secure: boolean | null;
}

/** The problems of a connection on which the endpoint answered. Pure. */
export function judgeTransport(kind: string, { connection, secure }: Transport, now: Date): Problem[] {
  return [
    ...judgeCertificateEnd(connection, now),
    ...judgeCertificateNames(connection),
    ...judgeCipherSuite(connection),
    ...(secure === false ? [{ code: `${kind === 'grpc' ? kind : 'http'}/plaintext`, data: {} }] : []),
  ];
}

/** What the observation of a run keeps of a connection: not the connection, which would keep all that it references in memory. */
export function pickPeer({
  address,
  certificateExpiresAt,
  certificateLifetimeMs,
  tlsVersion,
  cipherSuite,
  isNamedBySubject,
}: Peer): Peer {
  return { address, certificateExpiresAt, certificateLifetimeMs, tlsVersion, cipherSuite, isNamedBySubject };
}
