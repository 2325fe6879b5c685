import { at, type Context, nameCharacter } from './diagnosis.js';
import type { Diagnosis } from './syntax-fault.js';

/** A string that has no end on its line. */
export function diagnoseUnclosedString({ offset, token, last }: Context): Diagnosis {
  const words = { reason: 'unclosed string', fix: 'add the closing quote' };
  const length = Math.max(1, token.search(/[\r\n]|$/));
  // The comma that ends a value is not part of it; a key would need more than its quote.
  const value = token.trimEnd().replace(/,$/, '');
  const isValue = /[:[]/.test(last.character) && !token.endsWith('\\');
  const repair = isValue ? { offset: offset + value.length, length: 0, text: '"', isFix: false } : null;
  return { ...words, offset, length, repair };
}

/** What a string holds that it may not hold, in order. A string is read once for all of them. */
export function* diagnoseString(text: string, start: number, end: number): Generator<Diagnosis> {
  const content = text.slice(start + 1, end);
  for (const { index, 0: found } of content.matchAll(/\\(?:u[\da-f]{4}|[^])|[\0-\x1f]/gi)) {
    if (!/^\\(?:u.|["\\/bfnrt]$)/.test(found)) yield diagnosePart(start + 1 + index, found);
  }
}

function diagnosePart(offset: number, found: string): Diagnosis {
  if (found.startsWith('\\u')) {
    const words = { reason: '\\u without four hex digits', fix: 'write \\u and four hex digits' };
    return at(offset, 2, words, '  ');
  }
  return found.startsWith('\\')
    ? diagnoseEscape(offset, found, found.slice(1))
    : diagnoseControl(offset, found);
}

/** A backslash before a character that it does not escape (RFC 8259 section 7). */
function diagnoseEscape(offset: number, found: string, character: string): Diagnosis {
  const words = {
    reason: `invalid escape \\${character}`,
    fix: character === "'" ? "write ' without a backslash" : 'write \\\\ for a backslash, or remove it',
  };
  return at(offset, found.length, words, character, character === "'" ? 'fix' : 'guess');
}

/** A control character, which a string may only have escaped. */
function diagnoseControl(offset: number, character: string): Diagnosis {
  if (character === '\t') return at(offset, 1, { reason: 'tab in a string', fix: 'write \\t' }, '\\t', 'fix');
  const words = {
    reason: `control character ${nameCharacter(character)} in a string`,
    fix: 'remove it, or escape it with \\u',
  };
  return at(offset, 1, words, ' ');
}
