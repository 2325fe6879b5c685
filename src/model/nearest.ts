import { distance } from 'fastest-levenshtein';

/** More edits than this make another name. */
const maxEdits = 2;

/**
 * The candidate that a misspelled name was probably meant to be, for "did you mean"; null where none is near. Near is a Levenshtein
 * distance of at most 2, and of at most half of the candidate's length; capitals don't count. Of equally near candidates the first wins.
 */
export function findNearest(name: string, candidates: Iterable<string>): string | null {
  let nearest: string | null = null;
  let fewest = maxEdits + 1;
  for (const candidate of candidates) {
    // The distance is at least the difference of the lengths, which is cheaper to compute.
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const edits = distance(candidate.toLowerCase(), name.toLowerCase());
    if (edits >= fewest || edits * 2 > candidate.length) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}
