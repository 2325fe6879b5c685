import type { Syntax } from '../../formats/format.js';
import type { JsonDocument } from '../json/parse-json.js';
import { TooLargeError } from '../size-limits.js';

/** Throws a ForeignError or a TooLargeError. */
export type ParseForeign = (text: string) => JsonDocument;

export const syntaxTitles: Readonly<Partial<Record<Syntax, string>>> = {
  yaml: 'YAML',
  toml: 'TOML',
  javascript: 'JavaScript',
};

/** Loaded when a file of the syntax is found, since each is larger than all code for JSON. */
const loaders: Readonly<Partial<Record<Syntax, () => Promise<ParseForeign>>>> = {
  yaml: async () => (await import('./yaml.js')).parseYaml,
  toml: async () => (await import('./toml.js')).parseToml,
  javascript: async () => (await import('./javascript.js')).parseJavaScript,
};

/** Maximum number of values and keys of the syntaxes whose parsers take 2 kB for each. Real files are those of one chain. */
const valueLimits: Readonly<Partial<Record<Syntax, number>>> = { yaml: 500_000, toml: 500_000 };

/** Characters that may begin or end a value, or be an error each. Words, white space and paths have none. */
const mark = /[^\p{L}\p{N}\p{M}\p{Zs}\r./_]/gu;

/** Throws a TooLargeError before a parser takes more memory than a run has. */
function limitValues(text: string, limit: number): void {
  let count = 0;
  for (mark.lastIndex = 0; mark.test(text); count++)
    if (count === limit) throw new TooLargeError('values', limit);
}

const loaded = new Map<Syntax, ParseForeign>();

/** Loads the parsers of some syntaxes, so that their files can be read synchronously. */
export async function loadParsers(syntaxes: Iterable<Syntax>): Promise<void> {
  for (const syntax of new Set(syntaxes)) {
    const load = loaders[syntax];
    if (load !== undefined && !loaded.has(syntax)) loaded.set(syntax, await load());
  }
}

/** The parser of a syntax that is not JSON; null for JSON. Throws unless it is loaded. */
export function getParser(syntax: Syntax): ParseForeign | null {
  if (loaders[syntax] === undefined) return null;
  const parser = loaded.get(syntax);
  if (parser === undefined) throw new Error(`the parser of ${syntax} is not loaded`);
  const limit = valueLimits[syntax];
  if (limit === undefined) return parser;
  return (text) => {
    limitValues(text, limit);
    return parser(text);
  };
}
