import type { Fix, TextEdit } from '../model/finding.js';
import { maskKeys } from './mask.js';

/** A region of a file and its replacement; without `insertedContent` a deletion (SARIF 2.1.0 section 3.57). */
export interface Replacement {
  readonly deletedRegion:
    | { readonly charOffset: number; readonly charLength: number }
    | { readonly byteOffset: number; readonly byteLength: number };
  readonly insertedContent?: { readonly text: string };
}

/**
 * Converts the edits of a fix to replacements, with offsets in UTF-16 code units. A byte order mark is not a character (section 3.30.2: text
 * properties don't depend on it), so offsets after it are one less, and its own removal is a region of bytes. Null if edits can't express the
 * fix: it changes the encoding, an edit covers the mark and text, or inserts something that is not Unicode or would be masked as a key.
 */
export function describeReplacements(text: string, { edits }: Fix): readonly Replacement[] | null {
  if (edits.length === 0) return null;
  const markLength = text.startsWith('\ufeff') ? 1 : 0;
  const replacements = edits.map((edit): Replacement | null => {
    const { offset, length, text: inserted } = edit;
    if (offset < markLength)
      return length === markLength && inserted === ''
        ? { deletedRegion: { byteOffset: 0, byteLength: Buffer.byteLength('\ufeff') } }
        : null;
    if (/\p{Cs}/u.test(inserted) || insertsKey(text, edit)) return null;
    const deletedRegion = { charOffset: offset - markLength, charLength: length };
    return inserted === '' ? { deletedRegion } : { deletedRegion, insertedContent: { text: inserted } };
  });
  return replacements.every((replacement) => replacement !== null) ? replacements : null;
}

/** Whether the report would mask a part of the inserted text, judged within the word that it becomes part of. */
export function insertsKey(text: string, { offset, length, text: inserted }: TextEdit): boolean {
  if (inserted === '') return false;
  let [start, end] = [offset, offset + length];
  while (start > 0 && isInWord(text[start - 1])) start--;
  while (end < text.length && isInWord(text[end])) end++;
  const before = offset - start;
  const masked = maskKeys(text.slice(start, offset) + inserted + text.slice(offset + length, end));
  return masked.slice(before, before + inserted.length) !== inserted;
}

/** Divides words like `maskKeys`. */
function isInWord(character = ''): boolean {
  return /[^\s"'<>]/.test(character);
}
