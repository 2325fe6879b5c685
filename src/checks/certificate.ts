import type { Problem } from '../model/rule.js';

const warnBeforeDays = 14;

/** A warning if a certificate expires soon; its end is ISO 8601, null without a certificate. */
export function judgeCertificateEnd(expiresAt: string | null, now: Date): Problem[] {
  if (expiresAt === null) return [];
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / 86_400_000);
  return days < warnBeforeDays
    ? [{ code: 'tls/certificate-expiring', data: { validTo: expiresAt, days } }]
    : [];
}
