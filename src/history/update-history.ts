import { type EndpointHistory, type HistoryLine, keyOfLine, type StoppedHead } from '../model/history.js';
import { addDay, countDays, dayMs, keptDays } from './days.js';
import { type DeadLimits, defaultDeadLimits, isUp, structuralRules } from './judge-line.js';
import type { Run, RunResult } from './read-run.js';

export type Uncounted =
  NonNullable<Run['uncounted']> | 'not-later' | 'vantage-point' | 'misdirected' | 'nothing-probed';

export interface HistoryUpdate {
  readonly lines: readonly HistoryLine[];
  readonly uncounted: Uncounted | null;
}

/** How many chains and rules a line may have, so that it stays below 1 kB. */
const maxChains = 8;
const maxRules = 5;
/** As JSON, in UTF-16 code units. */
const maxChainsLength = 150;

/** Fewer failures at once are not the fault of the vantage point. */
const minSick = 10;
/** After this time without a recorded run, runs count again: a temporary fault would be over. */
const maxUncountedMs = 7 * dayMs;

/**
 * Records a run. A run changes nothing if it began no later than the last recorded one, or if it proves nothing about the endpoints: ended early,
 * offline, misdirected, or from an unreliable vantage point, where more than half (and at least 10) of the endpoints that were up when they were last
 * probed are lost to the network. Lines of endpoints that have not been listed for 90 days are removed.
 */
export function updateHistory(lines: readonly HistoryLine[], run: Run): HistoryUpdate {
  const { startedAt, results } = run;
  const last = findLastRun(lines);
  const linesByKey = new Map(lines.map((line) => [keyOfLine(line), line]));
  const uncounted =
    run.uncounted ??
    (results.every(({ result }) => result === null) ? 'nothing-probed' : null) ??
    (startedAt <= last ? 'not-later' : isMisdirected(run) ? 'misdirected' : findSickness(linesByKey, run));
  if (uncounted !== null) return { lines, uncounted };
  for (const result of results) {
    const line = recordResult(linesByKey.get(keyOfLine(result)) ?? null, result, startedAt);
    if (line !== null) linesByKey.set(keyOfLine(result), line);
  }
  const now = Date.parse(startedAt);
  const recent = [...linesByKey.values()].filter(
    ({ lastSeen }) => now - Date.parse(lastSeen) <= keptDays * dayMs,
  );
  return { lines: recent.sort(compareLines), uncounted: null };
}

/** When the last recorded run began; empty if there is none. */
export function findLastRun(lines: readonly HistoryLine[]): string {
  return lines.reduce((latest, { lastRun }) => (lastRun > latest ? lastRun : latest), '');
}

/** By kind and address, in code units, so that the order does not depend on the machine. */
export function compareLines(first: HistoryLine, second: HistoryLine): number {
  const [a, b] = [keyOfLine(first), keyOfLine(second)];
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether next to nothing was reached, mostly since names led to addresses that are not public. Needs no earlier run and no number of endpoints. */
function isMisdirected({ results }: Run): boolean {
  const probed = results.filter(({ result }) => result !== null);
  const count = (field: 'lost' | 'misdirected') => probed.filter((result) => result[field] === true).length;
  return count('lost') * 10 >= probed.length * 9 && count('misdirected') * 2 > probed.length;
}

/** Compares with the last recorded run of each endpoint, so that a run of a part of the registry is compared with earlier results of that part. */
function findSickness(
  linesByKey: ReadonlyMap<string, HistoryLine>,
  { startedAt, results }: Run,
): 'vantage-point' | null {
  let passed = 0;
  let lost = 0;
  let last = '';
  for (const result of results) {
    const line = linesByKey.get(keyOfLine(result));
    if (result.result === null || line === undefined || !isUp(line)) continue;
    passed++;
    if (result.lost) lost++;
    if (line.lastRun > last) last = line.lastRun;
  }
  if (lost < minSick || lost * 2 <= passed) return null;
  return Date.parse(startedAt) - Date.parse(last) > maxUncountedMs ? null : 'vantage-point';
}

/** Whether more days without a run than those of a dead endpoint lie between two runs: what was then is unknown, which ends a streak. */
function isPause(lastRun: string, startedAt: string): boolean {
  return countDays(lastRun, startedAt) - 1 > defaultDeadLimits.minDays;
}

/** Null for an endpoint that was never probed. */
function recordResult(line: HistoryLine | null, result: RunResult, startedAt: string): HistoryLine | null {
  const chains = keepShort(result.chains.slice(0, maxChains));
  if (result.result === null) return line === null ? null : { ...line, chains, lastSeen: startedAt };
  const before = line === null || isPause(line.lastRun, startedAt) ? null : line;
  const day = ({ pass: 'P', fail: 'F', inconclusive: 'I' } as const)[result.result];
  return {
    kind: result.kind,
    address: result.address,
    chains,
    firstSeen: line?.firstSeen ?? startedAt,
    lastSeen: startedAt,
    lastRun: startedAt,
    lastPass: result.result === 'pass' ? startedAt : (line?.lastPass ?? null),
    streak: extendStreak(before?.streak ?? null, result, startedAt),
    structural: extendStructural(before?.structural ?? null, result, startedAt),
    days: addDay(line?.days ?? '', line?.lastRun ?? startedAt, startedAt, day),
    latencyMs: result.latencyMs ?? line?.latencyMs ?? null,
    ...extendHead(before?.head, result, startedAt),
  };
}

/** Nodes of a chain that has halted may still differ by a few blocks. */
export const haltedBlocks = 10;

/** Whether a head has stood still for long enough to be told, by a run at this time. */
export function isHalted(
  { runs, since }: StoppedHead,
  now: string,
  { minRuns, minDays }: DeadLimits,
): boolean {
  return runs >= minRuns && Date.parse(now) - Date.parse(since) >= minDays * dayMs;
}

/**
 * A run that does not know whether there are newer blocks neither extends nor ends it; a failure does, so that a line with its rules stays short. That a
 * halted chain goes on is remembered for days.
 */
function extendHead(
  head: HistoryLine['head'],
  { result, stoppedAt }: RunResult,
  startedAt: string,
): Pick<HistoryLine, 'head'> {
  if (result === 'fail') return {};
  if (result !== 'pass') return head === undefined ? {} : { head };
  if (stoppedAt === undefined) return { head: head ?? null };
  if (stoppedAt !== null) {
    const isSame =
      head != null && head.until === undefined && Math.abs(head.height - stoppedAt) <= haltedBlocks;
    return {
      head: isSame ? { ...head, runs: head.runs + 1 } : { height: stoppedAt, runs: 1, since: startedAt },
    };
  }
  if (head == null || !isHalted(head, startedAt, defaultDeadLimits)) return {};
  const { until = startedAt } = head;
  const isOver = Date.parse(startedAt) - Date.parse(until) > defaultDeadLimits.minDays * dayMs;
  return isOver ? {} : { head: { ...head, until } };
}

/** As many names as fit together: a name may have 300 characters, each of which JSON may write as six. */
function keepShort(chains: readonly string[]): readonly string[] {
  let room = maxChainsLength;
  return chains.filter((chain) => (room -= JSON.stringify(chain).length + 1) >= 0);
}

/** A run that proves nothing neither extends nor ends a streak. */
function extendStreak(
  streak: EndpointHistory['streak'] | null,
  { result, rules }: RunResult,
  startedAt: string,
): EndpointHistory['streak'] {
  const verdict = result ?? 'inconclusive';
  if (streak !== null && verdict === 'inconclusive' && streak.verdict !== 'inconclusive') return streak;
  const isSame = streak?.verdict === verdict;
  return {
    verdict,
    runs: isSame ? streak.runs + 1 : 1,
    since: isSame ? streak.since : startedAt,
    rules: keepRules([...(isSame ? streak.rules : []), ...rules]),
  };
}

/** As many sorts of failures as fit, those first that tell what is dead. */
function keepRules(rules: readonly string[]): readonly string[] {
  const others = rules.filter((rule) => !structuralRules.includes(rule)).sort();
  const sorts = [...structuralRules.filter((rule) => rules.includes(rule)), ...new Set(others)];
  return sorts.slice(0, maxRules).sort();
}

function extendStructural(
  structural: EndpointHistory['structural'],
  { result, structural: isStructural }: RunResult,
  startedAt: string,
): EndpointHistory['structural'] {
  if (result === 'inconclusive' || isStructural === null) return structural;
  if (!isStructural) return null;
  return { runs: (structural?.runs ?? 0) + 1, since: structural?.since ?? startedAt };
}
