import type { TextEdit } from '../../model/finding.js';

export interface SyntaxFault {
  readonly reason: string;
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
  /** Does what `fix` says; null if only a person can. */
  readonly edit: TextEdit | null;
}

/**
 * What is wrong with a token: the grammar of RFC 8259 expects something else there, a container or a string is unclosed, or it is a word or a number that
 * JSON does not have.
 */
export type Mistake =
  | 'key-expected'
  | 'value-expected'
  | 'colon-expected'
  | 'comma-expected'
  | 'end-expected'
  | 'unclosed-container'
  | 'unclosed-string'
  | 'unfinished-number'
  | 'leading-zero'
  | 'unknown-word';

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

const valueForms = 'write a string in double quotes, a number, true, false or null';

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

/** Describes a mistake the way a person would, at the place where they would fix it. */
export function diagnose(context: Context, mistake: Mistake): Diagnosis {
  if (context.offset === 0 && context.rest.startsWith('\uFEFF'))
    return fix(0, 1, 'byte order mark (U+FEFF) at the start', 'save it as UTF-8 without BOM', '');
  return diagnoseComment(context) ?? diagnoseForeign(context) ?? describeMistake(context, mistake);
}

function diagnoseForeign({ offset, rest }: Context): Diagnosis | null {
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

function describeMistake(context: Context, mistake: Mistake): Diagnosis {
  const { offset, token, rest, last, closer } = context;
  switch (mistake) {
    case 'key-expected':
      return diagnoseComma(context) ?? diagnoseKey(context);
    case 'value-expected':
      return diagnoseComma(context) ?? diagnoseValue(context);
    case 'comma-expected':
      return diagnoseMissingComma(context);
    case 'colon-expected': {
      // A key that ends in a colon lacks its closing quote; a key before another key lacks its value; a key before `":` has an extra quote.
      const isFix =
        startsValue.test(rest) &&
        !startsField.test(rest) &&
        !/^"\s*:/.test(rest) &&
        !/:\s*"$/.test(context.text.slice(last.start, last.end));
      return insertAfter(last, 'missing colon', 'add a colon after this key', ':', isFix);
    }
    case 'unclosed-container': {
      const container = closer === '}' ? 'object' : 'array';
      return show(last.shownAt, 1, `unclosed ${container}`, `add the missing ${closer ?? ''}`);
    }
    case 'end-expected':
      return /^,\s*$/.test(rest)
        ? fix(offset, 1, 'text after the end of the JSON', 'remove it', '')
        : show(offset, token.length, 'text after the end of the JSON', 'remove it');
    case 'unclosed-string':
      return diagnoseUnclosedString(context);
    case 'unfinished-number':
      return guess(
        offset,
        token.length,
        `${token} is not a number`,
        'write the whole number, or a string in double quotes',
        '0',
      );
    case 'leading-zero': {
      const { index = 0, 0: zeros } = /0+(?=\d)/.exec(token) ?? { 0: '' };
      const repair = { offset: offset + index, length: zeros.length, text: '', isFix: false };
      return { ...show(offset + index, 1, 'number with a leading zero', 'remove the 0'), repair };
    }
    case 'unknown-word':
      return /[{,]/.test(last.character) && /^[\w$]+\s*:/.test(rest)
        ? diagnoseKey(context)
        : diagnoseValue(context);
  }
}

function diagnoseComma({ offset, token, last }: Context): Diagnosis | null {
  if (last.character === ',' && /^[}\]]?$/.test(token)) {
    const position = token === '' ? 'at the end' : `before ${token}`;
    return fix(last.shownAt, 1, `trailing comma ${position}`, 'remove the comma', '');
  }
  if (token !== ',' || last.character === ':') return null;
  return fix(offset, 1, 'comma without a value before it', 'remove the comma', '');
}

const startsValue = /^(?:["{[\d-]|(?:true|false|null)\b)/;
const startsField = /^"(?:[^"\\\r\n]|\\.)*"\s*:/;

function diagnoseMissingComma({ offset, token, rest, last, closer, lineStart }: Context): Diagnosis {
  if (/^[}\]]$/.test(token)) {
    const reason = `unclosed ${closer === '}' ? 'object' : 'array'} before ${token}`;
    return guess(offset, 1, reason, `add the missing ${closer ?? ''}`, (closer ?? '') + token);
  }
  // A quote within a string also looks like a missing comma.
  const isFix =
    startsField.test(rest) || (startsValue.test(rest) && (lineStart > last.shownAt || /[{[]/.test(token)));
  return insertAfter(last, 'missing comma', 'add a comma after this value', ',', isFix);
}

function diagnoseKey({ offset, rest }: Context): Diagnosis {
  const [word] = /^[\w$]+/.exec(rest) ?? [];
  return word === undefined
    ? show(offset, 1, 'expected a key', 'write a key in double quotes')
    : fix(offset, word.length, `key ${word} without quotes`, `write "${word}"`, `"${word}"`);
}

function diagnoseValue({ offset, token, rest, last }: Context): Diagnosis {
  if (token === '') {
    // Without a token before it there is no character to show: the first may be half of a line end.
    const [at, length] = last.shownAt < 0 ? [0, 0] : [last.shownAt, 1];
    return show(at, length, 'the file ends too early', 'add what is missing');
  }
  if (/^[}\]:,]/.test(token))
    return guess(offset, 1, `missing value before ${token}`, valueForms, `0${token}`);
  const word = /^[^\s,:[\]{}"]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  const lower = word.toLowerCase();
  if (/^(true|false|null)$/.test(lower))
    return fix(offset, word.length, `${word} in capitals`, `write ${lower}`, lower);
  // Only if the word stands alone in the place of a value, so that a web page is not repaired.
  const isAlone = last.character !== '' && /^\s*[,\]}]/.test(rest.slice(word.length));
  const reason = `${word} is not a JSON value`;
  return isAlone
    ? guess(offset, word.length, reason, valueForms, '0')
    : show(offset, word.length, reason, valueForms);
}

function diagnoseUnclosedString({ offset, token, last }: Context): Diagnosis {
  const diagnosis = show(offset, token.length, 'unclosed string', 'add the closing quote');
  // A comma that ends a value is not part of it. A key would need more than a quote.
  const value = token.trimEnd().replace(/,$/, '');
  const isValue = /[:[]/.test(last.character) && !token.endsWith('\\');
  return isValue
    ? { ...diagnosis, repair: { offset, length: value.length, text: `${value}"`, isFix: false } }
    : diagnosis;
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

function diagnoseComment(context: Context): Diagnosis | null {
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

function show(offset: number, length: number, reason: string, fix: string): Diagnosis {
  return { reason, fix, offset, length, repair: null };
}

/** A mistake in a part of the text that has one right correction. */
function fix(offset: number, length: number, reason: string, fix: string, text: string): Diagnosis {
  return { reason, fix, offset, length, repair: { offset, length, text, isFix: true } };
}

function guess(offset: number, length: number, reason: string, fix: string, text: string): Diagnosis {
  return { reason, fix, offset, length, repair: { offset, length, text, isFix: false } };
}

/** A mistake at the last character of a token, after which something is missing. */
function insertAfter(
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
