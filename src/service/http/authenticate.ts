import { hash, timingSafeEqual } from 'node:crypto';

/** Whether a request has one of the service's tokens, another one, or none. */
export type Authentication = 'accepted' | 'unknown' | 'none';

/** Checks the `Authorization` header of a request (RFC 6750 section 2.1). */
export type Authenticate = (authorization: string | undefined) => Authentication;

/** Compares hashes, and with every token, so that the time reveals nothing about any of them. */
export function createAuthenticate(tokens: readonly string[]): Authenticate {
  const accepted = tokens.map(hashToken);
  return (authorization) => {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return authorization === undefined ? 'none' : 'unknown';
    const sent = hashToken(token);
    const matches = accepted.filter((candidate) => timingSafeEqual(candidate, sent));
    return matches.length > 0 ? 'accepted' : 'unknown';
  };
}

/** The challenge of a 401 (RFC 6750 section 3): without an error code where the request has no token. */
export function createChallenge(authentication: Authentication): string {
  return authentication === 'none' ? 'Bearer' : 'Bearer error="invalid_token"';
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
