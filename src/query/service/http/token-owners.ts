import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestLog } from '../../../http-server/request.js';
import type { TokenScope } from '../../client/service-access.js';
import { ServiceProblem, tooBusy } from './service-problem.js';

export interface ServiceToken {
  /** The name of its owner, for the log and the metrics; several tokens may have one name, for example while one replaces another. */
  readonly name: string | null;
  readonly token: string;
  /** Its scope; it is for everything if absent. */
  readonly scope?: TokenScope;
}

/**
 * Finds the owner of a request's token, and logs its name. The owner distinguishes tokens without containing them: for fairness and rates; it is never
 * shown. Throws a ServiceProblem for a token that is missing, unknown, or limited to other paths.
 */
export type Authorize = (
  request: {
    readonly incoming: Pick<IncomingMessage, 'headers'>;
    readonly requestLog: Pick<RequestLog, 'token'>;
  },
  scope: TokenScope,
) => string;

/** Why a token is refused, with the error code of its challenge (RFC 6750 section 3); a scheme other than Bearer counts as missing. */
const refusals = {
  none: [401, 'a token is required: send Authorization: Bearer <token>', 'Bearer'],
  unknown: [401, 'unknown token', 'Bearer error="invalid_token"'],
  scope: [403, 'the token is limited to other paths', 'Bearer error="insufficient_scope"'],
} as const;

/**
 * Checks `Authorization` headers (RFC 6750 section 2.1). Compares hashes, and with every token, so that the time reveals nothing about any of them.
 * `getTokens` is called for each request, and returns the same array as long as the tokens do not change.
 */
export function createAuthorize(getTokens: () => readonly ServiceToken[]): Authorize {
  let tokens: readonly ServiceToken[] = [];
  let candidates: readonly (ServiceToken & { readonly hash: Buffer })[] = [];
  return ({ incoming, requestLog }, scope) => {
    const current = getTokens();
    if (current !== tokens) candidates = current.map((each) => ({ ...each, hash: hashToken(each.token) }));
    tokens = current;
    const { authorization = '' } = incoming.headers;
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization)?.[1];
    if (token === undefined) throw refuseToken(/^Bearer( |$)/i.test(authorization) ? 'unknown' : 'none');
    const sent = hashToken(token);
    const [match] = candidates.filter((candidate) => timingSafeEqual(candidate.hash, sent));
    if (match === undefined) throw refuseToken('unknown');
    requestLog.token = match.name;
    if ((match.scope ?? scope) !== scope) throw refuseToken('scope');
    return sent.toString('base64url');
  };
}

function refuseToken(refusal: keyof typeof refusals): ServiceProblem {
  const [status, detail, challenge] = refusals[refusal];
  return new ServiceProblem(status, detail, { challenge });
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** How many requests a token may send: `count` in `seconds`. */
export interface Rate {
  readonly count: number;
  readonly seconds: number;
}

/** The requests that an owner may send, as of a time. */
interface Bucket {
  readonly requests: number;
  readonly atMs: number;
}

/**
 * Bounds the requests of each owner by a token bucket: `count` at once, at least one, which is filled again evenly. Counts a request and returns 0; if the
 * rate is exceeded, does not count it, and returns the whole seconds until the next one may come. `now` is a clock that does not jump.
 */
export function createRateLimiter({ count, seconds }: Rate, now = () => performance.now()) {
  const capacity = Math.max(1, count);
  const perMs = count / seconds / 1_000;
  const buckets = new Map<string, Bucket>();
  const fill = (bucket: Bucket, atMs: number) =>
    Math.min(capacity, bucket.requests + (atMs - bucket.atMs) * perMs);
  return (owner: string): number => {
    const atMs = now();
    const bucket = buckets.get(owner);
    const requests = bucket === undefined ? capacity : fill(bucket, atMs);
    if (requests < 1) return Math.max(1, Math.ceil((1 - requests) / perMs / 1_000));
    // A full bucket is as good as none: those of unused tokens are removed.
    if (bucket === undefined)
      for (const [other, unused] of buckets) if (fill(unused, atMs) >= capacity) buckets.delete(other);
    buckets.set(owner, { requests: requests - 1, atMs });
    return 0;
  };
}

/** Answers a request of an owner. Throws a 503 if the owner has too many pending. */
export type RequestBudget = <Value>(owner: string, answer: () => Promise<Value>) => Promise<Value>;

/** Bounds the pending requests of each owner, so that no owner causes refusals for other owners. */
export function createRequestBudget(limit: number): RequestBudget {
  const pending = new Map<string, number>();
  return async (owner, answer) => {
    const count = pending.get(owner) ?? 0;
    if (count >= limit) throw tooBusy('too many requests of this token at once; try again later');
    pending.set(owner, count + 1);
    try {
      return await answer();
    } finally {
      const others = (pending.get(owner) ?? 1) - 1;
      if (others > 0) pending.set(owner, others);
      else pending.delete(owner);
    }
  };
}
