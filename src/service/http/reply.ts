/** What is sent for a request, beside the headers that each answer has. */
export interface Reply {
  readonly status: number;
  /** Names and values by turns. Objects that are put together anew each time cost more than all the rest of an answer. */
  readonly headers: readonly string[];
  readonly text: string;
}

/** A reply with its length, which a HEAD request is told as well. */
export function createReply(status: number, text: string, headers: Reply['headers']): Reply {
  return { status, headers: [...headers, 'content-length', String(Buffer.byteLength(text))], text };
}
