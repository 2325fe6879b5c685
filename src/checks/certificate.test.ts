import { describe, expect, test } from 'vitest';
import { judgeCertificateEnd } from './certificate.js';

const now = new Date('2026-01-01T00:00:00.000Z');

describe('a certificate that expires within 14 days is a warning', () => {
  test.each([
    ['2026-01-14T23:59:59.999Z', 13],
    ['2026-01-14T00:00:00.000Z', 13],
    ['2026-01-02T00:00:00.000Z', 1],
    ['2026-01-01T00:00:00.001Z', 0],
  ])('%s', (validTo, days) => {
    expect(judgeCertificateEnd(validTo, now)).toEqual([
      { code: 'tls/certificate-expiring', data: { validTo, days } },
    ]);
  });

  test.each(['2026-01-15T00:00:00.000Z', '2026-01-15T00:00:00.001Z', '2027-01-01T00:00:00.000Z'])(
    '%s is far enough',
    (validTo) => {
      expect(judgeCertificateEnd(validTo, now)).toEqual([]);
    },
  );

  test('no certificate and an invalid date give no warning', () => {
    expect(judgeCertificateEnd(null, now)).toEqual([]);
    expect(judgeCertificateEnd('Bad time value', now)).toEqual([]);
  });
});
