import { existsSync, statSync } from 'node:fs';
import path, { dirname, join, type PlatformPath } from 'node:path';

/** Where a file stands in a registry. */
export interface Location {
  readonly chain: string | null;
  /** Where the registry would read it, where it stands elsewhere. */
  readonly expected: string | null;
}

/**
 * The nearest directory, upwards from here, that holds a directory `chain`; the top of a repository ends the search. A directory below the `chain` of
 * another is none: whatever chains are called, the registry around them stays the same.
 */
export function findRoot(from: string): string | null {
  let root: string | null = null;
  for (let directory = from; ; directory = dirname(directory)) {
    const isAround = toSlashes(directory, from).split('/')[0] === 'chain';
    if ((root === null || isAround) && isDirectory(join(directory, 'chain'))) root = directory;
    if (existsSync(join(directory, '.git')) || dirname(directory) === directory) return root;
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
  // Most files are below the directory; to find that out takes longer in general.
  const top = directory.endsWith(sep) ? directory : directory + sep;
  const inside = file.startsWith(top) ? file.slice(top.length) : system.relative(directory, file);
  return sep === '/' ? inside : inside.split(sep).join('/');
}

/** Leads from the working directory to the directory that a report's paths are relative to; empty where they are the same. */
export function findPathPrefix(base: string | null, cwd: string): string {
  const path = base === null ? '' : toSlashes(cwd, base);
  return path === '' ? '' : `${path}/`;
}

/** How the report calls a file: relative to its directory, or by the whole path where it is outside of that, since ../../.. says nothing. */
export function nameFile(directory: string, file: string, system: PlatformPath = path): string {
  const inside = toSlashes(directory, file, system);
  const outside = inside.startsWith('../') || system.isAbsolute(inside);
  return outside ? file.split(system.sep).join('/') : inside;
}

/**
 * Judges where a file of a registry stands, by its path relative to the root. The registry reads `chain/<chain>/<fileName>`;
 * a file with another name is at home in any chain's directory and, as a draft, outside of `chain/`.
 */
export function locate(file: string, fileName: string): Location {
  const parts = file.split('/');
  const name = parts.at(-1) ?? '';
  const inChains = parts[0] === 'chain';
  if (inChains && parts.length === 3) return { chain: parts[1] ?? null, expected: null };
  if (!inChains && name !== fileName) return { chain: null, expected: null };
  const chain = (inChains ? parts.slice(1, -1)[0] : parts.at(-2)) ?? null;
  return { chain: inChains ? chain : null, expected: `chain/${chain ?? '<chain>'}/${name}` };
}
