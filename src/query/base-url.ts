import { parseUrl } from '../model/parse-url.js';

/** A base url in its parts. */
export interface BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The path in front of the routes' own, without a slash at its end. */
  readonly prefix: string;
}

/** Reads a base url. Returns a sentence where it is none, which does not repeat it: it may hold a secret. */
export function parseBaseUrl(text: string): BaseUrl | string {
  const parsed = parseUrl(text);
  if (parsed === null) return 'it is no url';
  const { protocol, origin, pathname, search, hash, username, password } = parsed;
  if (protocol !== 'https:' && protocol !== 'http:') return 'it is neither https nor http';
  if (username !== '' || password !== '') return 'it holds a user name or password';
  if (search !== '' || hash !== '') return 'it has a query or a fragment';
  return { origin, prefix: pathname.replace(/\/+$/, '') };
}

/** What is wrong with a token (RFC 6750 section 2.1); null where nothing is. Does not repeat it. */
export function validateToken(token: string): string | null {
  if (token === '') return 'token: it is empty';
  return /^[\w.~+/-]+=*$/.test(token) ? null : 'token: it has characters that a bearer token cannot have';
}
