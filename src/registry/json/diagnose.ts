import { type ParseError, printParseErrorCode } from 'jsonc-parser';
import {
  diagnoseControl,
  diagnoseEscape,
  diagnoseUnclosedString,
  diagnoseUnicode,
} from './diagnose-string.js';
import { at, type Context, nameCharacter, type Words } from './diagnosis.js';
import { diagnoseForeign } from './foreign-syntax.js';
import type { Diagnosis } from './syntax-fault.js';

const addComma = { reason: 'missing comma', fix: 'add a comma after this value' };
const afterEnd = { reason: 'text after the end of the JSON', fix: 'remove it' };
const valueForms = 'write a string in double quotes, a number, true, false or null';

/** Tells what a person would call the first error of a text, and where they would fix it. */
export function diagnose(text: string, { error, offset, length }: ParseError): Diagnosis {
  const token = text.slice(offset, offset + length);
  const before = text.slice(0, offset).trimEnd().length - 1;
  const context: Context = { text, offset, token, rest: text.slice(offset), before };
  const foreign = diagnoseForeign(text, offset);
  if (foreign !== null) return foreign;
  switch (printParseErrorCode(error)) {
    case 'PropertyNameExpected':
      return diagnoseComma(context) ?? diagnoseName(context);
    case 'ValueExpected':
      return diagnoseComma(context) ?? diagnoseValue(context);
    case 'CommaExpected':
      return diagnoseMissingComma(context);
    case 'ColonExpected':
      return after(
        before,
        { reason: 'missing colon', fix: 'add a colon after this key' },
        ':',
        // A key that ends in a colon lacks its last quote, one before another key its value, and one before `":` has a quote too many.
        startsValue.test(context.rest) &&
          !startsField.test(context.rest) &&
          !/^"\s*:/.test(context.rest) &&
          !/:\s*"$/.test(text.slice(0, before + 1)),
      );
    case 'CloseBraceExpected':
      return atEnd(text, { reason: 'unclosed object', fix: 'add the missing }' });
    case 'CloseBracketExpected':
      return atEnd(text, { reason: 'unclosed array', fix: 'add the missing ]' });
    case 'EndOfFileExpected': {
      return /^,\s*$/.test(context.rest)
        ? at(offset, 1, afterEnd, '', 'fix')
        : at(offset, Math.max(1, length), afterEnd, null);
    }
    case 'UnexpectedEndOfString':
      return diagnoseUnclosedString(context);
    case 'InvalidEscapeCharacter':
      return diagnoseEscape(context);
    case 'InvalidUnicode':
      return diagnoseUnicode(context);
    case 'InvalidCharacter':
      return diagnoseControl(context);
    case 'UnexpectedEndOfNumber':
    case 'InvalidNumberFormat': {
      const words = {
        reason: `${token} is not a number`,
        fix: 'write the whole number, or a string in double quotes',
      };
      return at(offset, Math.max(1, length), words, '0'.padStart(length));
    }
    default:
      if (/^;\s*$/.test(context.rest)) return at(offset, 1, afterEnd, '', 'fix');
      return /[{,]/.test(text[before] ?? '') && /^[\w$]+\s*:/.test(context.rest)
        ? diagnoseName(context)
        : diagnoseValue(context);
  }
}

/** An error at a character, after which something is missing. */
function after(offset: number, words: Words, missing: string, isFix: boolean): Diagnosis {
  return { ...words, offset, length: 1, repair: { offset: offset + 1, length: 0, text: missing, isFix } };
}

/** An error at the last character of the text. */
function atEnd(text: string, words: Words): Diagnosis {
  return at(Math.max(0, text.trimEnd().length - 1), 1, words, null);
}

function diagnoseComma({ text, offset, token, before }: Context): Diagnosis | null {
  if (text[before] === ',' && /^[}\]]?$/.test(text[offset] ?? '')) {
    const where = text[offset] === undefined ? 'at the end' : `before ${text[offset]}`;
    return at(before, 1, { reason: `trailing comma ${where}`, fix: 'remove the comma' }, '', 'fix');
  }
  if (token !== ',' || text[before] === ':') return null;
  return at(offset, 1, { reason: 'comma without a value before it', fix: 'remove the comma' }, '', 'fix');
}

/** What a closer shows to be unclosed, and its own closer. */
const unclosedBefore = new Map([
  ['}', { open: 'array', closer: ']' }],
  [']', { open: 'object', closer: '}' }],
]);

function diagnoseMissingComma({ text, offset, token, rest, before }: Context): Diagnosis {
  const unclosed = unclosedBefore.get(token);
  if (unclosed !== undefined) {
    const { open, closer } = unclosed;
    const words = { reason: `unclosed ${open} before ${token}`, fix: `add the missing ${closer}` };
    return at(offset, 1, words, closer + token);
  }
  const [zeros] = /^0+(?=\d)/.exec(text.slice(before)) ?? [];
  if (zeros !== undefined) {
    const words = { reason: 'number with a leading zero', fix: 'remove the 0' };
    return { ...at(before, zeros.length, words, ' '.repeat(zeros.length)), length: 1 };
  }
  const isOnNextLine = /[\r\n]/.test(text.slice(before, offset));
  // A quote within a string also looks like a missing comma.
  const isFix = startsField.test(rest) || (startsValue.test(rest) && (isOnNextLine || /[{[]/.test(token)));
  return after(before, addComma, ',', isFix);
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

function diagnoseValue({ offset, rest, before }: Context): Diagnosis {
  if (rest.trim() === '') {
    return at(
      Math.max(0, before),
      1,
      { reason: 'the file ends too early', fix: 'add what is missing' },
      null,
    );
  }
  if (rest.startsWith("'")) return diagnoseSingleQuotes(offset, rest);
  const [closer] = /^[}\]:,]/.exec(rest) ?? [];
  if (closer !== undefined) {
    return at(offset, 1, { reason: `missing value before ${closer}`, fix: valueForms }, `0${closer}`);
  }
  const [invisible] = /^[\p{Z}\p{C}]/u.exec(rest) ?? [];
  if (invisible !== undefined) {
    const words = {
      reason: `character ${nameCharacter(invisible)} outside a string`,
      fix: 'remove it, or write a space',
    };
    // Among control characters there is rarely JSON.
    const isBinary = /[\0-\x1f]/.test(invisible);
    const replacement = /\p{Z}/u.test(invisible) ? ' ' : '';
    return at(offset, invisible.length, words, isBinary ? null : replacement, 'fix');
  }
  const word = /^[^\s,:[\]{}"]+/.exec(rest)?.[0] ?? rest.slice(0, 1);
  const lower = word.toLowerCase();
  if (/^(true|false|null)$/.test(lower)) {
    return at(offset, word.length, { reason: `${word} in capitals`, fix: `write ${lower}` }, lower, 'fix');
  }
  // Only where a value may be, and nothing but a value is: a web page is not repaired.
  const isAlone = before >= 0 && /^\s*[,\]}]/.test(rest.slice(word.length));
  return at(
    offset,
    word.length,
    { reason: `${word} is not a JSON value`, fix: valueForms },
    isAlone ? '0' : null,
  );
}

function diagnoseSingleQuotes(offset: number, rest: string): Diagnosis {
  const words = { reason: 'JSON strings need double quotes', fix: `write "…" instead of '…'` };
  const [whole, inside = ''] = /^'((?:[^'"\\\r\n]|\\.)*)'(?=\s*[:,\]}])/.exec(rest) ?? [];
  if (whole === undefined) return at(offset, 1, words, null);
  const repair = { offset, length: whole.length, text: `"${inside.replaceAll("\\'", "'")}"`, isFix: true };
  return { ...words, offset, length: 1, repair };
}
