import { describe, expect, test } from 'vitest';
import { judgeCertificateEnd } from './certificate.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const dayMs = 86_400_000;

/** Days left when a certificate that lives so many days is reported; null if it is not. */
function judge(certificateExpiresAt: string | null, lifetimeDays: number | null): unknown {
  const certificateLifetimeMs = lifetimeDays === null ? null : lifetimeDays * dayMs;
  const [problem] = judgeCertificateEnd({ certificateExpiresAt, certificateLifetimeMs }, now);
  if (problem === undefined) return null;
  expect(problem).toMatchObject({
    code: 'tls/certificate-expiring',
    data: { validTo: certificateExpiresAt },
  });
  return problem.data['days'];
}

describe('a warning is due when less than a quarter of the lifetime is left, and at most 14 days', () => {
  test.each<[string, number | null, number | null]>([
    ['2026-01-14T23:59:59.999Z', 90, 13],
    ['2026-01-02T00:00:00.000Z', 90, 1],
    ['2026-01-01T00:00:00.001Z', 90, 0],
    ['2026-01-15T00:00:00.000Z', 90, null],
    ['2026-01-15T00:00:00.000Z', 398, null],
    ['2026-01-14T00:00:00.000Z', 398, 13],
    // Of 160 hours, 40 are a quarter.
    ['2026-01-02T15:59:59.999Z', 160 / 24, 1],
    ['2026-01-02T16:00:00.000Z', 160 / 24, null],
    ['2026-01-06T00:00:00.000Z', 160 / 24, null],
    ['2026-01-14T00:00:00.000Z', null, 13],
    ['2026-01-15T00:00:00.000Z', null, null],
  ])('until %s, of %s days', (validTo, lifetimeDays, days) => {
    expect(judge(validTo, lifetimeDays)).toBe(days);
  });

  test('not without a certificate, nor for a date that cannot be read', () => {
    expect(judgeCertificateEnd(null, now)).toEqual([]);
    expect(judge(null, null)).toBeNull();
    expect(judge('Bad time value', 90)).toBeNull();
  });
});
