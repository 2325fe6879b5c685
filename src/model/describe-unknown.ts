import { distance } from 'fastest-levenshtein';
import { otherKindNames } from './endpoint-kind.generated.js';

/**
 * The message for an unknown name, with the nearest known one: `unknown kind "rpc": expected grpc or evm (did you
 * mean grpc?)`.
 */
export function describeUnknown(noun: string, name: string, choices: readonly string[]): string {
  return `unknown ${noun} "${name}": expected ${joinChoices(choices)}${suggestNearest(name, choices)}`;
}

/** ` (did you mean net/refused?)` for the candidate nearest to a misspelled name; empty if none is near. */
export function suggestNearest(name: string, candidates: Iterable<string>): string {
  const nearest = findNearest(name, candidates);
  return nearest === null ? '' : ` (did you mean ${nearest}?)`;
}

/** `bash, zsh or fish`. */
export function joinChoices(choices: readonly string[]): string {
  return choices.length < 2
    ? choices.join('')
    : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`;
}

/** An error for each field of an object that is not known, with the nearest one that is. */
export function findUnknownFields(object: object, table: object, noun: 'option' | 'field'): string[] {
  const names = Object.keys(table);
  return Object.keys(object)
    .filter((name) => !Object.hasOwn(table, name))
    .map((name) => `unknown ${noun} ${name}${suggestNearest(name, names)}`);
}

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

/** The kind that a name is probably meant to be; null if there is none. */
export function findMeantKind(name: string, kinds: readonly string[]): string | null {
  const lower = name.toLowerCase();
  const other = kinds.find((kind) => otherKindNames.get(kind)?.includes(lower));
  return other ?? findNearest(name, kinds);
}

export function describeUnknownKind(name: string, kinds: readonly string[]): string {
  const meant = findMeantKind(name, kinds);
  const suggestion = meant === null ? '' : ` (did you mean ${meant}?)`;
  return `unknown kind "${name}": expected ${joinChoices(kinds)}${suggestion}`;
}
