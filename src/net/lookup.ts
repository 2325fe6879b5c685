import { lookup as lookupBySystem } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** What every name of the loopback stands for, RFC 6761 section 6.3. */
export const loopbackAddresses: readonly string[] = ['127.0.0.1', '::1'];

/** Whether a name stands for the loopback, whatever a name server says of it. */
export function isLoopbackName(host: string): boolean {
  return /(^|\.)localhost$/.test(host);
}

/**
 * Looks a host up as node:net does, but names of the loopback without asking anyone: getaddrinfo of glibc and musl asks name servers for
 * `a.localhost`, and what is sent without encryption to this machine alone would go wherever they say.
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
