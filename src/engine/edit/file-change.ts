import type { TextEdit } from '../../model/finding.js';
import type { FoundFile } from '../../registry/layout.js';
import { applyEdits } from '../../registry/edit/edits.js';
import { decode, readRegistryBytes } from '../../registry/read-file.js';
import { dirname, join } from 'node:path';
import { describeRefusal, replaceFile } from '../../registry/edit/replace-file.js';
import { listConflicts } from '../../registry/git/git.js';

export interface FileChange {
  readonly path: string;
  readonly absolute: string;
  readonly before: Buffer;
  readonly after: Buffer;
  readonly beforeText: string;
  readonly afterText: string;
  /** True if it is not UTF-8 yet. */
  readonly recoded: boolean;
}

/** The change that edits make of a file's text; null if the file has changed meanwhile. */
export function editFile(file: FoundFile, text: string, edits: readonly TextEdit[]): FileChange | null {
  const { absolute, path } = file;
  const before = absolute === null ? null : readRegistryBytes(absolute);
  if (absolute === null || !Buffer.isBuffer(before) || decode(before).text !== text) return null;
  const afterText = applyEdits(text, edits);
  return {
    path,
    absolute,
    before,
    after: Buffer.from(afterText),
    beforeText: text,
    afterText,
    recoded: false,
  };
}

export interface RefusedChange {
  readonly path: string;
  readonly reason: string;
}

/**
 * Writes the changes of files, each whole or not at all. A file stays unchanged if it has changed since it was read, may not be written, or is in
 * conflict in git.
 */
export async function writeChanges<Change extends FileChange>(
  changes: readonly Change[],
): Promise<{ readonly written: readonly Change[]; readonly refused: readonly RefusedChange[] }> {
  const written: Change[] = [];
  const refused: RefusedChange[] = [];
  const conflicts = await findConflicts(changes.map(({ absolute }) => dirname(absolute)));
  for (const change of changes) {
    const { path, absolute, before, after } = change;
    const refusal = conflicts.has(absolute) ? null : replaceFile(absolute, before, after);
    if (conflicts.has(absolute)) refused.push({ path, reason: 'git has it in conflict: resolve that first' });
    else if (refusal === null) written.push(change);
    else refused.push({ path, reason: describeRefusal(refusal) });
  }
  return { written, refused };
}

/** The files in conflict, by their absolute paths. Each directory may be of another repository. */
async function findConflicts(directories: readonly string[]): Promise<ReadonlySet<string>> {
  const conflicts = new Set<string>();
  for (const directory of new Set(directories))
    for (const path of await listConflicts(directory)) conflicts.add(join(directory, path));
  return conflicts;
}
