/** The answer to a request, without the headers that every answer has. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them: merging objects costs more than the rest of an answer. */
  readonly headers: readonly string[];
  readonly body: Body;
}

/** Text where it is short, else bytes. */
export type Body = string | Uint8Array;

/** From this size on a body is bytes: Node copies a string for each connection that it is sent on, while bytes are shared by all. */
export const sharedSize = 16 << 10;

/** The body of a text. */
export function toBody(text: string): Body {
  return text.length < sharedSize ? text : Buffer.from(text);
}

/** A reply with its length, also for a HEAD request. */
export function createReply(status: number, body: Body, headers: Reply['headers']): Reply {
  return { status, headers: [...headers, 'content-length', String(Buffer.byteLength(body))], body };
}
