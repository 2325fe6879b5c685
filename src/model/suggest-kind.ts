import { joinChoices } from './describe-unknown.js';
import { otherKindNames } from './endpoint-kind.generated.js';
import { findNearest } from './nearest.js';

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
