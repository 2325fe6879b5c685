import type { HistoryFile } from '../engine/history/history-file.js';

/** Opens the history file of `--history`, which a run will update; null for none. What is wrong with it is added to `errors`, before anything is probed. */
export async function openHistory(
  name: string | undefined,
  cwd: string,
  errors: string[],
): Promise<HistoryFile | null> {
  if (name === undefined) return null;
  const { findWriteObstacle, readHistoryFile } = await import('../engine/history/history-file.js');
  const file = name === '' ? 'needs a file' : readHistoryFile(name, cwd);
  const fault = typeof file === 'string' ? file : findWriteObstacle(file);
  if (fault !== null) errors.push(`--history: ${name} ${fault}`);
  return typeof file === 'string' ? null : file;
}

/** The time that the hidden option `--now` gives a run, so that tests live through years; null for the clock's. */
export function readNow(text: string | undefined, errors: string[]): Date | null {
  if (text === undefined) return null;
  const now = new Date(text);
  if (!Number.isNaN(now.getTime())) return now;
  errors.push(`--now: expected a time such as 2026-11-22T02:00:00Z, got "${text}"`);
  return null;
}
