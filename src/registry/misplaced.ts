import { basename, dirname } from 'node:path/posix';
import type { Format } from '../formats/format.js';
import { isJsonObject, type JsonValue } from '../model/json.js';
import { findNearest } from '../model/describe-unknown.js';
import type { JsonNode } from './json/json-node.js';
import { type FoundFile, isBelow, isReserved } from './layout.js';
import { parseFile } from './parse-file.js';
import { findMatches } from './document.js';
import { readRegistryFile } from './read-file.js';
import { loadParsers, nameSyntax, syntaxesOf } from './syntax/syntaxes.js';

/** Directories in which a file that looks like one of the registry is a template or a test. */
const otherDirectories =
  /^(node_modules|[._].*|templates?|examples?|docs?|tests?|testdata|fixtures?|schemas?|scripts?)$/;

/** How contributors write data, also by mistake. A file that is switched off, such as `kava.json.disabled`, is none. */
const dataName = /^[^.]*$|\.(json\w?|jsn|txt|ya?ml|toml|[cm]?[jt]s)$/i;

export interface Candidate {
  readonly file: FoundFile;
  readonly path: string;
  readonly formats: readonly Format[];
}

export async function findMisplaced(candidates: readonly Candidate[]): Promise<readonly FoundFile[]> {
  const misplaced: FoundFile[] = [];
  for (const { file, path, formats } of candidates) {
    const possible = formats.filter((format) => mayBeMisplaced(path, format));
    if (file.absolute === null || file.behindLink || possible.length === 0) continue;
    const { text } = readRegistryFile(file.absolute);
    for (const format of text === null ? [] : possible) {
      const expected = await findRightPath(path, text ?? '', format);
      if (expected === null) continue;
      misplaced.push({ ...file, format, expected });
      break;
    }
  }
  return misplaced;
}

/** Whether a file that the format does not read may be a misplaced one, by its path: what is in it decides. */
export function mayBeMisplaced(path: string, format: Format): boolean {
  const { layout } = format;
  if (!dataName.test(basename(path)) || layout.locate(path).role !== 'other') return false;
  const directories = path.split('/').slice(0, -1);
  const own = isReserved(path, layout) ? directories.slice(1) : directories;
  return (
    !own.some((name) => otherDirectories.test(name)) && (isInTree(path, format) || isNamedAlike(path, format))
  );
}

/** The path at which the registry would read the file; null if the file has nothing to do with the format. */
async function findRightPath(path: string, text: string, format: Format): Promise<string | null> {
  if (!listPattern(format).test(text)) return null;
  const syntaxes = new Set([nameSyntax(path), ...syntaxesOf(format)]);
  await loadParsers(syntaxes);
  const documents = [...syntaxes].map(
    (syntax) => parseFile({ text, problem: null }, { syntax, faultLimit: 1 }).document,
  );
  const document = documents.find((parsed) => parsed !== null);
  if (document === undefined) {
    // Programs stand beside the files of a registry in JavaScript, and any text may quote one.
    const named = nameSyntax(path);
    const isData =
      syntaxesOf(format).includes(named) &&
      named !== 'javascript' &&
      (named !== 'json' || /^\s*[{[]/.test(text));
    return isData || isNamedAlike(path, format) ? writePath(path, null, format) : null;
  }
  const { value, tree } = document;
  return format.findMisfit(value) === null && hasLists(value, tree, format)
    ? writePath(path, value, format)
    : null;
}

function isInTree(path: string, { layout: { trees } }: Format): boolean {
  return !path.includes('/') || trees.some((tree) => isBelow(path, tree));
}

/** Whether a name begins as those of the format do: `eip155_5.json` as `eip155-<id>.json`. */
function isNamedAlike(path: string, { layout }: Format): boolean {
  const stems = [layout.examplePath, layout.choosePlace?.(path, null) ?? '']
    .map(stemOf)
    .filter((stem) => stem !== '');
  return stems.includes(stemOf(path)) || findNearest(stemOf(path), stems) !== null;
}

/** The letters and digits with which a name begins, in lower case; none if it begins with that of a chain. */
function stemOf(path: string): string {
  const [stem = ''] = /^[a-z\d]*/i.exec(basename(path)) ?? [];
  return stem.toLowerCase();
}

/** Finds the name of a list, or of the object that holds it, where it is a field. Cheaper than parsing, and works if the file does not parse. */
function listPattern({ lists }: Format): RegExp {
  const names = new Set(lists.map(({ pointer }) => pointer.split('/')[1] ?? ''));
  return new RegExp(`(?:^|[\\s{,"'])(?:${[...names].join('|')})["']?\\s*[:=]`, 'm');
}

function hasLists(value: JsonValue, tree: JsonNode, { lists, chains, chainsOf }: Format): boolean {
  return findMatches(tree, chainsOf?.(value) ?? chains).some(({ node }) =>
    lists.some(({ pointer }) => findMatches(node, pointer).length > 0),
  );
}

function writePath(path: string, content: JsonValue, format: Format): string {
  const { examplePath, choosePlace } = format.layout;
  const { chainId = '' } = isJsonObject(content) ? content : {};
  const [id = '<id>'] =
    /\d+(?="?$)/.exec(JSON.stringify(chainId)) ?? /\d+(?=\D*$)/.exec(basename(path)) ?? [];
  return (choosePlace?.(path, content) ?? examplePath)
    .replace('<id>', () => id)
    .replace('<chain>', () => nameChain(path, content, format));
}

/** The name in the file, else that of its directory if each chain has one, else that of the file. */
function nameChain(path: string, content: JsonValue, { layout, readChain }: Format): string {
  const { name = null } = readChain?.(content, null) ?? {};
  const [tree = ''] = layout.trees;
  const [directory = ''] =
    tree !== '' && isBelow(path, tree)
      ? dirname(path.slice(tree.length + 1)).split('/')
      : [basename(dirname(path))];
  const stem = stemOf(path) === stemOf(layout.examplePath) ? '' : basename(path).replace(/\..*$/, '');
  const names = [name, layout.examplePath.includes('<chain>/') ? directory : '', stem];
  return names.find((candidate) => candidate !== null && candidate !== '' && candidate !== '.') ?? '<chain>';
}
