import type { TextEdit } from '../../model/finding.js';

export interface SyntaxFault {
  readonly reason: string;
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
  /** Does what `fix` says; null if only a person can. */
  readonly edit: TextEdit | null;
}

/** The token before a mistake, or what a repair replaced it with. */
export interface LastToken {
  readonly start: number;
  readonly end: number;
  /** Its last character; empty if there is no token. */
  readonly character: string;
  /** Where that is shown; -1 if there is no token. */
  readonly shownAt: number;
}

/** A mistake in a text, with everything before it read or repaired. */
export interface Context {
  readonly text: string;
  readonly offset: number;
  /** The token; empty at the end of the text. */
  readonly token: string;
  readonly rest: string;
  readonly last: LastToken;
  /** The bracket that closes the innermost container; undefined outside of all. */
  readonly closer: string | undefined;
  /** Start of the line. Line breaks within comments don't count. */
  readonly lineStart: number;
  /** End of the last repair or token. */
  readonly readTo: number;
}

export interface Repair extends TextEdit {
  /** True if the repair is what the author meant, so that it may change the file; false if it only lets parsing continue. */
  readonly isFix: boolean;
}

export interface Diagnosis extends Omit<SyntaxFault, 'edit'> {
  /** Null if any repair would be a guess. */
  readonly repair: Repair | null;
}

export const conflictReason = 'merge conflict marker';

/** Text of other languages that is never JSON; the first group of its pattern is shown. */
interface ForeignText {
  readonly pattern: RegExp;
  readonly reason: (token: string) => string;
  readonly fix: string | ((token: string) => string);
  /** What is meant instead of all that the pattern matches; null if that would be a guess. */
  readonly repair: (token: string, quoted: string | undefined) => string | null;
}

/** Punctuation of Chinese, Japanese and Korean keyboards; null where what is meant would be a guess. */
const widePunctuation: Readonly<Record<string, string | null>> = {
  '：': ':',
  '，': ',',
  '、': ',',
  '｛': '{',
  '｝': '}',
  '［': '[',
  '］': ']',
  '；': null,
  '。': null,
};

function findNarrow(token: string): string | null {
  return widePunctuation[token] ?? null;
}

const foreignTexts: readonly ForeignText[] = [
  {
    pattern: /^((?:<{7}|={7}|>{7})(?![<=>]).*)/,
    reason: () => conflictReason,
    fix: 'keep one side of the conflict, and remove the markers',
    repair: () => null,
  },
  {
    pattern: /^(=>?)(?!=)/,
    reason: (token) => `${token} instead of a colon`,
    fix: 'write a colon',
    repair: () => ':',
  },
  {
    pattern:
      /^([\u2018-\u201f\u00ab\u00bb\uff02])(?:(?<![\u00ab\u00bb])([^\u2018-\u201f\uff02"\\\r\n]*)[\u2018-\u201f\uff02](?=\s*[:,\]}：，｝］]))?/,
    reason: (token) => `${token} is not a quote of JSON`,
    fix: 'write straight quotes, "…"',
    repair: (_, quoted) => (quoted === undefined ? null : `"${quoted}"`),
  },
  {
    pattern: /^([：，、｛｝［］；。])/,
    reason: (token) => `${token} is a wide character, which JSON does not have`,
    fix: (token) => `write ${findNarrow(token) ?? 'a comma, or remove it'}`,
    repair: findNarrow,
  },
  {
    pattern: /^(')(?:((?:[^'"\\\r\n]|\\.)*)'(?=\s*[:,\]}]))?/,
    reason: () => 'JSON strings need double quotes',
    fix: `write "…" instead of '…'`,
    repair: (_, quoted) => (quoted === undefined ? null : `"${quoted.replaceAll("\\'", "'")}"`),
  },
  {
    pattern: /^([\p{Z}\p{C}])/u,
    reason: (token) => `character ${nameCharacter(token)} outside a string`,
    fix: 'remove it, or write a space',
    // A file with control characters is probably binary.
    repair: (token) => (/[\0-\x1f]/.test(token) ? null : /\p{Z}/u.test(token) ? ' ' : ''),
  },
  {
    pattern: /^(;)(?=\s*$)/,
    reason: () => 'text after the end of the JSON',
    fix: 'remove it',
    repair: () => '',
  },
];

export function diagnoseForeign({ offset, rest }: Context): Diagnosis | null {
  for (const { pattern, reason, fix, repair } of foreignTexts) {
    const [whole, token = '', quoted] = pattern.exec(rest) ?? [];
    if (whole === undefined) continue;
    const text = repair(token, quoted);
    return {
      ...show(offset, token.length, reason(token), typeof fix === 'string' ? fix : fix(token)),
      repair: text === null ? null : { offset, length: whole.length, text, isFix: true },
    };
  }
  return null;
}

/** The mistakes in a string, in order. */
export function* diagnoseString(text: string, start: number, end: number): Generator<Diagnosis> {
  const parts = text.slice(start + 1, end).matchAll(/\\(?:u[\da-f]{4}|[^])|[\0-\x1f]/gi);
  for (const { index, 0: part } of parts) {
    const offset = start + 1 + index;
    if (/^\\(?:u.|["\\/bfnrt]$)/.test(part)) continue;
    if (part === '\t') yield fix(offset, 1, 'tab in a string', 'write \\t', '\\t');
    else if (part === '\\u')
      yield show(offset, 2, '\\u without four hex digits', 'write \\u and four hex digits');
    else if (part === "\\'")
      yield fix(offset, 2, `invalid escape ${part}`, "write ' without a backslash", "'");
    else if (part.startsWith('\\'))
      yield show(offset, 2, `invalid escape ${part}`, 'write \\\\ for a backslash, or remove it');
    else {
      const reason = `control character ${nameCharacter(part)} in a string`;
      yield show(offset, 1, reason, 'remove it, or escape it with \\u');
    }
  }
}

export function diagnoseComment(context: Context): Diagnosis | null {
  const { offset, rest } = context;
  const [comment] = /^(?:#|\/\/).*|^\/\*(?:[^]*?\*\/|[^]*)/.exec(rest) ?? [];
  if (comment === undefined) return null;
  const length = comment.search(/[\r\n]|$/);
  return {
    ...show(offset, length, 'JSON does not allow comments', 'remove the comment'),
    repair: { ...removeComment(context, comment.length), isFix: isComment(context, comment) },
  };
}

/**
 * False if it may be a string that lacks a quote: a color after a colon, or text before an unmatched quote. Also false if the comment is unclosed, since
 * it may cover the rest of the file, and if its removal would join two words.
 */
function isComment({ text, offset, last, lineStart }: Context, comment: string): boolean {
  if (comment.startsWith('/*')) {
    const around = text.charAt(offset - 1) + text.charAt(offset + comment.length);
    return comment.length > 3 && comment.endsWith('*/') && !/^[\w.]{2}$/.test(around);
  }
  const quotes = comment.split('"').length - 1;
  return quotes % 2 === 0 && (last.character !== ':' || lineStart > last.shownAt);
}

/** Removes a comment with the blanks before it, and the whole line if nothing else is on it. */
function removeComment({ text, offset, last, lineStart, readTo }: Context, length: number): TextEdit {
  const end = offset + length;
  const [blanksAfter = '', lineEnd] = /^[ \t]*(\r\n|\n|\r|$)?/.exec(text.slice(end)) ?? [];
  const remove = (from: number, to: number) => ({ offset: from, length: to - from, text: '' });
  if (last.shownAt >= lineStart) return remove(readTo, end);
  return lineEnd === undefined
    ? remove(offset, end + blanksAfter.length)
    : remove(lineStart, end + blanksAfter.length);
}

export function show(offset: number, length: number, reason: string, fix: string): Diagnosis {
  return { reason, fix, offset, length, repair: null };
}

/** A mistake in a part of the text that has one right correction. */
export function fix(offset: number, length: number, reason: string, fix: string, text: string): Diagnosis {
  return { reason, fix, offset, length, repair: { offset, length, text, isFix: true } };
}

export function guess(offset: number, length: number, reason: string, fix: string, text: string): Diagnosis {
  return { reason, fix, offset, length, repair: { offset, length, text, isFix: false } };
}

/** A mistake at the last character of a token, after which something is missing. */
export function insertAfter(
  { shownAt, end }: LastToken,
  reason: string,
  fix: string,
  text: string,
  isFix: boolean,
): Diagnosis {
  return { reason, fix, offset: shownAt, length: 1, repair: { offset: end, length: 0, text, isFix } };
}

function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`;
}
