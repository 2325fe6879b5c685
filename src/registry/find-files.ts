import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Format } from '../formats/format.js';
import type { FileRole } from '../formats/layout.js';
import {
  decodePath,
  encodePath,
  findRegistry,
  isDirectory,
  isFile,
  locate,
  recogniseRoot,
  type RegistryRoot,
  toSlashes,
} from './layout.js';
import { mayBeMisplaced } from './misplaced.js';
import { findNearest } from '../model/describe-unknown.js';

export interface Hit {
  readonly absolute: string;
  readonly registry: RegistryRoot | null;
  readonly behindLink: boolean;
  /** True if the registry does not read it, and only its content tells whether it should. */
  readonly isCandidate: boolean;
}

const otherDirectories =
  /^(node_modules|\..*|templates?|examples?|docs?|tests?|fixtures?|schemas?|scripts?)$/;

export function fileNameOf(registry: RegistryRoot | null, formats: readonly Format[]): string {
  return basename((registry?.formats ?? formats)[0]?.layout.examplePath ?? '');
}

/**
 * Finds the registry files below a directory: those that the registry reads, lists included, and those that may be misplaced. Without a surrounding
 * registry, finds the registries below. Follows no symbolic link.
 */
export function findFiles(
  directory: string,
  registry: RegistryRoot | null,
  formats: readonly Format[],
): Hit[] {
  const entries = readDirectory(directory);
  const hit = (name: string, { behindLink = false, isCandidate = false } = {}): Hit => ({
    absolute: join(directory, name),
    registry,
    behindLink,
    isCandidate,
  });
  // Reading it then reports why the directory cannot be read.
  if (entries === null) return [hit(fileNameOf(registry, formats))];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));

  const path = registry === null ? '' : toSlashes(registry.directory, directory);
  const pathOf = (name: string) => (path === '' ? name : `${path}/${name}`);
  const judge = (name: string): FileRole =>
    locate(pathOf(name), registry?.formats ?? formats)?.role ?? 'other';
  const fileNames = (registry?.formats ?? formats).map(({ layout }) => basename(layout.examplePath));
  const findPlace = (name: string) => fileNames.find((file) => judge(`${name}/${file}`) === 'registered');
  const roles = entries.map((entry): [DirectoryEntry, FileRole] => [entry, judge(entry.name)]);
  const hits: Hit[] = [];
  for (const [entry, role] of roles) {
    const { name } = entry;
    if (entry.isDirectory()) {
      // A directory in the place of a file is an error, and the files in it are misplaced.
      if (role === 'registered' || role === 'list') hits.push(hit(name));
      if (!otherDirectories.test(name) || findPlace(name) !== undefined)
        // Not spread: as arguments, more than some ten thousand would overflow the stack.
        for (const below of findFilesBelow(join(directory, name), registry, formats)) hits.push(below);
    } else if (role === 'registered' || role === 'list') {
      hits.push(hit(name));
    } else if (entry.isSymbolicLink()) {
      const file = findPlace(name);
      // One to a file, like CLAUDE.md to AGENTS.md, hides no chain.
      if (file !== undefined && !isFile(join(directory, name)))
        hits.push(hit(join(name, file), { behindLink: true }));
    } else if (registry === null) {
      // Outside of a registry, a name that only one format has is enough.
      if (formats.some(({ layout }) => layout.fileNames?.includes(name) === true)) hits.push(hit(name));
    } else if (registry.formats.some((format) => mayBeMisplaced(pathOf(name), format))) {
      hits.push(hit(name, { isCandidate: true }));
    }
  }
  return hits;
}

function findFilesBelow(directory: string, around: RegistryRoot | null, formats: readonly Format[]): Hit[] {
  const [first, ...more] = around === null ? recogniseRoot(directory, formats) : [];
  const registry = first === undefined ? around : { directory, formats: [first, ...more] as const };
  return findFiles(directory, registry, formats);
}

type DirectoryEntry = Pick<Dirent, 'name' | 'isDirectory' | 'isFile' | 'isSymbolicLink'>;

/** Synchronous, since an asynchronous call takes longer than reading a small directory. */
function readDirectory(directory: string): DirectoryEntry[] | null {
  try {
    const path = encodePath(directory);
    const entries = readdirSync(path, { withFileTypes: true });
    // Bytes that are not UTF-8 are replaced.
    if (!entries.some(({ name }) => name.includes('\uFFFD'))) return entries;
    return readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
      name: decodePath(entry.name),
      isDirectory: () => entry.isDirectory(),
      isFile: () => entry.isFile(),
      isSymbolicLink: () => entry.isSymbolicLink(),
    }));
  } catch {
    return null;
  }
}

/** What follows "does not exist" if a path or a chain has a similar name: ` (did you mean chain/kava?)`. Otherwise empty. */
export function suggestPath(path: string, cwd: string): string {
  const near = findPath(resolve(cwd, path)) ?? findChain(path, cwd);
  if (near === null) return '';
  const name = isAbsolute(path) ? near : toSlashes(cwd, near);
  return ` (did you mean ${name}?)`;
}

/** The existing path closest to a missing one: each missing name is replaced by the closest one in its directory. */
function findPath(path: string): string | null {
  const parent = dirname(path);
  if (parent === path) return null;
  const directory = isDirectory(parent) ? parent : findPath(parent);
  if (directory === null || !isDirectory(directory)) return null;
  const name = basename(path);
  if (existsSync(join(directory, name))) return join(directory, name);
  const near = findNearest(name, readdirSync(directory));
  return near === null ? null : join(directory, near);
}

function findChain(name: string, cwd: string): string | null {
  const registry = /[/\\]/.test(name) ? null : findRegistry(cwd, undefined, cwd);
  if (registry === null) return null;
  const { directory, formats } = registry;
  const chains = new Map<string, string>();
  for (const { absolute } of findFiles(directory, registry, formats)) {
    const chain = locate(toSlashes(directory, absolute), formats)?.chain ?? null;
    if (chain !== null) chains.set(chain, dirname(absolute));
  }
  return chains.get(findNearest(name, chains.keys()) ?? '') ?? null;
}
