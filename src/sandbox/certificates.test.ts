import { createPrivateKey, X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAuthority, createSelfSigned } from './certificates.js';

describe('a certificate of the sandbox', () => {
  test('is what its options say', async () => {
    const authority = await createAuthority();
    const hosts = [
      'node.example.com',
      `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`,
      '192.0.2.1',
    ];
    const notBefore = new Date('2049-12-31T23:59:58.000Z');
    const notAfter = new Date('2050-01-01T00:00:01.000Z');
    const options = { hosts, notBefore, notAfter, commonName: 'Ünlü' };
    for (const rsa of [false, true]) {
      const issuer = new X509Certificate(authority.cert);
      const { cert, key } = await authority.issue({ ...options, rsa });
      const issued = new X509Certificate(cert);
      expect(issued.checkIssued(issuer) && issued.verify(issuer.publicKey)).toBe(true);
      expect(issued.checkPrivateKey(createPrivateKey(key))).toBe(true);
      expect(issued.subject).toBe('CN=Ünlü');
      expect(issued.subjectAltName).toBe(`DNS:${hosts[0]}, DNS:${hosts[1]}, IP Address:192.0.2.1`);
      expect([issued.validFrom, issued.validTo]).toEqual([
        'Dec 31 23:59:58 2049 GMT',
        'Jan  1 00:00:01 2050 GMT',
      ]);
      expect([issuer.ca, issued.ca]).toEqual([true, false]);
    }
  });

  test('has a serial number of its own, signed by itself or by an authority', async () => {
    const authority = await createAuthority('unknown', 'Nobody');
    const [own, issued] = [await createSelfSigned({ hosts: [] }), await authority.issue()];
    const [first, second] = [new X509Certificate(own.cert), new X509Certificate(issued.cert)];
    expect(first.verify(first.publicKey)).toBe(true);
    expect(first.subjectAltName).toBe(undefined);
    expect(second.issuer).toBe('CN=unknown\nO=Nobody');
    expect(first.serialNumber).not.toBe(second.serialNumber);
  });
});
