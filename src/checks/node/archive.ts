import type { Problem } from '../../model/rule.js';
import { aborted, createChild, waitAtMost } from '../../net/abort.js';
import type { ProbeContext } from '../../net/probe-context.js';
import { describeBriefly } from '../rules/describe-briefly.js';

/**
 * Whether a node that is listed as an archive is one: it has all, it lacks blocks or state before a height (`lowest`; null if it does not name it),
 * or nothing is proved, and why.
 */
export type Archive =
  | { readonly kind: 'whole' }
  | { readonly kind: 'pruned'; readonly of: 'blocks' | 'state'; readonly lowest: number | null }
  | { readonly kind: 'unproved'; readonly detail: string };

/** How long the requests may take together. Shorter than `longestPauseMs`, the wait for a repeated request. */
const graceMs = 4_500;

/** Looks for what an archive has. Its requests end with the signal of the context. */
export type SearchArchive = (context: ProbeContext) => Promise<Archive>;

/** Searches, but not for long. */
export async function searchInTime(context: ProbeContext, search: SearchArchive): Promise<Archive> {
  const { signal, abort } = createChild(context.signal);
  try {
    const archive = await waitAtMost(search({ ...context, signal }), graceMs);
    return archive === aborted ? unproved(`no answer within ${graceMs / 1_000} s`) : archive;
  } finally {
    abort();
  }
}

export function unproved(detail: string): Archive {
  return { kind: 'unproved', detail };
}

export function unprovedBy(problem: Problem): Archive {
  return unproved(describeBriefly(problem));
}

/** The problem of a node that lacks blocks or state; none if it has all, or if no entry claims so. Pure. */
export function judgeArchive(kind: string, archive: Archive | null): Problem[] {
  switch (archive?.kind) {
    case 'pruned':
      return [{ code: `${kind}/not-archive`, data: { of: archive.of, lowest: archive.lowest } }];
    case 'unproved':
      return [{ code: `${kind}/archive-unproved`, data: { detail: archive.detail } }];
    default:
      return [];
  }
}

/** The fact: null if no entry claims an archive, or nothing is proved. */
export function describeArchive(archive: Archive | null): boolean | null {
  return archive === null || archive.kind === 'unproved' ? null : archive.kind === 'whole';
}
