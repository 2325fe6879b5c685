import { resolve } from 'node:path';
import type { HistoryFile } from '../engine/history/history-file.js';

/** Opens the history file of `--history`, which a run will update; null for none. What is wrong with it is added to `errors`, before anything is probed. */
export async function openHistory(
  name: string | undefined,
  cwd: string,
  errors: string[],
): Promise<HistoryFile | null> {
  if (name === undefined) return null;
  const { findWriteObstacle, readHistoryFile } = await import('../engine/history/history-file.js');
  // First, since a pipe would be read until it ends.
  const file = findWriteObstacle(resolve(cwd, name)) ?? readHistoryFile(name, cwd);
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
