import type { Problem } from '../../model/rule.js';
import { describeBriefly } from '../rules/describe-briefly.js';

/** Whether a node has all that an archive has, lacks what is before a height (`lowest`; null if it does not name it), or why nothing is proved. */
export type Archive =
  | { readonly kind: 'whole' }
  | { readonly kind: 'pruned'; readonly of: 'blocks' | 'state'; readonly lowest: number | null }
  | { readonly kind: 'unproved'; readonly detail: string };

export function unproved(detail: string): Archive {
  return { kind: 'unproved', detail };
}

export function unprovedBy(problem: Problem): Archive {
  return unproved(describeBriefly(problem));
}

/** The fact: null if no entry claims an archive, or nothing is proved. */
export function describeArchive(archive: Archive | null): boolean | null {
  return archive === null || archive.kind === 'unproved' ? null : archive.kind === 'whole';
}
