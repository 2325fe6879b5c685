import { lookup as lookupBySystem } from 'node:dns';
import type { LookupFunction } from 'node:net';
import tls from 'node:tls';

/** The addresses of every loopback name, RFC 6761 section 6.3. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Whether a name stands for the loopback, whatever name servers say. */
export function isLoopbackName(host: string): boolean {
  return /(^|\.)localhost$/.test(host);
}

/**
 * Looks up a host like node:net, but never asks name servers for loopback names: getaddrinfo of glibc and musl asks them for `a.localhost`, and
 * could send unencrypted local traffic elsewhere.
 */
export const lookup: LookupFunction = (host, options, done) => {
  if (!isLoopbackName(host)) return lookupBySystem(host, options, done);
  const addresses = loopbackAddresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const [first] = addresses;
  process.nextTick(() => {
    if (options.all === true || first === undefined) done(null, addresses);
    else done(null, first.address, first.family);
  });
};

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
