import type { TextEdit } from '../model/finding.js';
import type { AddressForms, KindDefinition, UrlCorrection, UrlReading } from '../model/kind.js';
import { judgeHostCase, lowerHost } from './host-case.js';
import type { JsonNode } from './json/json-node.js';

/** A corrected url, and the codes of the problems that the original has and it has not. */
export interface CorrectedUrl {
  readonly url: string;
  readonly fixed: ReadonlySet<string>;
}

/** In UTF-16 code units. No real url comes near it; of a hostile one, a pattern may look at each character once for every other. */
const maxLength = 2_048;

/**
 * Corrects the slips of a url that have exactly one right reading; null where there are none. A correction counts only if the url can be read
 * after it, or has fewer problems than before and no others. What can be read is not changed, but for capitals in scheme and host, and a slash at
 * its end that is no part of it.
 */
export function correctUrl(url: string, kind: KindDefinition, forms: AddressForms): CorrectedUrl | null {
  if (url.length > maxLength) return null;
  const read = (one: string) => ({ url: one, reading: kind.readUrl(one, forms) });
  const original = read(url);
  const corrections = kind.corrections ?? [];
  // All together come last, for slips of which one hides the other.
  const all: UrlCorrection = (one) =>
    corrections.reduce((corrected, correct) => correct(corrected, forms), one);
  let current = original;
  // Each round leaves fewer problems.
  for (let improved = true; improved;) {
    improved = false;
    for (const correct of [...corrections, all]) {
      if (isDone(current.reading)) break;
      const corrected = correct(current.url, forms);
      if (corrected === current.url) continue;
      const next = read(corrected);
      if (!isBetter(next.reading, current.reading)) continue;
      current = next;
      improved = true;
    }
  }
  if (current.reading.target !== null) current = read(lowerHost(current.url));
  if (current.url === url) return null;
  const left = findCodes(current);
  return { url: current.url, fixed: new Set([...findCodes(original)].filter((code) => !left.has(code))) };
}

/** There is something to connect to, or a template, where these are allowed. */
function isRead({ target, problems }: UrlReading): boolean {
  return target !== null || problems.length === 0;
}

/** A gRPC address with a path may be read, and still have a slash too many. */
function isDone(reading: UrlReading): boolean {
  return isRead(reading) && !reading.problems.some(({ code }) => code === 'entry/url-path');
}

function isBetter(next: UrlReading, current: UrlReading): boolean {
  if (isRead(next) && !isRead(current)) return true;
  const left = listCodes(next);
  const before = listCodes(current);
  return left.size < before.size && [...left].every((code) => before.has(code));
}

function findCodes({ url, reading }: { readonly url: string; readonly reading: UrlReading }): Set<string> {
  const hostCase = reading.target === null ? null : judgeHostCase(url);
  return listCodes({ problems: hostCase === null ? reading.problems : [...reading.problems, hostCase] });
}

function listCodes({ problems }: Pick<UrlReading, 'problems'>): Set<string> {
  return new Set(problems.map(({ code }) => code));
}

/** The smallest edit that gives a string of a JSON text another value. Where it is written with escapes, all of it is written anew. */
export function fixString(
  text: string,
  { offset, length, string }: Pick<JsonNode, 'offset' | 'length' | 'string'>,
  corrected: string,
): TextEdit {
  const written = text.slice(offset + 1, offset + length - 1);
  if (written !== string) return { offset: offset + 1, length: length - 2, text: escapeString(corrected) };
  const start = findDifference(string, corrected);
  const [rest, correctedRest] = [string.slice(start), corrected.slice(start)];
  const end = findDifference(reverse(rest), reverse(correctedRest));
  return {
    offset: offset + 1 + start,
    length: rest.length - end,
    text: escapeString(correctedRest.slice(0, correctedRest.length - end)),
  };
}

function escapeString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The length of what two strings begin with, in UTF-16 code units, and never half a character. */
function findDifference(one: string, other: string): number {
  const others = Array.from(other);
  const characters = Array.from(one);
  const count = characters.findIndex((character, index) => character !== others[index]);
  return (count < 0 ? one : characters.slice(0, count).join('')).length;
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}
