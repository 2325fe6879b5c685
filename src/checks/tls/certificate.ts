import type { Problem } from '../../model/rule.js';

const dayMs = 86_400_000;
/** Certificates of 90 days are renewed about 30 days before they end, so at these few days renewal has failed. */
const longestNoticeMs = 14 * dayMs;
/** Some certificates live for days only: Let's Encrypt's profile `shortlived` for 160 hours (https://letsencrypt.org/docs/profiles/). */
const noticeOfLifetime = 1 / 4;

/** When a certificate ends, in ISO 8601, and how long it lives in all; both null if there is none. */
export interface CertificateEnd {
  readonly certificateExpiresAt: string | null;
  readonly certificateLifetimeMs: number | null;
}

/** A warning if less than a quarter of a certificate's lifetime is left, and at most 14 days. Pure. */
export function judgeCertificateEnd(certificate: CertificateEnd | null, now: Date): Problem[] {
  const { certificateExpiresAt: validTo = null, certificateLifetimeMs = null } = certificate ?? {};
  if (validTo === null) return [];
  const leftMs = Date.parse(validTo) - now.getTime();
  const noticeMs = Math.min(longestNoticeMs, (certificateLifetimeMs ?? Infinity) * noticeOfLifetime);
  return leftMs < noticeMs
    ? [{ code: 'tls/certificate-expiring', data: { validTo, days: Math.floor(leftMs / dayMs) } }]
    : [];
}

/** A warning for a certificate that names its host by its subject alone, which OpenSSL and Node still accept (RFC 6125 section 6.4.4). Pure. */
export function judgeCertificateNames(
  connection: { readonly isNamedBySubject?: boolean | undefined } | null,
): Problem[] {
  return connection?.isNamedBySubject === true ? [{ code: 'tls/no-san', data: {} }] : [];
}

/** A warning for a cipher suite of TLS 1.2 with RSA key exchange (https://go.dev/doc/go1.22#crypto/tls). Pure. */
export function judgeCipherSuite(connection: { readonly cipherSuite: string | null } | null): Problem[] {
  const cipherSuite = connection?.cipherSuite ?? '';
  return cipherSuite.startsWith('TLS_RSA_WITH_')
    ? [{ code: 'tls/rsa-key-exchange', data: { cipherSuite } }]
    : [];
}
