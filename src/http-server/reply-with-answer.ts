import type { IncomingMessage } from 'node:http';
import { createReply, type Reply } from './reply.js';
import { type Answer, findCachedTag, tagCoding } from './answer.js';

/** Replies with an answer: in the coding that the client prefers, or with a 304 if the client has it. */
export async function replyWithAnswer(
  { body, etag, compressed }: Answer,
  { headers: sent }: Pick<IncomingMessage, 'headers'>,
  cacheControl: string,
): Promise<Reply> {
  const coding = compressed?.choose(sent['accept-encoding']) ?? 'identity';
  const headers = ['cache-control', cacheControl];
  if (compressed !== undefined) headers.push('vary', 'accept-encoding');
  const known = etag === null ? null : findCachedTag(etag, coding, sent['if-none-match']);
  if (known !== null) return { status: 304, headers: [...headers, 'etag', known], body: '' };
  if (etag !== null) headers.push('etag', tagCoding(etag, coding));
  if (coding !== 'identity') headers.push('content-encoding', coding);
  headers.push('content-type', 'application/json');
  return createReply(200, (await compressed?.encode(coding)) ?? body, headers);
}
