import type { TextEdit } from '../../model/finding.js';
import type { FoundFile } from '../../registry/layout.js';
import { applyEdits } from '../../registry/edit/apply-edits.js';
import { decode, readRegistryBytes } from '../../registry/read-file.js';

export interface FileChange {
  /** Its name in the report. */
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
