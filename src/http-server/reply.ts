/** The answer to a request, without the common headers. */
export interface Reply {
  readonly status: number;
  /** Alternating names and values, as for `writeHead`: merging objects costs more than the rest of an answer. */
  readonly headers: readonly string[];
  readonly body: Body;
}

/** A string if it is short, else bytes. */
export type Body = string | Uint8Array;

/** Bodies from this size on are bytes, which all connections share; Node copies a string for each. */
export const sharedSize = 16 << 10;

/** The body of a text. */
export function toBody(text: string): Body {
  return text.length < sharedSize ? text : Buffer.from(text);
}

/** Creates a reply with its length, which also applies to HEAD requests. */
export function createReply(status: number, body: Body, headers: Reply['headers']): Reply {
  return { status, headers: [...headers, 'content-length', String(Buffer.byteLength(body))], body };
}
