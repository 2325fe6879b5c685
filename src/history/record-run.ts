import { dayMs } from './days.js';
import { readRun, type Run } from './read-run.js';
import { reportHistory } from './report-history.js';
import { findLastRun, type Uncounted, updateHistory } from './update-history.js';
import { type HistoryLine, keyOfLine } from '../model/history.js';
import type { EndpointReport, Report } from '../model/report.js';
import { describeRefusal } from '../registry/edit/replace-file.js';
import { findAddress } from './entry-line.js';
import { type HistoryFile, readHistoryFile, writeHistoryFile } from './history-file.js';

export interface RecordedRun {
  /** With the history of each endpoint. */
  readonly report: Report;
  readonly reason: string | null;
  /** True if it should have been recorded, and the file could not be written. */
  readonly failed: boolean;
}

/** Other processes may write the file meanwhile: each attempt but the first reads it again. */
const maxAttempts = 5;

export interface RecordOptions {
  /** When uptime is counted; when the run began by default. */
  readonly now?: string | undefined;
  /**
   * Whether the run is a second look at dead endpoints. A result that proves nothing then leaves its line unchanged: a limit or a bot protection is a
   * sign of life, so the endpoint must not count as found dead by the last run.
   */
  readonly isSecondLook?: boolean;
}

/** Records the run of a report in a history file that was read before the run. Lines that other runs wrote meanwhile are kept. */
export function recordRun(
  file: HistoryFile,
  report: Report,
  { now = report.startedAt, isSecondLook = false }: RecordOptions = {},
): RecordedRun {
  const run = readRun(report, findHistoryAddress);
  const { lines, reason, failed } = writeRun(file, isSecondLook ? leaveInconclusive(run) : run);
  return { report: addHistory(report, lines, now), reason, failed };
}

function leaveInconclusive(run: Run): Run {
  const results = run.results.map((entry) =>
    entry.result === 'inconclusive' ? { ...entry, result: null } : entry,
  );
  return { ...run, results };
}

function writeRun(
  file: HistoryFile,
  run: Run,
  attempt = 1,
): Omit<RecordedRun, 'report'> & Pick<HistoryFile, 'lines'> {
  const { lines, uncounted } = updateHistory(file.lines, run);
  if (uncounted !== null)
    return { lines, reason: describeUncounted(uncounted, lines, run.startedAt), failed: false };
  const refusal = writeHistoryFile(file, lines);
  if (refusal === null) return { lines, reason: null, failed: false };
  if (refusal.reason === 'too-large')
    return { lines: file.lines, reason: 'the file would be too large to be read', failed: true };
  if (refusal.reason !== 'changed' || attempt === maxAttempts)
    return { lines: file.lines, reason: describeRefusal(refusal), failed: true };
  const now = readHistoryFile(file.path, '');
  return typeof now === 'string'
    ? { lines: file.lines, reason: `meanwhile the file ${now}`, failed: true }
    : writeRun(now, run, attempt + 1);
}

const uncountedReasons: Readonly<Record<Exclude<Uncounted, 'not-later'>, string>> = {
  interrupted: 'it was interrupted',
  offline: 'this machine had no connection',
  'nothing-probed': 'nothing was probed',
  misdirected:
    'nearly all endpoints were at addresses that are not public, which is more likely the fault of this machine than theirs',
  'vantage-point':
    'more than half of the endpoints that were up before were lost to the network, which is more likely the fault of this machine than theirs',
};

function describeUncounted(uncounted: Uncounted, lines: readonly HistoryLine[], startedAt: string): string {
  if (uncounted !== 'not-later') return uncountedReasons[uncounted];
  const last = findLastRun(lines);
  const reason = `it began no later than the last recorded run (${last})`;
  return Date.parse(last) - Date.parse(startedAt) > dayMs
    ? `${reason}; if that is in the future, restore the file from before that run`
    : reason;
}

/** The key of its line; null for an endpoint without one: it is in no file of a registry, or its chain has ended. */
function findHistoryAddress({ file, chainStatus, kind, url }: EndpointReport): string | null {
  return file === null || chainStatus === 'killed' ? null : findAddress(kind, url);
}

function addHistory(report: Report, lines: readonly HistoryLine[], now: string): Report {
  const linesByKey = new Map(lines.map((line) => [keyOfLine(line), line]));
  const endpoints = report.endpoints.map((endpoint) => {
    const address = findHistoryAddress(endpoint);
    const line = address === null ? undefined : linesByKey.get(keyOfLine({ kind: endpoint.kind, address }));
    return { ...endpoint, history: line === undefined ? null : reportHistory(line, now) };
  });
  return { ...report, endpoints };
}
