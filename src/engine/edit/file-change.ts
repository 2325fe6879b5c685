import type { TextEdit } from '../../model/finding.js';
import type { FoundFile } from '../../registry/discover.js';
import { applyEdits } from '../../registry/edit/apply-edits.js';
import { decode, getLimitBytes, readRegistryBytes } from '../../registry/read-file.js';

/** A file as it is, and as it is to be. */
export interface FileChange {
  /** What the report calls it. */
  readonly path: string;
  readonly absolute: string;
  readonly before: Buffer;
  readonly after: Buffer;
  /** The decoded texts. */
  readonly beforeText: string;
  readonly afterText: string;
  /** True if it is not UTF-8 yet. */
  readonly recoded: boolean;
}

/** The change that edits of its text make of a file; null if the file holds another text by now. */
export function editFile(file: FoundFile, text: string, edits: readonly TextEdit[]): FileChange | null {
  const { absolute, path } = file;
  const limitBytes = getLimitBytes(file);
  const before = absolute === null ? null : readRegistryBytes(absolute, limitBytes);
  if (absolute === null || !Buffer.isBuffer(before) || decode(before, limitBytes).text !== text) return null;
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
