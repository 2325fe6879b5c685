/** What a parser of JSON tells apart: the six characters of its structure, strings, other values, and the end of the text. */
export type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'end';

/** Why a token cannot be where it is. */
export type GrammarError =
  | 'value-expected'
  | 'key-expected'
  | 'colon-expected'
  | 'comma-expected'
  | 'unclosed-object'
  | 'unclosed-array'
  | 'end-expected';

/** What may come next, and the arrays and objects around it, innermost first. It never changes, so that a step can be taken back. */
export interface ParserState {
  readonly expects:
    'value' | 'first-item' | 'after-item' | 'first-key' | 'key' | 'colon' | 'after-field' | 'end';
  readonly around: Container | null;
}

interface Container {
  readonly isArray: boolean;
  readonly around: Container | null;
}

/** Before the first token. */
export const initialState: ParserState = { expects: 'value', around: null };

/** The state after a token, by the grammar of RFC 8259; or the error that the token is. */
export function advance({ expects, around }: ParserState, token: Token): ParserState | GrammarError {
  switch (expects) {
    case 'first-item':
      if (token === ']') return close(around);
      if (token === 'end') return 'unclosed-array';
      return readValue(around, token);
    case 'value':
      return readValue(around, token);
    case 'after-item':
      if (token === ',') return { expects: 'value', around };
      if (token === ']') return close(around);
      return token === 'end' ? 'unclosed-array' : 'comma-expected';
    case 'first-key':
      if (token === '}') return close(around);
      if (token === 'end') return 'unclosed-object';
      if (token === ',') return 'value-expected';
      return token === 'string' ? { expects: 'colon', around } : 'key-expected';
    case 'key':
      return token === 'string' ? { expects: 'colon', around } : 'key-expected';
    case 'colon':
      return token === ':' ? { expects: 'value', around } : 'colon-expected';
    case 'after-field':
      if (token === ',') return { expects: 'key', around };
      if (token === '}') return close(around);
      return token === 'end' ? 'unclosed-object' : 'comma-expected';
    case 'end':
      return token === 'end' ? { expects, around } : 'end-expected';
  }
}

function readValue(around: Container | null, token: Token): ParserState | GrammarError {
  if (token === '[') return { expects: 'first-item', around: { isArray: true, around } };
  if (token === '{') return { expects: 'first-key', around: { isArray: false, around } };
  return token === 'string' || token === 'scalar' ? afterValue(around) : 'value-expected';
}

function close(container: Container | null): ParserState {
  return afterValue(container?.around ?? null);
}

function afterValue(around: Container | null): ParserState {
  if (around === null) return { expects: 'end', around };
  return { expects: around.isArray ? 'after-item' : 'after-field', around };
}
