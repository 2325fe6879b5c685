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
