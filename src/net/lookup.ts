import { lookup as lookupBySystem } from 'node:dns';
import type { LookupFunction } from 'node:net';

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
