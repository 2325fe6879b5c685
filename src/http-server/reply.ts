import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib';

/** A string if it is short, else bytes, which all connections share; Node copies a string for each. */
export type Body = string | Uint8Array<ArrayBuffer>;

/** Fields of a head, by their names in lower case. */
export type HeaderFields = Readonly<Record<string, string>>;

/** An answer to a request; the app adds its id. */
export interface Reply {
  readonly status: number;
  /** Null for one that never has a body. */
  readonly body: Body | null;
  readonly headers: HeaderFields;
}

/** In the head of every answer: browsers must not run it, guess its type or embed it. */
const commonHeaders: HeaderFields = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
};

/** Bodies from this size on are bytes. */
const sharedSize = 16 << 10;

export function toBody(text: string): Body {
  return text.length < sharedSize ? text : Buffer.from(text);
}

/** A reply with its length, which also applies to HEAD requests. */
export function createReply(status: number, body: Body | null, headers: HeaderFields): Reply {
  const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return { status, body, headers: { ...commonHeaders, ...headers, ...length } };
}

/** A JSON answer, which may be sent many times. */
export interface Answer {
  readonly body: Body;
  /** Its entity tag, a weak one, so that it is the same for all codings (RFC 9110 section 8.8.3); null if it changes from call to call. */
  readonly etag: string | null;
}

/** An answer that stays the same until its files change. */
export function createAnswer(json: string): Answer {
  const body = toBody(json);
  return { body, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/** Replies in the coding that the client prefers, or with a 304 if the client has the answer (RFC 9110 section 13.1.2). */
export async function replyWithAnswer(
  answer: Answer,
  sent: IncomingHttpHeaders,
  headers: HeaderFields,
): Promise<Reply> {
  const { etag } = answer;
  if (etag !== null && isListed(etag, sent['if-none-match']))
    return createReply(304, null, { ...headers, vary: 'accept-encoding', etag });
  const isSmall = Buffer.byteLength(answer.body) < minimumBytes;
  const reply = await form(answer, isSmall ? 'identity' : chooseCoding(sent['accept-encoding']));
  return { ...reply, headers: { ...reply.headers, ...headers } };
}

/** Whether a client has cached what has this tag. Proxies may turn a weak tag into a strong one. */
function isListed(etag: string, ifNoneMatch = ''): boolean {
  const listed = ifNoneMatch.split(',').map((tag) => tag.trim());
  return listed.includes('*') || listed.includes(etag) || listed.includes(etag.slice('W/'.length));
}

/** The content codings of answers, smallest result first; `identity` means none. */
const codings = ['br', 'gzip', 'identity'] as const;
type Coding = (typeof codings)[number];

const elementPattern = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * Chooses the coding that a client prefers (RFC 9110 section 12.5.3); of equal ones the smallest. `identity` without the header, and if the
 * client accepts none of the codings, which section 12.4.1 allows instead of a 406.
 */
function chooseCoding(acceptEncoding: string | undefined): Coding {
  const weights = new Map<string, number>();
  for (const element of (acceptEncoding ?? '').split(',')) {
    const [, coding, weight = '1'] = elementPattern.exec(element.trim()) ?? [];
    // `x-gzip` is a synonym (section 8.4.1.3).
    if (coding !== undefined) weights.set(coding.toLowerCase().replace(/^x-gzip$/, 'gzip'), Number(weight));
  }
  const rest = weights.get('*');
  // An unlisted coding is not accepted, except identity as the last resort.
  const weigh = (coding: Coding) =>
    weights.get(coding) ?? rest ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  const [best] = codings.filter((coding) => weigh(coding) > 0).sort((a, b) => weigh(b) - weigh(a));
  return best ?? 'identity';
}

/** Smaller bodies hardly shrink. */
const minimumBytes = 1_024;
/** Of 11: compresses lists as well as gzip's best, in a tenth of the time that 11 takes. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };

const compressors: Readonly<Record<Coding, (body: Body) => Body | Promise<Body>>> = {
  br: (body) => promisify<Body, BrotliOptions, Buffer<ArrayBuffer>>(brotliCompress)(body, { params }),
  gzip: promisify<Body, Buffer<ArrayBuffer>>(gzip),
  identity: (body) => body,
};

const formed = new WeakMap<Answer, Map<Coding, Promise<Reply>>>();

/** An answer in a coding. It is made once, on demand, compressed in a thread of libuv's pool. */
function form(answer: Answer, coding: Coding): Promise<Reply> {
  const forms = formed.get(answer) ?? new Map<Coding, Promise<Reply>>();
  formed.set(answer, forms);
  const reply = forms.get(coding) ?? createForm(answer, coding);
  forms.set(coding, reply);
  return reply;
}

async function createForm({ body, etag }: Answer, coding: Coding): Promise<Reply> {
  return createReply(200, await compressors[coding](body), {
    'content-type': 'application/json',
    vary: 'accept-encoding',
    ...(etag === null ? {} : { etag }),
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  });
}
