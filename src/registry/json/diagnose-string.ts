import { at, type Context, nameCharacter } from './diagnosis.js';
import type { Diagnosis } from './syntax-fault.js';

export function diagnoseUnclosedString({ offset, token, last }: Context): Diagnosis {
  const message = { reason: 'unclosed string', fix: 'add the closing quote' };
  const length = Math.max(1, token.search(/[\r\n]|$/));
  // A comma that ends a value is not part of it. A key would need more than a quote.
  const value = token.trimEnd().replace(/,$/, '');
  const isValue = /[:[]/.test(last.character) && !token.endsWith('\\');
  const repair = isValue ? { offset: offset + value.length, length: 0, text: '"', isFix: false } : null;
  return { ...message, offset, length, repair };
}

/** The errors in a string, in order. Reads the string once for all of them. */
export function* diagnoseString(text: string, start: number, end: number): Generator<Diagnosis> {
  const content = text.slice(start + 1, end);
  for (const { index, 0: found } of content.matchAll(/\\(?:u[\da-f]{4}|[^])|[\0-\x1f]/gi)) {
    if (!/^\\(?:u.|["\\/bfnrt]$)/.test(found)) yield diagnosePart(start + 1 + index, found);
  }
}

function diagnosePart(offset: number, found: string): Diagnosis {
  if (found.startsWith('\\u')) {
    const message = { reason: '\\u without four hex digits', fix: 'write \\u and four hex digits' };
    return at(offset, 2, message, '  ');
  }
  return found.startsWith('\\')
    ? diagnoseEscape(offset, found, found.slice(1))
    : diagnoseControl(offset, found);
}

/** An invalid escape (RFC 8259 section 7). */
function diagnoseEscape(offset: number, found: string, character: string): Diagnosis {
  const message = {
    reason: `invalid escape \\${character}`,
    fix: character === "'" ? "write ' without a backslash" : 'write \\\\ for a backslash, or remove it',
  };
  return at(offset, found.length, message, character, character === "'" ? 'fix' : 'guess');
}

function diagnoseControl(offset: number, character: string): Diagnosis {
  if (character === '\t') return at(offset, 1, { reason: 'tab in a string', fix: 'write \\t' }, '\\t', 'fix');
  const message = {
    reason: `control character ${nameCharacter(character)} in a string`,
    fix: 'remove it, or escape it with \\u',
  };
  return at(offset, 1, message, ' ');
}
