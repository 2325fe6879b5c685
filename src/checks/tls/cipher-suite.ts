import type { Problem } from '../../model/rule.js';

/** A warning for a cipher suite of TLS 1.2 with RSA key exchange (https://go.dev/doc/go1.22#crypto/tls). Pure. */
export function judgeCipherSuite(connection: { readonly cipherSuite: string | null } | null): Problem[] {
  const cipherSuite = connection?.cipherSuite ?? '';
  return cipherSuite.startsWith('TLS_RSA_WITH_')
    ? [{ code: 'tls/rsa-key-exchange', data: { cipherSuite } }]
    : [];
}
