import { type ParseError, printParseErrorCode } from 'jsonc-parser';

/** What is wrong with a text that is not JSON, where a person would fix it. */
export interface SyntaxFault {
  readonly reason: string;
  readonly fix: string;
  readonly offset: number;
  readonly length: number;
}

const byteOrderMark = '\uFEFF';

type Words = Omit<SyntaxFault, 'offset' | 'length'> & Partial<SyntaxFault>;

/** Names the first syntax error in words, at the place where it is mended. */
export function describeSyntaxError(text: string, error: ParseError): SyntaxFault {
  const { offset, length } = error;
  const words = findWords(text, printParseErrorCode(error.error), offset, length);
  return { offset, length: Math.max(1, length), ...words };
}

function findWords(text: string, code: string, offset: number, length: number): Words {
  const token = text.slice(offset, offset + length);
  const before = findPrevious(text, offset);
  const trailing = text[before] === ',' && /^[}\]]?$/.test(text[offset] ?? '');
  if (text.startsWith(byteOrderMark)) {
    const reason = 'it begins with a byte order mark (U+FEFF)';
    return { reason, fix: 'save it as UTF-8 without BOM', offset: 0, length: 1 };
  }
  if (text.trim() === '') return { reason: 'it is empty', fix: 'write at least {}', offset: 0, length: 0 };
  const odd = describeOdd(text.slice(offset));
  if (odd !== null) return odd;
  switch (code) {
    case 'PropertyNameExpected':
    case 'ValueExpected':
      if (trailing) return trailingComma(text, before, offset);
      if (token === ',') return { reason: 'a comma stands where a value should', fix: 'remove the comma' };
      return code === 'PropertyNameExpected'
        ? describeName(text, offset)
        : describeValue(text, offset, before);
    case 'CommaExpected':
      return describeNoComma(text, token, before);
    case 'ColonExpected':
      return {
        reason: 'a colon is missing behind the name of a field',
        fix: 'put a colon between the name and its value',
        offset: before,
        length: 1,
      };
    case 'CloseBraceExpected':
      return { reason: 'an object is not closed', fix: 'add the } that is missing', ...lastCharacter(text) };
    case 'CloseBracketExpected':
      return { reason: 'an array is not closed', fix: 'add the ] that is missing', ...lastCharacter(text) };
    case 'EndOfFileExpected':
      return { reason: 'something stands behind the end of the document', fix: 'remove it' };
    case 'UnexpectedEndOfString':
      return {
        reason: 'a text is not closed: its second quote is missing',
        fix: 'add the closing quote',
        ...oneLine(token),
      };
    case 'InvalidEscapeCharacter':
      return describeEscape(token, offset);
    case 'InvalidUnicode':
      return {
        reason: '\\u needs four hex digits',
        fix: 'write \\u and four hex digits',
        ...findEscape(token, offset, /\\u(?![\da-f]{4})/i),
      };
    case 'InvalidCharacter':
      return describeControl(token, offset);
    case 'UnexpectedEndOfNumber':
    case 'InvalidNumberFormat':
      return { reason: `${token} is not a number`, fix: 'write the number in full, or as a text in quotes' };
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return { reason: 'JSON has no comments', fix: 'remove the comment', ...oneLine(token) };
    default:
      return /[{,]/.test(text[before] ?? '') && /^[\w$]+\s*:/.test(text.slice(offset))
        ? describeName(text, offset)
        : describeValue(text, offset, before);
  }
}

/** What people write that no JSON begins with, wherever it stands; null for all else. */
function describeOdd(rest: string): Words | null {
  const [conflict] = /^(<{7}|={7}|>{7})(?![<=>]).*/.exec(rest) ?? [];
  if (conflict !== undefined) {
    const reason = 'the conflict of a merge is left in the file';
    return { reason, fix: 'keep one of the two sides, and remove the marks', length: conflict.length };
  }
  const [comment] = /^#.*/.exec(rest) ?? [];
  if (comment !== undefined)
    return { reason: 'JSON has no comments', fix: 'remove the comment', length: comment.length };
  if (rest.startsWith('=')) {
    return { reason: '= stands between a name and its value', fix: 'write a colon in its place', length: 1 };
  }
  const [quote] = /^[\u2018-\u201f\u00ab\u00bb]/.exec(rest) ?? [];
  if (quote !== undefined) {
    return {
      reason: `${quote} is not the quote that JSON has`,
      fix: 'write straight quotes, "…"',
      length: 1,
    };
  }
  return null;
}

function trailingComma(text: string, comma: number, offset: number): Words {
  const closing = text[offset];
  const where = closing === undefined ? 'at the end' : `before the closing ${closing}`;
  return {
    reason: `a comma ${where} with nothing behind it`,
    fix: 'remove the comma',
    offset: comma,
    length: 1,
  };
}

function describeNoComma(text: string, token: string, before: number): Words {
  const opened = { '}': ['an array', ']'], ']': ['an object', '}'] }[token];
  if (opened !== undefined) {
    const [what = '', closing = ''] = opened;
    return {
      reason: `${what} is not closed in front of this ${token}`,
      fix: `put the missing ${closing} there`,
    };
  }
  if (/^0\d/.test(text.slice(before))) {
    return { reason: 'a number begins with 0', fix: 'remove the 0', offset: before, length: 1 };
  }
  return {
    reason: 'a comma is missing between two values',
    fix: 'put a comma behind this value',
    offset: before,
    length: 1,
  };
}

function describeName(text: string, offset: number): Words {
  const word = /^[\w$]+/.exec(text.slice(offset))?.[0] ?? '';
  if (text[offset] === "'")
    return { reason: 'JSON has double quotes only', fix: 'write "…" in place of \'…\'' };
  if (word !== '') {
    return { reason: `the name ${word} has no quotes`, fix: `write "${word}"`, length: word.length };
  }
  return {
    reason: 'the name of a field should stand here',
    fix: 'write a name in double quotes',
    length: 1,
  };
}

function describeValue(text: string, offset: number, before: number): Words {
  const rest = text.slice(offset);
  if (rest.trim() === '') {
    return {
      reason: 'the file ends in the middle',
      fix: 'write what is missing',
      offset: Math.max(0, before),
      length: 1,
    };
  }
  if (rest.startsWith("'"))
    return { reason: 'JSON has double quotes only', fix: 'write "…" in place of \'…\'', length: 1 };
  const [unseen] = /^[\p{Z}\p{C}]/u.exec(rest) ?? [];
  if (unseen !== undefined) {
    const reason = `the character ${nameCharacter(unseen)} stands outside of a text`;
    return { reason, fix: 'remove it, or write a space', length: unseen.length };
  }
  const word = /^[^\s,:[\]{}"]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  if (/^(true|false|null)$/i.test(word)) {
    return {
      reason: `${word} is written ${word.toLowerCase()}`,
      fix: `write ${word.toLowerCase()}`,
      length: word.length,
    };
  }
  return {
    reason: `${word} is not a JSON value`,
    fix: 'write a string in double quotes, a number, true, false or null',
    length: word.length,
  };
}

function describeEscape(token: string, offset: number): Words {
  const found = findEscape(token, offset, /\\[^"\\/bfnrtu]/s);
  const character = token[found.offset - offset + 1] ?? '';
  return {
    reason: `\\${character} is no escape in JSON`,
    fix: character === "'" ? "write ' without a backslash" : 'write \\\\ for a backslash, or remove it',
    ...found,
  };
}

function describeControl(token: string, offset: number): Words {
  const at = token.search(/[\0-\x1f]/);
  const character = token.charAt(at);
  const isTab = character === '\t';
  return {
    reason: `${isTab ? 'a tab' : `a control character (${nameCharacter(character)})`} stands in a text`,
    fix: isTab ? 'write \\t' : 'remove it, or escape it with \\u',
    offset: offset + Math.max(0, at),
    length: 1,
  };
}

/** `U+00A0` for what cannot be seen. */
function nameCharacter(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0').toUpperCase()}`;
}

/** The first escape that the pattern finds; escaped backslashes are stepped over. */
function findEscape(token: string, offset: number, pattern: RegExp): { offset: number; length: number } {
  for (const match of token.matchAll(/\\(u[\da-f]{4}|.)/gis)) {
    if (pattern.test(match[0])) return { offset: offset + match.index, length: match[0].length };
  }
  return { offset, length: token.length };
}

function oneLine(token: string): { length: number } {
  return { length: Math.max(1, token.search(/[\r\n]|$/)) };
}

function lastCharacter(text: string): { offset: number; length: number } {
  return { offset: Math.max(0, text.trimEnd().length - 1), length: 1 };
}

/** The offset of the last character in front of `offset` that is not white space, -1 where there is none. */
function findPrevious(text: string, offset: number): number {
  return text.slice(0, offset).trimEnd().length - 1;
}
