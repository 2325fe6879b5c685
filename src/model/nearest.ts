import { distance } from 'fastest-levenshtein';

/** Names with more edits than this are different names. */
const maxEdits = 2;

/**
 * The candidate that a misspelled name was probably meant to be, for "did you mean"; null if none is near. Near is a Levenshtein
 * distance of at most 2, and of at most half of the candidate's length; two letters that are swapped count as one edit, and capitals don't count.
 * Of equally near candidates the first wins.
 */
export function findNearest(name: string, candidates: Iterable<string>): string | null {
  let nearest: string | null = null;
  let fewest = maxEdits + 1;
  for (const candidate of candidates) {
    // The distance is at least the difference of the lengths, which is cheaper to compute.
    if (Math.abs(candidate.length - name.length) >= fewest) continue;
    const [lower, meant] = [name.toLowerCase(), candidate.toLowerCase()];
    const edits = isSwapped(lower, meant) ? 1 : distance(meant, lower);
    if (edits >= fewest || edits * 2 > candidate.length) continue;
    nearest = candidate;
    fewest = edits;
  }
  return nearest;
}

/**
 * The only candidate that is one edit (a letter more, less or changed) away from a name; a candidate with two adjacent letters swapped comes first.
 * Null if there is none or several, and if the name is a candidate itself. Capitals of the name don't count.
 */
export function findOneEditAway(name: string, candidates: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const swapped = candidates.find((candidate) => isSwapped(lower, candidate));
  if (swapped !== undefined) return swapped;
  const [first, ...rest] = candidates.filter((candidate) => distance(candidate, lower) <= 1);
  return first === undefined || first === lower || rest.length > 0 ? null : first;
}

/** Whether two adjacent letters of one are swapped in the other. */
function isSwapped(name: string, candidate: string): boolean {
  const index = Array.from(name).findIndex((letter, at) => letter !== candidate[at]);
  const swapped = name.slice(0, index) + name.charAt(index + 1) + name.charAt(index) + name.slice(index + 2);
  return index >= 0 && swapped === candidate;
}
