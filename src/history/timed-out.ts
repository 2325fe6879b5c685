import type { Entry } from '../model/entry.js';
import { keyOfLine } from '../model/history.js';
import type { HistoryFile } from './history-file.js';
import { findLineKey } from './entry-address.js';

/** Failures that end by a time limit. */
const timeOuts: readonly string[] = ['net/connect-timeout', 'net/response-timeout'];

export function findTimedOut(
  entries: readonly Entry[],
  { lines }: Pick<HistoryFile, 'lines'>,
): ReadonlySet<Entry> {
  const slow = new Set(
    lines.filter(({ streak }) => streak.rules.some((rule) => timeOuts.includes(rule))).map(keyOfLine),
  );
  // Reading each url again takes time.
  if (slow.size === 0) return new Set();
  return new Set(entries.filter((entry) => slow.has(findLineKey(entry) ?? '')));
}
