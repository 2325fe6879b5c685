import type { Format, Syntax } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { JsonDocument } from '../json/parse-json.js';
import { TooLargeError } from '../rules.js';

export const stdinName = '<stdin>';

/** The syntaxes by file name extension; any other file is JSON. */
const byExtension: Readonly<Record<string, Syntax>> = {
  jsonl: 'json-lines',
  ndjson: 'json-lines',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  js: 'javascript',
  mjs: 'javascript',
};

/** A TOML file may begin with a table such as `[genesis]`. */
const jsonStart = /^\s*(?:\{|\[\s*[{\]])/;

export function nameSyntax(path: string): Syntax {
  const [, extension = ''] = /\.(\w+)$/.exec(path) ?? [];
  return byExtension[extension.toLowerCase()] ?? 'json';
}

export function syntaxesOf({ syntaxes = ['json'] }: Format): readonly [Syntax, ...Syntax[]] {
  return syntaxes;
}

/**
 * How a file is written: by its format, if known, else by its name; if a format has several syntaxes, the name or else the text decides. Lines of
 * JSON, by name or from standard input, are plain entries only if the first one is an entry, since other tools write lines as well.
 */
export function chooseSyntax(path: string, format: Format | null, text: string): Syntax {
  const named = nameSyntax(path);
  if (format !== null) {
    if (path.endsWith('.json')) return 'json';
    const syntaxes = syntaxesOf(format);
    if (syntaxes.includes(named) && named !== 'json') return named;
    // The name tells nothing: the format of the file was forced.
    return syntaxes.find((syntax) => (syntax === 'json') === jsonStart.test(text)) ?? syntaxes[0];
  }
  if (named !== 'json-lines' && path !== stdinName) return named;
  return startsWithEntry(text) ? 'json-lines' : 'json';
}

/** Why a file that a command would change may only be changed by hand or by a script, by its name; null if it may be changed. */
export function describeUnchangeable(path: string): string | null {
  const syntax = nameSyntax(path);
  const format = formats.find((item) => item.unchangeable !== undefined && syntaxesOf(item).includes(syntax));
  return format?.unchangeable ?? null;
}

function startsWithEntry(text: string): boolean {
  const [first = ''] = text.trimStart().split('\n', 1);
  try {
    const value = JSON.parse(first) as JsonValue;
    return isJsonObject(value) && Object.hasOwn(value, 'kind') && Object.hasOwn(value, 'url');
  } catch {
    return false;
  }
}

/** A syntax that is not JSON. */
interface ForeignSyntax {
  readonly title: string;
  /** Called when a file of the syntax is found, since each parser is larger than all code for JSON. */
  readonly load: () => Promise<ParseForeign>;
  /** Maximum number of values and keys, if the parser takes 2 kB for each. Real files are those of one chain. */
  readonly maxValues?: number;
}

/** Throws a ForeignError or a TooLargeError. */
type ParseForeign = (text: string) => JsonDocument;

const foreignSyntaxes: Readonly<Partial<Record<Syntax, ForeignSyntax>>> = {
  yaml: { title: 'YAML', load: async () => (await import('./yaml.js')).parseYaml, maxValues: 500_000 },
  toml: { title: 'TOML', load: async () => (await import('./toml.js')).parseToml, maxValues: 500_000 },
  javascript: { title: 'JavaScript', load: async () => (await import('./javascript.js')).parseJavaScript },
};

/** Characters that may begin or end a value, or be an error each. Words, white space and paths have none. */
const mark = /[^\p{L}\p{N}\p{M}\p{Zs}\r./_]/gu;

/** Throws a TooLargeError before a parser takes more memory than a run has. */
function limitValues(text: string, limit: number): void {
  let count = 0;
  for (mark.lastIndex = 0; mark.test(text); count++)
    if (count === limit) throw new TooLargeError('values', limit);
}

const loaded = new Map<Syntax, ParseForeign>();

export async function loadParsers(syntaxes: Iterable<Syntax>): Promise<void> {
  for (const syntax of new Set(syntaxes)) {
    const load = foreignSyntaxes[syntax]?.load;
    if (load !== undefined && !loaded.has(syntax)) loaded.set(syntax, await load());
  }
}

/** The title and parser of a syntax that is not JSON; null for JSON. Throws unless it is loaded. */
export function getParser(syntax: Syntax): { readonly title: string; readonly parse: ParseForeign } | null {
  const foreign = foreignSyntaxes[syntax];
  if (foreign === undefined) return null;
  const { title, maxValues } = foreign;
  const parse = loaded.get(syntax);
  if (parse === undefined) throw new Error(`the parser of ${syntax} is not loaded`);
  if (maxValues === undefined) return { title, parse };
  return {
    title,
    parse: (text) => {
      limitValues(text, maxValues);
      return parse(text);
    },
  };
}
