import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestLog } from '../../../http-server/request-log.js';
import type { TokenScope } from '../../client/token.js';
import { ServiceProblem } from './service-problem.js';

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
