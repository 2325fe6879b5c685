import { parseUrl } from '../../model/parse-url.js';

export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path before those of the routes, without a final slash. */
  readonly prefix: string;
  /** True if the token would cross a network unencrypted. */
  readonly insecure: boolean;
}

/** Parses a base url. Returns an error as a string that does not quote it: it may contain a secret. */
export function parseBaseUrl(input: string): BaseUrl | string {
  const url = parseUrl(input);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return 'expected an https or http url';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.search !== '' || url.hash !== '') return 'must not contain a query or a fragment';
  return {
    origin: url.origin,
    prefix: url.pathname.replace(/\/+$/, ''),
    insecure: url.protocol === 'http:' && !isLoopback(url.hostname),
  };
}

/** Names of RFC 6761 section 6.3 and addresses of RFC 1122 section 3.2.1.3 and RFC 4291 section 2.5.3, as URL normalizes them. */
function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}
