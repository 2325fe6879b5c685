import { type HistoryFile, openHistoryFile } from '../history/history-file.js';
import { type RecordedRun, recordRun } from '../history/record-run.js';
import type { Report } from '../model/report.js';
import { findProposalBase, isProposal, type WorkflowEvent } from './event.js';
import { relative, resolve } from 'node:path';
import { readCommitted, readExclusions } from '../engine/read-exclusions.js';
import type { ExclusionFile } from '../engine/prepare.js';

/**
 * Opens the history file of the input, which the run will update, null for none; with a notice for the log if it is not used. On a pull request, and in
 * a merge queue, contributors may have changed it, so it is ignored. Errors are added to `errors`.
 */
export function readActionHistory(
  path: string | null,
  { cwd, event, errors }: { readonly cwd: string; readonly event: WorkflowEvent; readonly errors: string[] },
): { readonly file: HistoryFile | null; readonly notice: string | null } {
  if (path === null) return { file: null, notice: null };
  const notice = `history: ${path} is ignored on ${event.name}, where contributors may have changed it`;
  if (isProposal(event)) return { file: null, notice };
  const file = openHistoryFile(path, cwd);
  if (typeof file === 'string') errors.push(`history: ${path} ${file}`);
  return { file: typeof file === 'string' ? null : file, notice: null };
}

/** Records the run of a report in the history file; without one, the report stays as it is. The notice says why it is not recorded. */
export function recordReport(
  file: HistoryFile | null,
  report: Report,
): Omit<RecordedRun, 'reason'> & { readonly notice: string | null } {
  if (file === null) return { report, notice: null, failed: false };
  const { reason, ...recorded } = recordRun(file, report);
  const notice = reason === null ? null : `history: this run is not recorded in ${file.name}: ${reason}`;
  return { ...recorded, notice };
}

/**
 * Reads the exclusion file that the input names, null for none; with a notice for the log if it is not used. On a pull request, and in a merge queue,
 * the version of the base counts: otherwise its author could exclude an endpoint from the check. Errors are added to `errors`.
 */
export async function readActionExclusions(
  path: string | null,
  { cwd, event, errors }: { readonly cwd: string; readonly event: WorkflowEvent; readonly errors: string[] },
): Promise<{ readonly exclusions: ExclusionFile | null; readonly notice: string | null }> {
  const options = { cwd, option: 'exclude', errors };
  if (path === null) return { exclusions: null, notice: null };
  if (!isProposal(event)) return { exclusions: readExclusions(path, options), notice: null };
  // Whatever the scope: if the pull request's commit is checked out, its parent may be the author's too.
  const base = findProposalBase(event);
  const since = typeof base === 'string' ? null : base.since;
  const exclusions = since === null ? null : await readCommitted(path, since, options);
  if (exclusions !== null) return { exclusions, notice: null };
  const name = relative(cwd, resolve(cwd, path));
  const proposal = event.name === 'merge_group' ? 'merge group' : 'pull request';
  const notice = `exclude: ${name} is not in the base of the ${proposal}, so it excludes nothing`;
  return { exclusions, notice };
}
