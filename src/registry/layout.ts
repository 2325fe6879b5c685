import { closeSync, existsSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs';
import path, { basename, dirname, join, type PlatformPath } from 'node:path';
import type { Format } from '../formats/format.js';
import type { DirectoryView, Layout, Location } from '../formats/layout.js';
import type { ListDefinition } from '../formats/list-definition.js';
import { formats as allFormats } from '../formats/index.js';
import { isUtf8 } from 'node:buffer';

export interface RegistryRoot {
  readonly directory: string;
  readonly formats: readonly [Format, ...Format[]];
}

export interface FormatLocation extends Location {
  readonly format: Format;
}

export interface FoundFile {
  /** Absolute path; null for standard input. */
  readonly absolute: string | null;
  /** Path in the report: relative to the registry, with forward slashes. */
  readonly path: string;
  /** The format that its path implies; null if only the content can tell. */
  readonly format: Format | null;
  readonly chain: string | null;
  /** The path at which the registry would read it; null if it is there already, or any path will do. */
  readonly expected: string | null;
  readonly list: ListDefinition | null;
  /** True if one of its directories is a symbolic link, so that it is not read. */
  readonly behindLink: boolean;
}

/** Best first. */
const roles = ['registered', 'list', 'stray-list', 'other'] as const;

/** The role of a file by its path, in the format that knows it best; the first of several. */
export function locate(path: string, formats: readonly Format[]): FormatLocation | null {
  let best: FormatLocation | null = null;
  for (const format of formats) {
    const location = format.layout.locate(path);
    if (best === null || roles.indexOf(location.role) < roles.indexOf(best.role))
      best = { ...location, format };
  }
  return best;
}

/**
 * Finds the registry around a directory: the nearest parent that a format recognises, within the git repository. A directory among the files of
 * a registry is never a separate registry, whatever its chain is called. Outside of a git repository, a directory above the working directory `cwd` is
 * one only if `from` is among its chains, or it has a directory for them: a file that somebody saved in ~/Downloads does not make a registry of ~.
 */
export function findRegistry(
  from: string,
  formats: readonly Format[] = allFormats,
  cwd: string | null = null,
): RegistryRoot | null {
  let root: RegistryRoot | null = null;
  const isBounded = cwd === null || isCheckedOut(from);
  for (let directory = from; ; directory = dirname(directory)) {
    const isAbove = !isBounded && directory !== cwd && cwd.startsWith(join(directory, '/'));
    const [first, ...more] = recogniseRoot(directory, formats).filter(
      (format) => !isAbove || leadsTo(directory, from, format),
    );
    const path = toSlashes(directory, from);
    const isAround = [first, ...more].some(
      (format) =>
        format !== undefined && (isReserved(path, format.layout) || isOfChain(directory, root, format)),
    );
    if (first !== undefined && (root === null || isAround)) root = { directory, formats: [first, ...more] };
    if (existsSync(join(directory, '.git')) || dirname(directory) === directory) return root;
  }
}

/** Whether a path belongs to the files of the registry, so that no other registry can start there. */
export function isReserved(
  path: string,
  { trees, reserved = trees.filter((tree) => tree !== '') }: Layout,
): boolean {
  return reserved.some((directory) => path === directory || isBelow(path, directory));
}

/** Whether a path is below a directory, both with forward slashes; the empty one contains all. */
export function isBelow(file: string, directory: string): boolean {
  return directory === '' || file.startsWith(`${directory}/`);
}

/**
 * Whether a directory is a registry with a path below it among its files: there is a chain whose file does not name another one, or there are others
 * beside it.
 */
function leadsTo(directory: string, from: string, { layout }: Format): boolean {
  const path = toSlashes(directory, from);
  // Only a format whose files may be in any directory is recognised by a single one.
  if (!layout.trees.includes('') || isReserved(path, layout)) return true;
  const [top = ''] = path.split('/');
  const file = join(directory, top, basename(layout.examplePath));
  if (!isFile(file)) return false;
  const [, name = top] = /"chain_name"\s*:\s*"([^"]*)"/.exec(readStart(file)) ?? [];
  return name === top || layout.isRoot(createView(directory, top));
}

/** Whether what looks like a registry is the directory of a chain in the registry around it. */
function isOfChain(directory: string, inner: RegistryRoot | null, { layout }: Format): boolean {
  if (inner === null) return false;
  const path = `${toSlashes(directory, inner.directory)}/${basename(layout.examplePath)}`;
  return layout.locate(path).role === 'registered' && isFile(join(directory, path));
}

/** Whether a directory is inside a git checkout, found without running git. In submodules and worktrees `.git` is a file. */
export function isCheckedOut(directory: string): boolean {
  const parent = dirname(directory);
  return existsSync(join(directory, '.git')) || (parent !== directory && isCheckedOut(parent));
}

export function findRoot(from: string, format: Format): string | null {
  return findRegistry(from, [format])?.directory ?? null;
}

export function recogniseRoot(directory: string, formats: readonly Format[]): readonly Format[] {
  const view = createView(directory);
  return formats.filter(({ layout }) => layout.isRoot(view));
}

/** Bytes of a file that suffice to recognise it. */
const startBytes = 4_096;

/** A view of a directory, in which a subdirectory may be left out. */
function createView(directory: string, without: string | null = null): DirectoryView {
  const lists = new Map<string, readonly string[]>();
  return {
    hasDirectory: (path) => isDirectory(join(directory, path)),
    hasFile: (path) => isFile(join(directory, path)),
    list: (path) => {
      const names = lists.get(path) ?? listDirectory(join(directory, path));
      lists.set(path, names);
      return path === '' ? names.filter((name) => name !== without) : names;
    },
    readStart: (path) => readStart(join(directory, path)),
  };
}

function listDirectory(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return [];
  }
}

function readStart(file: string): string {
  if (!isFile(file)) return '';
  try {
    const descriptor = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(startBytes);
      return bytes.toString('utf8', 0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return '';
  }
}

export function isFile(path: string): boolean {
  return readStats(path)?.isFile() === true;
}

export function isDirectory(path: string): boolean {
  return readStats(path)?.isDirectory() === true;
}

function readStats(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** A path relative to a directory, with forward slashes on every system. On Windows, a path on another drive stays absolute. */
export function toSlashes(directory: string, file: string, system: PlatformPath = path): string {
  const { sep } = system;
  // Most files are below the directory, and `relative` is slower.
  const top = directory.endsWith(sep) ? directory : directory + sep;
  const inside = file.startsWith(top) ? file.slice(top.length) : system.relative(directory, file);
  return sep === '/' ? inside : inside.split(sep).join('/');
}

/** Path from the working directory to the directory that a report's paths are relative to, with a trailing slash; empty if they are the same. */
export function findPathPrefix(base: string | null, cwd: string): string {
  const prefix = base === null ? '' : toSlashes(cwd, base);
  return prefix === '' ? '' : `${prefix}/`;
}

/** Path of a file in reports: relative to their directory, or absolute if it is outside. */
export function nameFile(directory: string, file: string, system: PlatformPath = path): string {
  const inside = toSlashes(directory, file, system);
  const outside = inside.startsWith('../') || system.isAbsolute(inside);
  return outside ? file.split(system.sep).join('/') : inside;
}

/**
 * Decodes a name or path. Bytes that are not UTF-8 become halves of surrogate pairs, which no UTF-8 has, so that `encodePath` finds the file again, as
 * PEP 383 does.
 */
export function decodePath(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((size) => isUtf8(bytes.subarray(at, at + size))) ?? 0;
    text +=
      length === 0 ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : bytes.toString('utf8', at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

export function isUtf8Path(path: string): boolean {
  return !/\p{Surrogate}/u.test(path);
}

const half = /\p{Surrogate}/gu;

export function encodePath(path: string): string | Buffer {
  if (isUtf8Path(path)) return path;
  const parts = path.split(/(\p{Surrogate})/u);
  return Buffer.concat(
    parts.map((part) => (isUtf8Path(part) ? Buffer.from(part) : Buffer.of(part.charCodeAt(0) & 0xff))),
  );
}

/** The path as reports write it, in which each byte that is not UTF-8 is `\xe9`. */
export function describePath(path: string): string {
  return path.replaceAll(half, (byte) => `\\x${(byte.charCodeAt(0) & 0xff).toString(16)}`);
}
