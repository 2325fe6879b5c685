import type { AddressForms, KindDefinition, UrlCorrection, UrlReading } from '../../model/kind.js';
import { judgeHostCase, lowerHost } from '../host-name.js';

export interface CorrectedUrl {
  readonly url: string;
  readonly fixed: ReadonlySet<string>;
}

/** In UTF-16 code units. Far above any real url: some corrections take quadratic time on hostile ones. */
const maxLength = 2_048;

/**
 * Corrects the mistakes in a url if there is exactly one way to do so; otherwise null. A correction counts only if it makes the url readable, or
 * leaves fewer problems and adds none. A url that is readable already only gets its scheme and host in lower case and loses a trailing slash.
 */
export function correctUrl(url: string, kind: KindDefinition, forms: AddressForms): CorrectedUrl | null {
  if (url.length > maxLength) return null;
  const read = (address: string) => ({ url: address, reading: kind.readUrl(address, forms) });
  const original = read(url);
  const corrections = kind.corrections ?? [];
  // All at once comes last, for mistakes that hide each other.
  const all: UrlCorrection = (address) =>
    corrections.reduce((corrected, correct) => correct(corrected, forms), address);
  let current = original;
  // Ends, since each round leaves fewer problems.
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

function isRead({ target, problems }: UrlReading): boolean {
  return target !== null || problems.length === 0;
}

/** A gRPC address with a path is readable, and may still end in an extra slash. */
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
