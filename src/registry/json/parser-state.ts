/** The tokens of JSON: six structural characters, strings, other values, and the end of the text. */
export type Token = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'scalar' | 'end';

export type GrammarError =
  | 'value-expected'
  | 'key-expected'
  | 'colon-expected'
  | 'comma-expected'
  | 'unclosed-object'
  | 'unclosed-array'
  | 'end-expected';

/** What the parser expects next, and the enclosing arrays and objects. Immutable, so that a step can be undone. */
export interface ParserState {
  readonly expects:
    'value' | 'first-item' | 'after-item' | 'first-key' | 'key' | 'colon' | 'after-field' | 'end';
  readonly container: Container | null;
}

interface Container {
  readonly isArray: boolean;
  readonly parent: Container | null;
}

export const initialState: ParserState = { expects: 'value', container: null };

/** The state after a token by the grammar of RFC 8259, or why the token is not allowed. */
export function advance({ expects, container }: ParserState, token: Token): ParserState | GrammarError {
  switch (expects) {
    case 'first-item':
      if (token === ']') return close(container);
      if (token === 'end') return 'unclosed-array';
      return readValue(container, token);
    case 'value':
      return readValue(container, token);
    case 'after-item':
      if (token === ',') return { expects: 'value', container };
      if (token === ']') return close(container);
      return token === 'end' ? 'unclosed-array' : 'comma-expected';
    case 'first-key':
      if (token === '}') return close(container);
      if (token === 'end') return 'unclosed-object';
      if (token === ',') return 'value-expected';
      return token === 'string' ? { expects: 'colon', container } : 'key-expected';
    case 'key':
      return token === 'string' ? { expects: 'colon', container } : 'key-expected';
    case 'colon':
      return token === ':' ? { expects: 'value', container } : 'colon-expected';
    case 'after-field':
      if (token === ',') return { expects: 'key', container };
      if (token === '}') return close(container);
      return token === 'end' ? 'unclosed-object' : 'comma-expected';
    case 'end':
      return token === 'end' ? { expects, container } : 'end-expected';
  }
}

function readValue(container: Container | null, token: Token): ParserState | GrammarError {
  if (token === '[') return { expects: 'first-item', container: { isArray: true, parent: container } };
  if (token === '{') return { expects: 'first-key', container: { isArray: false, parent: container } };
  return token === 'string' || token === 'scalar' ? afterValue(container) : 'value-expected';
}

function close(container: Container | null): ParserState {
  return afterValue(container?.parent ?? null);
}

function afterValue(container: Container | null): ParserState {
  if (container === null) return { expects: 'end', container };
  return { expects: container.isArray ? 'after-item' : 'after-field', container };
}
