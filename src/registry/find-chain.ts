import { lstatSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Format, readText } from '../formats/format.js';
import { formats } from '../formats/index.js';
import { joinChoices, suggestNearest } from '../model/describe-unknown.js';
import { type FileChain, findChains } from './chains.js';
import type { RegistryDocument } from './document.js';
import { type FoundFile, isDirectory, recogniseRoot } from './layout.js';
import type { Registry } from './load.js';
import { parseDocument } from './parse-file.js';

export interface ChainFile {
  readonly file: FoundFile;
  readonly format: Format;
  readonly document: RegistryDocument;
  readonly chain: FileChain;
}

/** Precedes the number of an EVM chain (https://namespaces.chainagnostic.org/eip155/caip2); a file name may have `-` for `:`. */
const eip155Prefix = /^eip155[-:]/;

/** A file may contain hundreds of chains. */
const candidatesShown = 10;

/**
 * Finds a chain by its directory, its path, the stem of its file name, the number in `eip155-250`, or the name in the file. Of several files of
 * one chain, chooses the one for new entries. Returns a sentence for the user if there is none, or more than one.
 */
export function findChain(
  { base, loaded }: Pick<Registry, 'base' | 'loaded'>,
  name: string,
): ChainFile | string {
  const texts = new Map(loaded.map(({ path, text }) => [path, text]));
  const locations = loaded.map(({ location }) => location);
  const files = locations.filter(({ list, expected }) => list === null && expected === null);
  const meant = name.replace(/\/+$/, '');
  const byPath = files.filter(({ path, chain }) => [path, posix.dirname(path), chain].includes(meant));
  const named = byPath.length > 0 ? byPath : files.filter((file) => hasStem(file, meant));
  const preferred = choosePreferred(named.length > 0 ? named : files);
  const chains = preferred.flatMap((file) => readChains(file, texts.get(file.path) ?? null));
  const called = chains.filter(({ chain }) => chain.name === meant);
  const described = chains.filter(({ chain }) => readText(chain.value, 'chain_name') === meant);
  // A path stands for all chains of its file.
  const matching = named.length > 0 ? chains : called.length > 0 ? called : described;
  const [first, ...rest] = matching;
  if (first === undefined)
    return (
      (named.length > 0 ? null : describeEmpty(base, locations, meant)) ??
      describeMissing(meant, named.length > 0 ? preferred : [], files, chains)
    );
  if (rest.length === 0) return first;
  const candidates = [...new Set(matching.map(describeCandidate))];
  const more = candidates.length - candidatesShown;
  const sample = candidates.slice(0, candidatesShown).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return `"${meant}" is several chains: name one of ${sample}`;
}

function hasStem({ path, format }: FoundFile, name: string): boolean {
  // A format with a directory for each chain has the same name for all files.
  if (format?.layout.examplePath.includes('<chain>/') === true) return false;
  const stem = posix.parse(path).name;
  return stem === name || stem.replace(eip155Prefix, '') === name;
}

function choosePreferred(files: readonly FoundFile[]): readonly FoundFile[] {
  const rank = ({ path, format }: FoundFile) => format?.layout.fileNames?.indexOf(posix.basename(path)) ?? 0;
  return files.filter((file) =>
    files.every(
      (candidate) =>
        posix.dirname(candidate.path) !== posix.dirname(file.path) ||
        file.format?.layout.fileNames === undefined ||
        rank(file) <= rank(candidate),
    ),
  );
}

function readChains(file: FoundFile, text: string | null): readonly ChainFile[] {
  const { format } = file;
  const document = text === null ? null : parseDocument(file, text);
  if (format === null || document === null) return [];
  return findChains(document, format).map((chain) => ({ file, format, document, chain }));
}

function describeCandidate({ file, chain }: ChainFile): string {
  return chain.pointer === '' ? file.path : `${chain.name ?? chain.pointer} (${file.path})`;
}

/** A chain directory that lacks its file; null if there is none, or no format has one directory per chain. */
function describeEmpty(base: string, files: readonly FoundFile[], name: string): string | null {
  for (const { layout } of recogniseRoot(base, formats)) {
    const example = posix.dirname(layout.examplePath);
    if (!example.endsWith('<chain>')) continue;
    const parents = new Set(
      [example, ...files.map(({ path }) => posix.dirname(path))].map((path) => posix.dirname(path)),
    );
    const file = posix.basename(layout.examplePath);
    for (const directory of [name, ...[...parents].map((parent) => posix.join(parent, name))]) {
      const path = posix.join(directory, file);
      if (layout.locate(path).role === 'registered' && isDirectory(join(base, directory)))
        return `${directory} has no ${file}: make ${path}, with {} at least`;
    }
  }
  return null;
}

function isLinked({ absolute, behindLink }: FoundFile): boolean {
  const stats = absolute === null ? undefined : lstatSync(absolute, { throwIfNoEntry: false });
  return behindLink || stats?.isSymbolicLink() === true;
}

/** Where the file of a chain that is not listed yet goes; empty if its name, or the format, does not tell. */
function describeNew(name: string, files: readonly FoundFile[]): string {
  const [example = ''] = files.flatMap(({ format }) => format?.layout.examplePath ?? []);
  const path = example.replace('<chain>', name);
  return !/^[\w-]+$/.test(name) || path === example || path.includes('<')
    ? ''
    : `; for a new chain, make ${path} first`;
}

function describeMissing(
  name: string,
  named: readonly FoundFile[],
  files: readonly FoundFile[],
  chains: readonly ChainFile[],
): string {
  const [broken] = named;
  if (broken !== undefined && isLinked(broken))
    return `${broken.path} cannot be read, since it or a directory above it is a symbolic link: replace the link with the file itself`;
  if (broken !== undefined) return `${broken.path} cannot be read: run endpoint-check --fix ${broken.path}`;
  const names = new Set([
    ...files.flatMap(({ chain }) => chain ?? []),
    ...chains.flatMap(({ chain }) => chain.name ?? []),
  ]);
  const near = suggestNearest(name, names);
  const [example = ''] = names;
  const expected =
    names.size <= 10
      ? joinChoices([...names])
      : `the directory, the file or the name of a chain, such as ${example}`;
  return `unknown chain "${name}"${near === '' ? `: expected ${expected}${describeNew(name, files)}` : near}`;
}
