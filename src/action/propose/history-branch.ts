import { basename } from 'node:path';
import { findLastRun } from '../../history/update-history.js';
import { parseHistory, type HistoryFile } from '../../history/history-file.js';
import type { HistoryLine } from '../../model/history.js';
import { runGit } from '../../registry/git/git.js';
import {
  fetchBranch,
  pushBranch,
  readRemoteHead,
  GitError,
  hashContent,
  type Identity,
  readTreeFiles,
  writeCommit,
} from '../../registry/git/origin-branch.js';

export interface KeptHistory {
  readonly committed: readonly string[];
  /** Why files were not committed, though they differ: a sentence for each. */
  readonly refused: readonly string[];
}

/** How often the push is tried again, since another run may push in between. */
const maxAttempts = 5;

/**
 * Commits history files to their branch of `origin`, on top of what is there now, each under its own name. If there is no such branch, makes one
 * without a parent. Unchanged files are not committed, and nothing that the branch knows is lost. Rejects with a GitError.
 */
export async function keepHistory(
  directory: string,
  branch: string,
  files: readonly HistoryFile[],
  author: Identity,
): Promise<KeptHistory> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const isThere = (await readRemoteHead(directory, branch)) !== null;
    const parent = isThere ? await fetchBranch(directory, branch) : null;
    const { changed, refused } = await compareFiles(directory, parent, files);
    const contents = changed.map((file) => ({ path: nameHistory(file), content: readContent(file) }));
    const outcome = { committed: contents.map(({ path }) => path), refused };
    if (changed.length === 0) return outcome;
    const lastRun = findLastRun(changed.flatMap(({ lines }) => lines));
    const message = `Record the run of ${lastRun}\n`;
    const commit = await writeCommit(directory, contents, { parent, message, author });
    if (await pushBranch(directory, { branch, expected: parent }, commit)) return outcome;
  }
  throw new GitError(`cannot push the branch ${branch}: others push to it all the time`);
}

export function nameHistory({ name }: Pick<HistoryFile, 'name'>): string {
  return basename(name);
}

function readContent({ before }: HistoryFile): Buffer {
  return before ?? Buffer.alloc(0);
}

async function compareFiles(directory: string, parent: string | null, files: readonly HistoryFile[]) {
  const present = parent === null ? null : await readTreeFiles(directory, parent, files.map(nameHistory));
  const changed: HistoryFile[] = [];
  const refused: string[] = [];
  for (const file of files) {
    const previous = present?.get(nameHistory(file)) ?? null;
    if (previous !== null && previous.hash === (await hashContent(directory, readContent(file), false)))
      continue;
    const reason = previous === null ? null : findLoss(file, await readLines(directory, previous.hash));
    if (reason === null) changed.push(file);
    else refused.push(`${nameHistory(file)} is not committed: ${reason}`);
  }
  return { changed, refused };
}

/** What the file would lose of the one on the branch; null for nothing. */
function findLoss({ lines }: HistoryFile, branchLines: readonly HistoryLine[]): string | null {
  const last = findLastRun(branchLines);
  if (last > findLastRun(lines)) return 'the branch has a later run';
  // A job that could not read the branch began a new history.
  return last !== '' && lines.every(({ firstSeen }) => firstSeen > last)
    ? 'it begins after the last run on the branch, so it would forget what is known: delete the branch to begin anew'
    : null;
}

/** The lines of a history on the branch; none of an unreadable one, which may be replaced. */
async function readLines(directory: string, hash: string): Promise<readonly HistoryLine[]> {
  const { stdout } = await runGit(directory, ['cat-file', 'blob', hash]);
  const parsed = parseHistory(stdout.toString());
  return 'lines' in parsed ? parsed.lines : [];
}
