import type { Failure } from '../../model/failure.js';
import type { HeaderFields } from '../../net/header-fields.js';
import type { HeaderList, HttpConnection } from '../../net/http.js';
import { classifyHttpStatus } from '../../net/http-status.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { isTransientRefusal } from '../../net/refusal.js';
import { describeBriefly } from '../rules/describe-briefly.js';
import { requestAlone, runInTime } from './requests.js';
import { isOpen } from './outcome.js';

/** Whether pages of other origins may use an endpoint; null if it was not requested, or is unknown. */
export type Cors = { readonly allowed: true } | { readonly allowed: false; readonly reason: string } | null;

interface PagePost {
  readonly method: 'POST';
  readonly path: string;
  readonly headers: HeaderList;
  readonly body: string | Buffer;
}

/** The request of a page: the one that the endpoint answered without an origin. */
export type PageRequest = PagePost | { readonly method: 'GET'; readonly path: string };

/** An origin that no endpoint lists by itself; example.com is reserved (RFC 2606 section 3). */
export const origin = 'https://example.com';

/** How long the check may take, in addition to the check of the endpoint itself. */
const corsMs = 3_000;

/**
 * Whether a page of another origin may make all of these requests, as a browser does (https://fetch.spec.whatwg.org/#http-cors-protocol): for a POST
 * with a preflight. Null if the run did not ask for it, and if a limit or a failure leaves it open. Never rejects.
 */
export function checkCors(context: ProbeContext, pages: readonly PageRequest[]): Promise<Cors> {
  return askAsPage(context, async (limited) => {
    let cors: Cors = { allowed: true };
    for (const page of pages) {
      const get = (connection: HttpConnection) => connection.get({ origin }, page.path);
      const verdict =
        page.method === 'GET'
          ? await send(limited, 'the GET with an origin', get, judgeOrigin)
          : await askPost(limited, page);
      if (verdict?.allowed === false) return verdict;
      cors = verdict === null ? null : cors;
    }
    return cors;
  });
}

export async function askAsPage(
  context: ProbeContext,
  ask: (limited: ProbeContext) => Promise<Cors>,
): Promise<Cors> {
  return context.cors && !context.signal.aborted ? runInTime(context, corsMs, ask) : null;
}

/** What a refusal of a request with an origin means, if the same one without was answered: null if it was refused for another reason. */
export function judgeRefusal(subject: string, failure: Failure): Cors {
  const isTransient = failure.code === 'http/status' && isTransientRefusal({ http: failure.data.status });
  if (isOpen(failure) || isTransient) return null;
  return { allowed: false, reason: `${subject} is answered with ${describeBriefly(failure)}` };
}

async function askPost(context: ProbeContext, page: PagePost): Promise<Cors> {
  const { path, headers, body } = page;
  const names = Object.keys(headers).sort();
  const fields = {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': names.join(','),
  };
  const preflight = (connection: HttpConnection) => connection.options(fields, path);
  const judge = (answer: HeaderFields) => judgePreflight(answer, names);
  const allowed = await send(context, 'the preflight (OPTIONS)', preflight, judge);
  if (allowed?.allowed !== true) return allowed;
  const post = (connection: HttpConnection) => connection.post(body, { ...headers, origin }, path);
  return send(context, 'the POST with an origin', post, judgeOrigin);
}

/** `judge` reads the fields of an answer with HTTP 2xx, on a new connection, since the server may have closed the first one. */
async function send(
  context: ProbeContext,
  subject: string,
  request: Parameters<typeof requestAlone>[1],
  judge: (headers: HeaderFields) => Cors,
): Promise<Cors> {
  const answer = await requestAlone(context, request);
  if (answer === null) return null;
  const refusal = classifyHttpStatus(answer.status, answer.headers, 'cors', answer.body);
  return refusal === null ? judge(answer.headers) : judgeRefusal(subject, refusal);
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
function judgeOrigin(headers: HeaderFields, subject = 'the answer'): Cors {
  const allowed = joinField(headers['access-control-allow-origin']);
  if (allowed === '*' || allowed === origin) return { allowed: true };
  const name = 'access-control-allow-origin';
  if (allowed === '') return { allowed: false, reason: `${subject} has no ${name}` };
  return { allowed: false, reason: `the ${name} of ${subject} is not * or the origin` };
}

/** Joins the values of a field that occurs more than once, so that two of `*` allow nothing. */
function joinField(value: HeaderFields[string]): string {
  return (typeof value === 'string' ? value : (value ?? []).join(', ')).trim();
}
