import { resolve } from 'node:path';
import type { HistoryFile } from '../engine/history/history-file.js';
import type { ReportTarget } from '../engine/option-reader.js';

/** The history files that `--history` names. Commander makes an empty string of an option whose value is missing, which is an error by then. */
export function listHistories(option: readonly string[] | undefined): readonly string[] {
  return typeof option === 'object' ? option : [];
}

/** What is known when a history is opened. */
interface OpenOptions {
  readonly cwd: string;
  /** Reports that the run will write. */
  readonly reports: readonly ReportTarget[];
  readonly errors: string[];
}

/** Opens the history file of `--history`, which a run will update; null for none. What is wrong with it is added to `errors`, before anything is probed. */
export async function openHistory(
  option: readonly string[] | undefined,
  { cwd, reports, errors }: OpenOptions,
): Promise<HistoryFile | null> {
  const [name, ...more] = listHistories(option);
  if (name === undefined) return null;
  if (more.length > 0) errors.push('--history is given twice: a run is recorded in one file');
  if (name === '-' || name === '') errors.push(`--history: expected a file, got "${name}"`);
  if (more.length > 0 || name === '-' || name === '') return null;
  const { findWriteObstacle, readHistoryFile } = await import('../engine/history/history-file.js');
  // First, since a pipe would be read until it ends.
  const file = findWriteObstacle(resolve(cwd, name)) ?? readHistoryFile(name, cwd);
  if (typeof file !== 'string' && reports.some(({ path }) => path === file.path))
    errors.push(`${name} is both the history and a report: write the report to another file`);
  if (typeof file !== 'string') return file;
  errors.push(`--history: ${name} ${file}`);
  return null;
}

/** The time that the hidden option `--now` gives a run, so that tests live through years; null for the clock's. */
export function readNow(text: string | undefined, errors: string[]): Date | null {
  if (text === undefined) return null;
  const now = new Date(text);
  if (!Number.isNaN(now.getTime())) return now;
  errors.push(`--now: expected a time such as 2026-11-22T02:00:00Z, got "${text}"`);
  return null;
}
