import { describe, expect, test } from 'vitest';
import type { NodeObservation } from './observation.js';
import { judgeTransport } from './transport.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const dayMs = 86_400_000;
const peer = {
  address: '192.0.43.8:443',
  alpn: 'http/1.1',
  certificateExpiresAt: null,
  certificateLifetimeMs: null,
  tlsVersion: 'TLSv1.3',
  cipherSuite: null,
} as const;

function judge(changes: Partial<NonNullable<NodeObservation['connection']>>) {
  return judgeTransport('evm', { connection: { ...peer, ...changes }, secure: true }, now);
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
    ['Bad time value', 90, null],
  ])('until %s, of %s days', (validTo, lifetimeDays, days) => {
    const certificateLifetimeMs = lifetimeDays === null ? null : lifetimeDays * dayMs;
    expect(judge({ certificateExpiresAt: validTo, certificateLifetimeMs })).toEqual(
      days === null ? [] : [{ code: 'tls/certificate-expiring', data: { validTo, days } }],
    );
  });

  test('not without a certificate or a connection', () => {
    expect(judge({})).toEqual([]);
    expect(judgeTransport('evm', { connection: null, secure: true }, now)).toEqual([]);
  });
});

describe('a cipher suite is warned of if its keys are exchanged by RSA alone', () => {
  test.each<[string | null, number]>([
    ['TLS_RSA_WITH_AES_128_GCM_SHA256', 1],
    ['TLS_RSA_WITH_AES_256_CBC_SHA', 1],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_AES_128_GCM_SHA256', 0],
    [null, 0],
  ])('%s', (cipherSuite, count) => {
    expect(judge({ cipherSuite })).toHaveLength(count);
  });
});
