import { findNearest } from './nearest.js';

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
