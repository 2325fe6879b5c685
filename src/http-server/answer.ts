import { createHash, type Hash } from 'node:crypto';
import { type Coding, codings } from './choose-coding.js';
import { CompressedBody } from './compressed-body.js';
import { type Body, toBody } from './reply.js';

/** A JSON answer and its entity tag (RFC 9110 section 8.8.3); no tag where it changes from call to call. */
export interface Answer {
  readonly body: Body;
  readonly etag: string | null;
  /** Its compressed forms; without them it is sent as it is, whatever the client accepts. */
  readonly compressed?: CompressedBody;
  /** The cursor of the page that follows; null without one. */
  readonly next?: string | null;
}

/** An answer that stays the same until its files change. */
export function withEtag(text: string): Answer {
  return { body: toBody(text), etag: formatEtag(createHash('sha256').update(text)) };
}

/** One that is sent compressed to clients that accept it. */
export function withCodings({ body, etag }: Answer): Answer {
  return { body, etag, compressed: new CompressedBody(body) };
}

/** The entity tag of what was hashed. */
export function formatEtag(hash: Hash): string {
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** The entity tag of an answer in a coding: each has its own, since their bytes differ (RFC 9110 section 8.8.3.3). */
export function tagCoding(etag: string, coding: Coding): string {
  return coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * The tag of the answer that a client has already, in whatever coding, by its `If-None-Match` (RFC 9110 section 13.1.2, compared weakly); null
 * without one. A client has what it can decode, and updates only what has the tag of the 304 (RFC 9111 section 4.3.4).
 */
export function findKnownTag(etag: string, coding: Coding, ifNoneMatch: string | undefined): string | null {
  if (ifNoneMatch === undefined) return null;
  const chosen = tagCoding(etag, coding);
  if (ifNoneMatch.trim() === '*') return chosen;
  const sent = new Set([...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag]) => tag));
  return [chosen, ...codings.map((other) => tagCoding(etag, other))].find((tag) => sent.has(tag)) ?? null;
}
