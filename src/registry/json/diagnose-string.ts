import { at, type Context, nameCharacter } from './diagnosis.js';
import type { Diagnosis } from './syntax-fault.js';

/** A string that has no end on its line. */
export function diagnoseUnclosedString({ text, offset, token, before }: Context): Diagnosis {
  const words = { reason: 'unclosed string', fix: 'add the closing quote' };
  const length = Math.max(1, token.search(/[\r\n]|$/));
  // The comma that ends a value is not part of it; a key would need more than its quote.
  const value = token.trimEnd().replace(/,$/, '');
  const isValue = /[:[]/.test(text[before] ?? '') && !token.endsWith('\\');
  const repair = isValue ? { offset: offset + value.length, length: 0, text: '"', isFix: false } : null;
  return { ...words, offset, length, repair };
}

/** A backslash before a character that it does not escape (RFC 8259 section 7). */
export function diagnoseEscape({ offset, token }: Context): Diagnosis {
  const found = findEscape(token, /\\[^"\\/bfnrtu]/s);
  const character = found.text.slice(1);
  const words = {
    reason: `invalid escape \\${character}`,
    fix: character === "'" ? "write ' without a backslash" : 'write \\\\ for a backslash, or remove it',
  };
  const certainty = character === "'" ? 'fix' : 'guess';
  return at(offset + found.index, found.text.length, words, character, certainty);
}

/** `\u` without four hexadecimal digits. */
export function diagnoseUnicode({ offset, token }: Context): Diagnosis {
  const found = findEscape(token, /\\u(?![\da-f]{4})/i);
  const words = { reason: '\\u without four hex digits', fix: 'write \\u and four hex digits' };
  return at(offset + found.index, found.text.length, words, ' '.repeat(found.text.length));
}

/** A control character, which a string may only have escaped. */
export function diagnoseControl({ offset, token }: Context): Diagnosis {
  const index = Math.max(0, token.search(/[\0-\x1f]/));
  const character = token.charAt(index);
  if (character === '\t')
    return at(offset + index, 1, { reason: 'tab in a string', fix: 'write \\t' }, '\\t', 'fix');
  const words = {
    reason: `control character ${nameCharacter(character)} in a string`,
    fix: 'remove it, or escape it with \\u',
  };
  return at(offset + index, 1, words, ' ');
}

/** The first escape that the pattern matches; escaped backslashes are skipped. */
function findEscape(token: string, pattern: RegExp): { readonly index: number; readonly text: string } {
  for (const { index, 0: text } of token.matchAll(/\\(u[\da-f]{4}|.)/gis)) {
    if (pattern.test(text)) return { index, text };
  }
  return { index: 0, text: token };
}
