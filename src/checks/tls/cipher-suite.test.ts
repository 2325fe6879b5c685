import { describe, expect, test } from 'vitest';
import { judgeCipherSuite } from './certificate.js';

describe('a cipher suite is warned of if its keys are exchanged by RSA alone', () => {
  test.each<[string | null, number]>([
    ['TLS_RSA_WITH_AES_128_GCM_SHA256', 1],
    ['TLS_RSA_WITH_AES_256_CBC_SHA', 1],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_AES_128_GCM_SHA256', 0],
    [null, 0],
  ])('%s', (cipherSuite, count) => {
    expect(judgeCipherSuite({ cipherSuite })).toHaveLength(count);
  });

  test('not without a connection', () => {
    expect(judgeCipherSuite(null)).toEqual([]);
  });
});
