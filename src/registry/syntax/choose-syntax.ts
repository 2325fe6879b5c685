import type { Format, Syntax } from '../../formats/format.js';
import { formats } from '../../formats/index.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';

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
