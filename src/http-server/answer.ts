import { createHash, type Hash } from 'node:crypto';
import { type Coding, codings } from './choose-coding.js';
import { CompressedBody } from './compressed-body.js';
import { type Body, toBody } from './reply.js';

/** A JSON answer and its entity tag (RFC 9110 section 8.8.3); without a tag if it changes from call to call. */
export interface Answer {
  readonly body: Body;
  readonly etag: string | null;
  /** Its compressed forms; without them it is always sent uncompressed. */
  readonly compressed?: CompressedBody;
  /** The cursor of the next page; null if there is none. */
  readonly next?: string | null;
}

/** Creates an answer that stays the same until its files change. */
export function withEtag(text: string): Answer {
  return { body: toBody(text), etag: formatEtag(createHash('sha256').update(text)) };
}

/** Adds compressed forms to an answer, for clients that accept them. */
export function withCodings({ body, etag }: Answer): Answer {
  return { body, etag, compressed: new CompressedBody(body) };
}

/** Formats a hash as an entity tag. */
export function formatEtag(hash: Hash): string {
  return `"${hash.digest('base64url').slice(0, 27)}"`;
}

/** The entity tag of an answer in a coding. Tags differ by coding, since the bytes do (RFC 9110 section 8.8.3.3). */
export function tagCoding(etag: string, coding: Coding): string {
  return coding === 'identity' ? etag : `${etag.slice(0, -1)}-${coding}"`;
}

/**
 * Finds the tag of an answer that a client has cached, in any coding, by its `If-None-Match` (RFC 9110 section 13.1.2, weak comparison); null if
 * there is none. A client can decode what it has cached, and a 304 only updates the answer with the same tag (RFC 9111 section 4.3.4).
 */
export function findCachedTag(etag: string, coding: Coding, ifNoneMatch: string | undefined): string | null {
  if (ifNoneMatch === undefined) return null;
  const chosen = tagCoding(etag, coding);
  if (ifNoneMatch.trim() === '*') return chosen;
  const sent = new Set([...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].map(([, tag]) => tag));
  return (
    [chosen, ...codings.map((candidate) => tagCoding(etag, candidate))].find((tag) => sent.has(tag)) ?? null
  );
}
