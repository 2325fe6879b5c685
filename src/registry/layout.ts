import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import path, { dirname, join, type PlatformPath } from 'node:path';
import type { DirectoryView, Format, Location } from '../formats/format.js';
import { formats as allFormats } from '../formats/index.js';

/** A registry: its directory, and its format; several where it mixes files of them. */
export interface RegistryRoot {
  readonly directory: string;
  readonly formats: readonly [Format, ...Format[]];
}

/** What a file is to a registry, and in which format. */
export interface FormatLocation extends Location {
  readonly format: Format;
}

/** The best first. */
const roles = ['registered', 'list', 'misplaced', 'misnamed', 'stray-list', 'other'] as const;

/** What a file is to the formats, by its path: to the one that knows it best, of several the first. */
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
 * The registry around a directory: the nearest one upwards that a format recognises, up to the top of the git repository. A directory
 * among the files of a registry is never a separate registry, whatever a chain is called.
 */
export function findRegistry(from: string, formats: readonly Format[] = allFormats): RegistryRoot | null {
  let found: RegistryRoot | null = null;
  for (let directory = from; ; directory = dirname(directory)) {
    const [first, ...more] = recogniseRoot(directory, formats);
    const path = toSlashes(directory, from);
    const isAround = [first, ...more].some((format) => format?.layout.isReserved(path) === true);
    if (first !== undefined && (found === null || isAround)) found = { directory, formats: [first, ...more] };
    if (existsSync(join(directory, '.git')) || dirname(directory) === directory) return found;
  }
}

/** Whether there is a checkout at a directory or above it, found without running git. A submodule's and a worktree's `.git` is a file. */
export function isCheckedOut(directory: string): boolean {
  const parent = dirname(directory);
  return existsSync(join(directory, '.git')) || (parent !== directory && isCheckedOut(parent));
}

/** The directory of the registry of one format around another directory; null without one. */
export function findRoot(from: string, format: Format): string | null {
  return findRegistry(from, [format])?.directory ?? null;
}

/** The formats as a registry of which a directory can be read. */
export function recogniseRoot(directory: string, formats: readonly Format[]): readonly Format[] {
  const view = createView(directory);
  return formats.filter(({ layout }) => layout.isRoot(view));
}

/** Bytes of a file that are enough to recognise it. */
const startBytes = 4_096;

function createView(directory: string): DirectoryView {
  const own = new Map<string, readonly string[]>();
  return {
    hasDirectory: (path) => isDirectory(join(directory, path)),
    hasFile: (path) => isFile(join(directory, path)),
    list: (path) => {
      const known = own.get(path) ?? listDirectory(join(directory, path));
      own.set(path, known);
      return known;
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

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** False where there is nothing, or something else, or a link that leads to itself. */
export function isDirectory(directory: string): boolean {
  try {
    return statSync(directory).isDirectory();
  } catch {
    return false;
  }
}

/** A path relative to a directory, with forward slashes on every system; on Windows, what is on another drive stays absolute. */
export function toSlashes(directory: string, file: string, system: PlatformPath = path): string {
  const { sep } = system;
  // Most files are below the directory, where the general way takes longer.
  const top = directory.endsWith(sep) ? directory : directory + sep;
  const inside = file.startsWith(top) ? file.slice(top.length) : system.relative(directory, file);
  return sep === '/' ? inside : inside.split(sep).join('/');
}

/** Leads from the working directory to the directory that a report's paths are relative to; empty where they are the same. */
export function findPathPrefix(base: string | null, cwd: string): string {
  const prefix = base === null ? '' : toSlashes(cwd, base);
  return prefix === '' ? '' : `${prefix}/`;
}

/** What reports call a file: relative to their directory, or by the whole path where it is outside. */
export function nameFile(directory: string, file: string, system: PlatformPath = path): string {
  const inside = toSlashes(directory, file, system);
  const outside = inside.startsWith('../') || system.isAbsolute(inside);
  return outside ? file.split(system.sep).join('/') : inside;
}
