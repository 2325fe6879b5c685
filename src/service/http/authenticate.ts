import { hash, timingSafeEqual } from 'node:crypto';

/** Whether a request may be answered: the token is one of those that are known, another one, or none. */
export type Authentication = 'known' | 'unknown' | 'none';

/** Reads the `Authorization` of a request (RFC 6750 section 2.1). */
export type Authenticate = (authorization: string | undefined) => Authentication;

/** Tokens are compared by their hashes, each with every one, so that the time tells nothing of any. */
export function createAuthenticate(tokens: readonly string[]): Authenticate {
  const known = tokens.map(hashToken);
  return (authorization) => {
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return authorization === undefined ? 'none' : 'unknown';
    const given = hashToken(token);
    const matches = known.filter((candidate) => timingSafeEqual(candidate, given));
    return matches.length > 0 ? 'known' : 'unknown';
  };
}

/** The challenge of a refusal (RFC 6750 section 3): no error code where no token was given. */
export function createChallenge(authentication: Authentication): string {
  return authentication === 'none' ? 'Bearer' : 'Bearer error="invalid_token"';
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
