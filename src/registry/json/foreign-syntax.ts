import { at, type Context } from './diagnosis.js';
import type { Diagnosis, Repair } from './syntax-fault.js';

/** What people write that is not JSON wherever it is: a reason, a fix, and what the repair makes of it, which is what was meant. */
interface Foreign {
  readonly pattern: RegExp;
  readonly reason: (found: string) => string;
  readonly fix: string;
  /** Null where the repair would be a guess. */
  readonly repair: (found: string, rest: string) => string | null;
}

/** What a merge that was not finished leaves in a file. */
export const conflictReason = 'merge conflict marker';

const foreigns: readonly Foreign[] = [
  {
    pattern: /^(<{7}|={7}|>{7})(?![<=>]).*/,
    reason: () => conflictReason,
    fix: 'keep one side of the conflict, and remove the markers',
    repair: () => null,
  },
  {
    pattern: /^(#|\/\/).*|^\/\*(?:[\s\S]*?\*\/|[\s\S]*)/,
    reason: () => 'JSON does not allow comments',
    fix: 'remove the comment',
    repair: () => '',
  },
  {
    pattern: /^=>?(?!=)/,
    reason: (found) => `${found} instead of a colon`,
    fix: 'write a colon',
    repair: () => ':',
  },
  {
    pattern: /^[\u2018-\u201f\u00ab\u00bb]/,
    reason: (found) => `${found} is not a quote of JSON`,
    fix: 'write straight quotes, "…"',
    repair: (_, rest) => {
      const [, inside] =
        /^[\u2018-\u201f]([^\u2018-\u201f"\\\r\n]*)[\u2018-\u201f](?=\s*[:,\]}])/.exec(rest) ?? [];
      return inside === undefined ? null : `"${inside}"`;
    },
  },
];

/** Recognises a byte order mark and what belongs to other languages; null for all else. */
export function diagnoseForeign(context: Context): Diagnosis | null {
  const { offset, rest } = context;
  if (offset === 0 && rest.startsWith('\uFEFF')) {
    const reason = 'byte order mark (U+FEFF) at the start';
    return at(0, 1, { reason, fix: 'save it as UTF-8 without BOM' }, '', 'fix');
  }
  for (const { pattern, reason, fix, repair } of foreigns) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) continue;
    const repaired = repair(found, rest);
    const length = Math.max(1, found.search(/[\r\n]|$/));
    const diagnosis = { reason: reason(found), fix, offset, length };
    if (repaired === null) return { ...diagnosis, repair: null };
    if (repaired === '')
      return {
        ...diagnosis,
        repair: { ...removeComment(context, found.length), isFix: isComment(context, found) },
      };
    // A quote is repaired with its partner, all else by itself.
    const replaced = repaired.startsWith('"') ? repaired.length : found.length;
    return { ...diagnosis, repair: { offset, length: replaced, text: repaired, isFix: true } };
  }
  return null;
}

/**
 * False for what may be a string that lacks a quote: a color after a colon, or what ends in a quote that nothing opened. False as well for what
 * nothing ends, which may be the rest of the file, and between two words, which would become one.
 */
function isComment({ text, offset, last, lineStart }: Context, found: string): boolean {
  if (found.startsWith('/*')) {
    const around = text.charAt(offset - 1) + text.charAt(offset + found.length);
    return found.length > 3 && found.endsWith('*/') && !/^[\w.]{2}$/.test(around);
  }
  const quotes = found.split('"').length - 1;
  return quotes % 2 === 0 && (last.character !== ':' || lineStart > last.shownAt);
}

/** Removes a comment with the blanks before it, and its whole line where nothing else is on it. */
function removeComment(
  { text, offset, last, lineStart, readTo }: Context,
  length: number,
): Omit<Repair, 'isFix'> {
  const end = offset + length;
  const [blanksAfter = '', lineEnd] = /^[ \t]*(\r\n|\n|\r|$)?/.exec(text.slice(end)) ?? [];
  const remove = (from: number, to: number) => ({ offset: from, length: to - from, text: '' });
  if (last.shownAt >= lineStart) return remove(readTo, end);
  return lineEnd === undefined
    ? remove(offset, end + blanksAfter.length)
    : remove(lineStart, end + blanksAfter.length);
}
