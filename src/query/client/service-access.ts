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

/** Servers refuse longer header fields: nginx in its default configuration above 8 KiB, Node above 16 KiB for all of them. */
const longestToken = 8_000;

/** The error of a bearer token (RFC 6750 section 2.1); null for none. Never quotes the token. */
export function validateToken(token: string): string | null {
  if (token === '') return 'the token is empty';
  if (token.includes(':')) return 'the token contains a colon';
  if (token.length > longestToken) return `the token is longer than ${longestToken} characters`;
  return /^[\w.~+/-]+=*$/.test(token) ? null : 'the token may contain only letters, digits and - . _ ~ + /';
}

/** What a service may limit a token to: `/metrics`, or the routes of the API. */
export const tokenScopes = ['metrics', 'data'] as const;
export type TokenScope = (typeof tokenScopes)[number];

export interface TokenLine {
  /** From 1. */
  readonly line: number;
  /** The name of its owner; null if the line has none. */
  readonly name: string | null;
  readonly token: string;
  /** Its scope; null if the line has none. */
  readonly scope: string | null;
}

/** Reads a list of tokens, `token`, `name:token` or `name:token:scope` a line; blank lines are ignored. Nothing is validated. */
export function parseTokenLines(text: string): TokenLine[] {
  return text.split('\n').flatMap((raw, index): TokenLine[] => {
    const content = raw.trim();
    if (content === '') return [];
    const [first = '', second, scope = null, ...more] = content.split(':').map((part) => part.trim());
    const at = { line: index + 1 };
    if (second === undefined) return [{ ...at, name: null, token: first, scope: null }];
    // With more colons than a line can have, the whole line is an invalid token, which is reported.
    if (more.length > 0) return [{ ...at, name: first, token: content.slice(first.length + 1), scope: null }];
    return [{ ...at, name: first, token: second, scope }];
  });
}

/** The error of a line; null for none. Never quotes the line: a token may be in the place of the scope. */
export function validateTokenLine({ token, scope }: TokenLine): string | null {
  const invalid = validateToken(token);
  if (invalid !== null || scope === null || isTokenScope(scope)) return invalid;
  return `unknown scope after the token: expected ${tokenScopes.join(' or ')}`;
}

export function isTokenScope(scope: string | null): scope is TokenScope {
  return tokenScopes.some((each) => each === scope);
}
