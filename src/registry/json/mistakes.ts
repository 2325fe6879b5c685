import {
  type Context,
  type Diagnosis,
  diagnoseForeign,
  diagnoseComment,
  show,
  fix,
  guess,
  insertAfter,
} from './diagnosis.js';

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

const valueForms = 'write a string in double quotes, a number, true, false or null';

/** Describes a mistake the way a person would, at the place where they would fix it. */
export function diagnose(context: Context, mistake: Mistake): Diagnosis {
  if (context.offset === 0 && context.rest.startsWith('\uFEFF'))
    return fix(0, 1, 'byte order mark (U+FEFF) at the start', 'save it as UTF-8 without BOM', '');
  return diagnoseComment(context) ?? diagnoseForeign(context) ?? describeMistake(context, mistake);
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
