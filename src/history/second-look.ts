import { defaultDeadLimits, isUp } from './judge-line.js';
import type { Entry } from '../model/entry.js';
import { keyOfLine } from '../model/history.js';
import { findLineKey } from './entry-line.js';
import { findDead } from './find-dead.js';
import type { HistoryFile } from './history-file.js';

/** With fewer living endpoints a run cannot detect an unreliable vantage point (`updateHistory`). */
const controls = 20;

/**
 * The entries that a second look leaves out, with the reason: all but the dead ones of a history, and some endpoints of other hosts that were up when
 * they were last probed, which reveal an unreliable vantage point. Malformed entries are never probed.
 */
export function chooseSecondLook(
  { entries }: { readonly entries: readonly Entry[] },
  { name, lines }: Pick<HistoryFile, 'name' | 'lines'>,
): ReadonlyMap<Entry, string> {
  const report = findDead({ entries }, [lines], { limits: defaultDeadLimits });
  const dead = new Set([...report.dead, ...report.blockers].map(({ entry }) => entry));
  const passing = new Set(lines.filter(isUp).map(keyOfLine));
  const hosts = new Set<string>();
  const isControl = (entry: Entry) => {
    const { target } = entry;
    if (dead.size === 0 || target === null || hosts.size >= controls || hosts.has(target.host)) return false;
    if (!passing.has(findLineKey(entry) ?? '')) return false;
    hosts.add(target.host);
    return true;
  };
  const candidates = entries.filter(
    (entry) => entry.target !== null && !dead.has(entry) && !isControl(entry),
  );
  return new Map(candidates.map((entry) => [entry, `not dead by ${name}`]));
}

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
