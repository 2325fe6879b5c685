import { existsSync, statSync } from 'node:fs';
import path, { dirname, join, type PlatformPath } from 'node:path';
import type { Format } from '../formats/format.js';
import { formats } from '../formats/index.js';

/** A registry: its directory and its format. */
export interface RegistryRoot {
  readonly directory: string;
  readonly format: Format;
}

/**
 * The registry around a directory: the nearest one upwards that a format recognises, up to the top of the git repository. A directory
 * among the files of a registry is never a separate registry, whatever a chain is called.
 */
export function findRegistry(from: string): RegistryRoot | null {
  let found: RegistryRoot | null = null;
  for (let directory = from; ; directory = dirname(directory)) {
    const format = recogniseRoot(directory);
    const isAround = format?.layout.isReserved(toSlashes(directory, from)) === true;
    if (format !== null && (found === null || isAround)) found = { directory, format };
    if (existsSync(join(directory, '.git')) || dirname(directory) === directory) return found;
  }
}

/** The directory of the registry around another; null without one. */
export function findRoot(from: string): string | null {
  return findRegistry(from)?.directory ?? null;
}

function recogniseRoot(directory: string): Format | null {
  const hasDirectory = (name: string) => isDirectory(join(directory, name));
  return formats.find(({ layout }) => layout.isRoot(hasDirectory)) ?? null;
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
