import tls from 'node:tls';

/**
 * The key exchanges and groups offered: elliptic curves, as in Chrome and Go. In Diffie-Hellman over a prime (DHE, and the ffdhe groups of TLS
 * 1.3) the server chooses the size, and OpenSSL computes it on the event loop: for 10,000 bits, a second. Browsers have dropped it
 * (https://groups.google.com/a/chromium.org/d/msg/security-dev/dYyhKHPnrI0/pNxx8vTKBAAJ), and Go never had it.
 */
export const tlsOffer = { ciphers: `${tls.DEFAULT_CIPHERS}:!DHE`, ecdhCurve: 'X25519:P-256:P-384:P-521' };

let context: tls.SecureContext | undefined;

/** The context of every handshake with an endpoint: Node's roots and NODE_EXTRA_CA_CERTS, parsed once. */
export function getSecureContext(): tls.SecureContext {
  return (context ??= tls.createSecureContext(tlsOffer));
}
