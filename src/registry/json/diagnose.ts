import {
  diagnoseUnclosedString,
  at,
  type Context,
  type LastToken,
  nameCharacter,
  type FaultMessage,
  type Diagnosis,
} from './diagnosis.js';
import { diagnoseForeign } from './foreign-syntax.js';
import type { GrammarError } from './parser-state.js';

/** Why a token is invalid by itself: an unclosed string, a number without its last digits or followed by letters, or text that is no token. */
export type TokenError = 'unclosed-string' | 'unfinished-number' | 'number-in-word' | 'unknown-token';

const addComma = { reason: 'missing comma', fix: 'add a comma after this value' };
const afterEnd = { reason: 'text after the end of the JSON', fix: 'remove it' };
const valueForms = 'write a string in double quotes, a number, true, false or null';

/** Describes an error the way a person would, at the place where they would fix it. */
export function diagnose(context: Context, error: TokenError | GrammarError): Diagnosis {
  const foreign = diagnoseForeign(context);
  if (foreign !== null) return foreign;
  const { text, offset, token, rest, last } = context;
  switch (error) {
    case 'key-expected':
      return diagnoseComma(context) ?? diagnoseName(context);
    case 'value-expected':
      return diagnoseComma(context) ?? diagnoseValue(context);
    case 'comma-expected':
      return diagnoseMissingComma(context);
    case 'colon-expected':
      return after(
        last,
        { reason: 'missing colon', fix: 'add a colon after this key' },
        ':',
        // A key that ends in a colon lacks its closing quote; a key before another key lacks its value; a key before `":` has an extra quote.
        startsValue.test(rest) &&
          !startsField.test(rest) &&
          !/^"\s*:/.test(rest) &&
          !/:\s*"$/.test(text.slice(last.start, last.end)),
      );
    case 'unclosed-object':
      return atEnd(context, { reason: 'unclosed object', fix: 'add the missing }' });
    case 'unclosed-array':
      return atEnd(context, { reason: 'unclosed array', fix: 'add the missing ]' });
    case 'end-expected':
      return /^,\s*$/.test(rest)
        ? at(offset, 1, afterEnd, '', 'fix')
        : at(offset, Math.max(1, token.length), afterEnd, null);
    case 'unclosed-string':
      return diagnoseUnclosedString(context);
    case 'unfinished-number': {
      const message = {
        reason: `${token} is not a number`,
        fix: 'write the whole number, or a string in double quotes',
      };
      return at(offset, Math.max(1, token.length), message, '0'.padStart(token.length));
    }
    case 'number-in-word':
      return diagnoseValue(context);
    case 'unknown-token':
      if (/^;\s*$/.test(rest)) return at(offset, 1, afterEnd, '', 'fix');
      return /[{,]/.test(last.character) && /^[\w$]+\s*:/.test(rest)
        ? diagnoseName(context)
        : diagnoseValue(context);
  }
}

/** An error at the last character of a token, after which something is missing. */
function after(
  { shownAt, end }: LastToken,
  message: FaultMessage,
  missing: string,
  isFix: boolean,
): Diagnosis {
  return { ...message, offset: shownAt, length: 1, repair: { offset: end, length: 0, text: missing, isFix } };
}

function atEnd({ last }: Context, message: FaultMessage): Diagnosis {
  return at(last.shownAt, 1, message, null);
}

function diagnoseComma({ text, offset, token, last }: Context): Diagnosis | null {
  if (last.character === ',' && /^[}\]]?$/.test(text[offset] ?? '')) {
    const position = text[offset] === undefined ? 'at the end' : `before ${text[offset]}`;
    return at(last.shownAt, 1, { reason: `trailing comma ${position}`, fix: 'remove the comma' }, '', 'fix');
  }
  if (token !== ',' || last.character === ':') return null;
  return at(offset, 1, { reason: 'comma without a value before it', fix: 'remove the comma' }, '', 'fix');
}

/** Which container a closing bracket leaves unclosed. */
const unclosedBefore = new Map([
  ['}', { open: 'array', closer: ']' }],
  [']', { open: 'object', closer: '}' }],
]);

function diagnoseMissingComma({ text, offset, token, rest, last, lineStart }: Context): Diagnosis {
  const unclosed = unclosedBefore.get(token);
  if (unclosed !== undefined) {
    const { open, closer } = unclosed;
    const message = { reason: `unclosed ${open} before ${token}`, fix: `add the missing ${closer}` };
    return at(offset, 1, message, closer + token);
  }
  const [zeros] = /^0+(?=\d)/.exec(text.slice(last.shownAt)) ?? [];
  if (zeros !== undefined) {
    const message = { reason: 'number with a leading zero', fix: 'remove the 0' };
    return { ...at(last.shownAt, zeros.length, message, ' '.repeat(zeros.length)), length: 1 };
  }
  const isOnNextLine = lineStart > last.shownAt;
  // A quote within a string also looks like a missing comma.
  const isFix = startsField.test(rest) || (startsValue.test(rest) && (isOnNextLine || /[{[]/.test(token)));
  return after(last, addComma, ',', isFix);
}

const startsValue = /^(?:["{[\d-]|(?:true|false|null)\b)/;
const startsField = /^"(?:[^"\\\r\n]|\\.)*"\s*:/;

function diagnoseName({ offset, rest }: Context): Diagnosis {
  if (rest.startsWith("'")) return diagnoseSingleQuotes(offset, rest);
  const [word] = /^[\w$]+/.exec(rest) ?? [];
  if (word !== undefined) {
    return at(
      offset,
      word.length,
      { reason: `key ${word} without quotes`, fix: `write "${word}"` },
      `"${word}"`,
      'fix',
    );
  }
  return at(offset, 1, { reason: 'expected a key', fix: 'write a key in double quotes' }, null);
}

function diagnoseValue({ offset, rest, last, contentEnd }: Context): Diagnosis {
  if (offset >= contentEnd) {
    const words = { reason: 'the file ends too early', fix: 'add what is missing' };
    // Without a token before it there is no character to show: the first may be half of a line end.
    return last.shownAt < 0 ? at(0, 0, words, null) : at(last.shownAt, 1, words, null);
  }
  if (rest.startsWith("'")) return diagnoseSingleQuotes(offset, rest);
  const [closer] = /^[}\]:,]/.exec(rest) ?? [];
  if (closer !== undefined) {
    return at(offset, 1, { reason: `missing value before ${closer}`, fix: valueForms }, `0${closer}`);
  }
  const [invisible] = /^[\p{Z}\p{C}]/u.exec(rest) ?? [];
  if (invisible !== undefined) {
    const message = {
      reason: `character ${nameCharacter(invisible)} outside a string`,
      fix: 'remove it, or write a space',
    };
    // A file with control characters is probably binary.
    const isBinary = /[\0-\x1f]/.test(invisible);
    const replacement = /\p{Z}/u.test(invisible) ? ' ' : '';
    return at(offset, invisible.length, message, isBinary ? null : replacement, 'fix');
  }
  const word = /^[^\s,:[\]{}"]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  const lower = word.toLowerCase();
  if (/^(true|false|null)$/.test(lower)) {
    return at(offset, word.length, { reason: `${word} in capitals`, fix: `write ${lower}` }, lower, 'fix');
  }
  // Only if the word stands alone in the place of a value, so that a web page is not repaired.
  const isAlone = last.character !== '' && /^\s*[,\]}]/.test(rest.slice(word.length));
  return at(
    offset,
    word.length,
    { reason: `${word} is not a JSON value`, fix: valueForms },
    isAlone ? '0' : null,
  );
}

function diagnoseSingleQuotes(offset: number, rest: string): Diagnosis {
  const message = { reason: 'JSON strings need double quotes', fix: `write "…" instead of '…'` };
  const [whole, inside = ''] = /^'((?:[^'"\\\r\n]|\\.)*)'(?=\s*[:,\]}])/.exec(rest) ?? [];
  if (whole === undefined) return at(offset, 1, message, null);
  const repair = { offset, length: whole.length, text: `"${inside.replaceAll("\\'", "'")}"`, isFix: true };
  return { ...message, offset, length: 1, repair };
}
