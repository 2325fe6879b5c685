import type { Problem } from '../../model/rule.js';
import type { Peer } from '../../net/open-socket.js';
import { judgeCertificateEnd, judgeCertificateNames } from '../tls/certificate.js';
import { judgeCipherSuite } from '../tls/cipher-suite.js';

/** How an endpoint over HTTP was connected to. */
export interface HttpTransport {
  readonly connection: Peer | null;
  /** False only for plain http, which not every format allows. */
  readonly secure: boolean;
}

/** The problems of a connection on which the endpoint answered. Pure. */
export function judgeHttpTransport({ connection, secure }: HttpTransport, now: Date): Problem[] {
  return [
    ...judgeCertificateEnd(connection, now),
    ...judgeCertificateNames(connection),
    ...judgeCipherSuite(connection),
    ...(secure ? [] : [{ code: 'http/plaintext', data: {} }]),
  ];
}

/** What the observation of a run keeps of a connection: not the connection, which would keep all that it references in memory. */
export function pickPeer({
  address,
  certificateExpiresAt,
  certificateLifetimeMs,
  cipherSuite,
  isNamedBySubject,
}: Peer): Peer {
  return { address, certificateExpiresAt, certificateLifetimeMs, cipherSuite, isNamedBySubject };
}
