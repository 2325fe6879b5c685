import { hash, timingSafeEqual } from 'node:crypto';
import { type Reply, replyWithProblem } from '../../../http-server/reply.js';
import type { TokenScope } from '../../client/token.js';

/** A bearer token that the service accepts. */
export interface ServiceToken {
  /** The name of its owner, for the log and the metrics; several tokens may have one name, for example while one replaces another. */
  readonly name: string | null;
  readonly token: string;
  /** Its scope; it is for everything if absent. */
  readonly scope?: TokenScope;
}

/** The owner of a request. */
export interface TokenIdentity {
  /** Distinguishes tokens without containing them: for fairness and rates. Never shown. */
  readonly owner: string;
  readonly name: string | null;
  readonly scope?: TokenScope | undefined;
}

/** Whose token a request has, or that the token is unknown or missing; a scheme other than Bearer counts as missing. */
export type Authentication = TokenIdentity | 'unknown' | 'none';

/** Checks the `Authorization` header of a request (RFC 6750 section 2.1). */
export type Authenticate = (authorization: string | undefined) => Authentication;

interface Candidate extends TokenIdentity {
  readonly hash: Buffer;
}

/**
 * Compares hashes, and with every token, so that the time reveals nothing about any of them. `getTokens` is called for each request, and returns the
 * same array as long as the tokens do not change.
 */
export function createAuthenticate(getTokens: () => readonly ServiceToken[]): Authenticate {
  let tokens: readonly ServiceToken[] = [];
  let candidates: readonly Candidate[] = [];
  return (authorization) => {
    const current = getTokens();
    if (current !== tokens) candidates = current.map(createCandidate);
    tokens = current;
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) return /^Bearer( |$)/i.test(authorization ?? '') ? 'unknown' : 'none';
    const sent = hashToken(token);
    const [match] = candidates.filter((candidate) => timingSafeEqual(candidate.hash, sent));
    return match === undefined ? 'unknown' : { owner: match.owner, name: match.name, scope: match.scope };
  };
}

/** Why a token is refused: it is limited to other paths, unknown, or missing; with the error code of its challenge (RFC 6750 section 3). */
const refusals = {
  none: [401, 'a token is required: send Authorization: Bearer <token>', 'Bearer'],
  unknown: [401, 'unknown token', 'Bearer error="invalid_token"'],
  scope: [403, 'the token is limited to other paths', 'Bearer error="insufficient_scope"'],
} as const;

/** Refuses a request for its token. */
export function refuseToken(refusal: keyof typeof refusals): Reply {
  const [status, detail, challenge] = refusals[refusal];
  return replyWithProblem({ status, detail }, { 'www-authenticate': challenge });
}

function createCandidate({ name, token, scope }: ServiceToken): Candidate {
  const hashed = hashToken(token);
  return { name, scope, owner: hashed.toString('base64url'), hash: hashed };
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
