import type { Failure } from '../../model/failure.js';
import { withLimit } from '../../net/abort.js';
import type { HeaderFields } from '../../net/header-fields.js';
import { type HeaderList, type HttpAnswer, type HttpConnection, openHttp } from '../../net/http.js';
import { classifyHttpStatus } from '../../net/http-status.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { isTransientRefusal } from '../../net/refusal.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { isOpen } from './outcome.js';

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
export const origin = 'https://example.com';

/** How long the check may take, in addition to the check of the endpoint itself. */
const corsMs = 3_000;

/**
 * Asks whether a page of another origin may make all of these requests, as a browser does (https://fetch.spec.whatwg.org/#http-cors-protocol): for
 * a POST with a preflight. Null if the run did not ask for it, and if a limit or a failure leaves it open. Never rejects. Comes after the
 * answer that the check requires.
 */
export function checkCors(context: ProbeContext, pages: readonly PageRequest[]): Promise<Cors> {
  return askAsPage(context, async (limited) => {
    let cors: Cors = { allowed: true };
    for (const page of pages) {
      const judged = page.method === 'GET' ? await askGet(limited, page) : await askPost(limited, page);
      if (judged?.allowed === false) return judged;
      cors = judged === null ? null : cors;
    }
    return cors;
  });
}

/** Asks within the time that the check may take; null if the run did not ask for it. */
export async function askAsPage(
  context: ProbeContext,
  ask: (limited: ProbeContext) => Promise<Cors>,
): Promise<Cors> {
  if (!context.cors || context.signal.aborted) return null;
  const limit = withLimit(context.signal, corsMs);
  try {
    return await ask({ ...context, signal: limit.signal });
  } finally {
    limit.clear();
  }
}

/** What a refusal of a request with an origin means, if the same one without was answered: null if it was refused for another reason. */
export function judgeRefusal(subject: string, failure: Failure): Cors {
  const isTransient = failure.code === 'http/status' && isTransientRefusal({ http: failure.data.status });
  if (isOpen(failure) || isTransient) return null;
  return { allowed: false, reason: `${subject} is answered with ${describeBriefly(failure)}` };
}

function askGet(context: ProbeContext, { path }: PageRequest): Promise<Cors> {
  return send(
    context,
    'the GET with an origin',
    (connection) => connection.get({ origin }, path),
    judgeAnswer,
  );
}

async function askPost(context: ProbeContext, page: PageRequest & { method: 'POST' }): Promise<Cors> {
  const { path, headers, body } = page;
  const names = Object.keys(headers).sort();
  const preflight = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': names.join(','),
  };
  const allowed = await send(
    context,
    'the preflight (OPTIONS)',
    (connection) => connection.options(preflight, path),
    (fields) => judgePreflight(fields, names),
  );
  if (allowed?.allowed !== true) return allowed;
  const post = (connection: HttpConnection) => connection.post(body, { ...headers, origin }, path);
  return send(context, 'the POST with an origin', post, judgeAnswer);
}

/** Makes a request on a new connection, since the server may have closed the first one. `judge` reads the fields of an answer with HTTP 2xx. */
async function send(
  context: ProbeContext,
  subject: string,
  request: (connection: HttpConnection) => ReturnType<HttpConnection['get']>,
  judge: (headers: HeaderFields) => Cors,
): Promise<Cors> {
  const opened = await openHttp(context);
  if (!opened.ok) return null;
  const answer = await request(opened.value);
  opened.value.close();
  if (!answer.ok) return null;
  const refusal = classifyAnswer(answer.value);
  return refusal === null ? judge(answer.value.headers) : judgeRefusal(subject, refusal);
}

function classifyAnswer({ status, headers, body }: HttpAnswer): Failure | null {
  return classifyHttpStatus(status, headers, 'cors', body);
}

function judgeAnswer(headers: HeaderFields): Cors {
  return judgeOrigin(headers, 'the answer');
}

/** https://fetch.spec.whatwg.org/#cors-preflight-fetch, step 7; POST needs no Access-Control-Allow-Methods. */
function judgePreflight(headers: HeaderFields, names: readonly string[]): Cors {
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
