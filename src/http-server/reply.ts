/** The answer to a request, without the headers that every answer has. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn, as `writeHead` takes them: merging objects costs more than the rest of an answer. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array;
}

/** A reply with its length, also for a HEAD request. */
export function createReply(status: number, body: Reply['body'], headers: Reply['headers']): Reply {
  return { status, headers: [...headers, 'content-length', String(Buffer.byteLength(body))], body };
}
