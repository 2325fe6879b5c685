import { withLimit } from '../../net/abort.js';
import type { HeaderFields } from '../../net/header-fields.js';
import { type HeaderList, type HttpAnswer, type HttpConnection, openHttp } from '../../net/http.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { findChallenge } from '../../net/challenge.js';

/** Whether pages of other origins may use an endpoint; null if it was not requested, or is unknown. */
export type Cors = { readonly allowed: true } | { readonly allowed: false; readonly reason: string } | null;

/** The request of a page: the one that the endpoint answered without an origin. */
export type PageRequest =
  | { readonly method: 'GET'; readonly path: string }
  | {
      readonly method: 'POST';
      readonly path: string;
      readonly headers: HeaderList;
      readonly body: string | Buffer;
    };

/** An origin that no endpoint lists by itself; example.com is reserved (RFC 2606 section 3). */
const origin = 'https://example.com';

/** How long the check may take, in addition to the check of the endpoint itself. */
const corsMs = 3_000;

/**
 * Asks whether a page of another origin may make a request, as a browser does (https://fetch.spec.whatwg.org/#http-cors-protocol): for a POST
 * with a preflight. Null if the run did not ask for it, and if a limit or a failure leaves it open. Never rejects. Comes after the
 * answer that the check requires.
 */
export async function checkCors(context: ProbeContext, request: PageRequest): Promise<Cors> {
  if (!context.cors || context.signal.aborted) return null;
  const limit = withLimit(context.signal, corsMs);
  try {
    const limited = { ...context, signal: limit.signal };
    if (request.method === 'GET') {
      return await judgeRequest(limited, ({ get }) => get({ origin }, request.path), judgeAnswer);
    }
    const { path, headers, body } = request;
    const names = Object.keys(headers).sort();
    const preflight = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': names.join(','),
    };
    const allowed = await judgeRequest(
      limited,
      ({ options }) => options(preflight, path),
      (answer) => judgePreflight(answer, names),
    );
    if (allowed?.allowed !== true) return allowed;
    return await judgeRequest(limited, ({ post }) => post(body, { ...headers, origin }, path), judgeAnswer);
  } finally {
    limit.clear();
  }
}

/** On a new connection, since the server may have closed the first one. */
async function judgeRequest(
  context: ProbeContext,
  send: (connection: HttpConnection) => ReturnType<HttpConnection['get']>,
  judge: (answer: HttpAnswer) => Cors,
): Promise<Cors> {
  const opened = await openHttp(context);
  if (!opened.ok) return null;
  const answer = await send(opened.value);
  opened.value.close();
  if (!answer.ok || findChallenge(answer.value.status, answer.value.headers, answer.value.body) !== null)
    return null;
  return judge(answer.value);
}

/** The answer that a page reads: the browser accepts any status, but only 2xx comes from the endpoint itself. */
function judgeAnswer({ status, headers }: HttpAnswer): Cors {
  return isOk(status) ? judgeOrigin(headers, 'the answer') : null;
}

/**
 * Statuses with which servers refuse the preflight itself. 403 is how a Cosmos SDK node with `enabled-unsafe-cors` refuses header fields
 * that it does not allow (github.com/gorilla/handlers, cors.go), if the same request without an origin was just answered.
 */
const refusals: readonly number[] = [400, 403, 404, 405, 501];

/** https://fetch.spec.whatwg.org/#cors-preflight-fetch, step 7; POST needs no Access-Control-Allow-Methods. */
function judgePreflight({ status, headers }: HttpAnswer, names: readonly string[]): Cors {
  if (!isOk(status)) {
    return refusals.includes(status)
      ? { allowed: false, reason: `the preflight (OPTIONS) is answered with HTTP ${status}` }
      : null;
  }
  const judged = judgeOrigin(headers, 'the answer to the preflight (OPTIONS)');
  if (judged?.allowed !== true) return judged;
  const allowed = joinField(headers['access-control-allow-headers'])
    .split(',')
    .map((name) => name.trim().toLowerCase());
  const missing = allowed.includes('*') ? undefined : names.find((name) => !allowed.includes(name));
  return missing === undefined
    ? judged
    : { allowed: false, reason: `the preflight (OPTIONS) does not allow the header field ${missing}` };
}

/** https://fetch.spec.whatwg.org/#concept-cors-check, for a request without credentials. */
function judgeOrigin(headers: HeaderFields, subject: string): Cors {
  const allowed = joinField(headers['access-control-allow-origin']);
  if (allowed === '*' || allowed === origin) return { allowed: true };
  return {
    allowed: false,
    reason:
      allowed === ''
        ? `${subject} has no access-control-allow-origin`
        : `the access-control-allow-origin of ${subject} is not * or the origin`,
  };
}

/** Joins the values of a field that occurs more than once, so that two of `*` allow nothing. */
function joinField(value: HeaderFields[string]): string {
  return (typeof value === 'string' ? value : (value ?? []).join(', ')).trim();
}

function isOk(status: number): boolean {
  return status >= 200 && status <= 299;
}
