import { relative, resolve } from 'node:path';
import { readCommitted, readExclusions } from '../engine/read-exclusions.js';
import type { ExclusionFile } from '../engine/prepare.js';
import { findProposalBase, isProposal, type WorkflowEvent } from './event.js';

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
