import { createHash } from 'node:crypto';

/** A JSON answer and its entity tag (RFC 9110 section 8.8.3); no tag where it changes from call to call. */
export interface Answer {
  readonly text: string;
  readonly etag: string | null;
}

/** An answer that stays the same until its files change. */
export function withEtag(text: string): Answer {
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}

/** True where the client has this answer already: `If-None-Match` (RFC 9110 section 13.1.2), compared weakly. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, known]) => known === etag);
}
