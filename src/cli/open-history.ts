import { resolve } from 'node:path';
import type { HistoryFile } from '../engine/history/history-file.js';
import type { ReportTarget } from '../engine/option-reader.js';

/** What is known when a history is opened. */
interface OpenOptions {
  readonly cwd: string;
  /** Reports that the run will write. */
  readonly reports: readonly ReportTarget[];
  readonly errors: string[];
}

/** Opens the history file of `--history`, which a run will update; null for none. What is wrong with it is added to `errors`, before anything is probed. */
export async function openHistory(
  option: readonly string[] | null,
  { cwd, reports, errors }: OpenOptions,
): Promise<HistoryFile | null> {
  const [name, ...more] = option ?? [];
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
