import { at, type Context, type Diagnosis, type Repair } from './diagnosis.js';

/** Syntax of other languages that is never JSON: a reason, a fix, and the repaired text. */
interface ForeignSyntax {
  readonly pattern: RegExp;
  readonly reason: (found: string) => string;
  readonly fix: string;
  /** Null if the repair would be a guess. */
  readonly repair: (found: string, rest: string) => string | null;
}

export const conflictReason = 'merge conflict marker';

const foreignSyntaxes: readonly ForeignSyntax[] = [
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

/** Recognises a byte order mark and syntax of other languages; otherwise null. */
export function diagnoseForeign(context: Context): Diagnosis | null {
  const { offset, rest } = context;
  if (offset === 0 && rest.startsWith('\uFEFF')) {
    const reason = 'byte order mark (U+FEFF) at the start';
    return at(0, 1, { reason, fix: 'save it as UTF-8 without BOM' }, '', 'fix');
  }
  for (const { pattern, reason, fix, repair } of foreignSyntaxes) {
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
    // A quote is replaced together with its closing quote.
    const replaced = repaired.startsWith('"') ? repaired.length : found.length;
    return { ...diagnosis, repair: { offset, length: replaced, text: repaired, isFix: true } };
  }
  return null;
}

/**
 * False if the match may be a string that lacks a quote: a color after a colon, or text before an unmatched quote. Also false if the comment is
 * unclosed, since it may cover the rest of the file, and if its removal would join two words.
 */
function isComment({ text, offset, last, lineStart }: Context, found: string): boolean {
  if (found.startsWith('/*')) {
    const around = text.charAt(offset - 1) + text.charAt(offset + found.length);
    return found.length > 3 && found.endsWith('*/') && !/^[\w.]{2}$/.test(around);
  }
  const quotes = found.split('"').length - 1;
  return quotes % 2 === 0 && (last.character !== ':' || lineStart > last.shownAt);
}

/** Removes a comment with the blanks before it, and the whole line if nothing else is on it. */
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
