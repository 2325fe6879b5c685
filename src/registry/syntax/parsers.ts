import type { Syntax } from '../../formats/format.js';
import type { JsonDocument } from '../json/parse-json.js';
import type { ForeignFault } from './foreign-tree.js';

/** Parses a text that is not JSON into the same tree as JSON. */
type ParseForeign = (text: string) => JsonDocument | ForeignFault;

/** The name of a syntax that is not JSON, in messages. */
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
  return parser;
}
