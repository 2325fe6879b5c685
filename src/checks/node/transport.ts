import type { Problem } from '../../model/rule.js';
import type { NodeObservation } from './observation.js';

const dayMs = 86_400_000;
/** Certificates of 90 days are renewed about 30 days before they end, so at these few days renewal has failed. */
const longestNoticeMs = 14 * dayMs;
/** Some certificates live for days only: Let's Encrypt's profile `shortlived` for 160 hours (https://letsencrypt.org/docs/profiles/). */
const noticeOfLifetime = 1 / 4;

/** The warnings of a connection on which the endpoint answered. Pure. */
export function judgeTransport(
  kind: string,
  { connection, secure }: Pick<NodeObservation, 'connection' | 'secure'>,
  now: Date,
): Problem[] {
  const problems: Problem[] = [];
  const lifetimeMs = connection?.certificateLifetimeMs ?? Infinity;
  const validTo = connection?.certificateExpiresAt ?? '';
  // NaN without a certificate, so that no comparison holds.
  const leftMs = Date.parse(validTo) - now.getTime();
  if (leftMs < Math.min(longestNoticeMs, lifetimeMs * noticeOfLifetime))
    problems.push({ code: 'tls/certificate-expiring', data: { validTo, days: Math.floor(leftMs / dayMs) } });
  // OpenSSL and Node still accept the subject (RFC 6125 section 6.4.4).
  if (connection?.isNamedBySubject === true) problems.push({ code: 'tls/no-san', data: {} });
  // https://go.dev/doc/go1.22#crypto/tls
  const cipherSuite = connection?.cipherSuite ?? '';
  if (cipherSuite.startsWith('TLS_RSA_WITH_'))
    problems.push({ code: 'tls/rsa-key-exchange', data: { cipherSuite } });
  if (secure === false) problems.push({ code: `${kind === 'grpc' ? kind : 'http'}/plaintext`, data: {} });
  return problems;
}
