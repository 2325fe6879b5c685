import { existsSync, statSync } from 'node:fs';
import path, { dirname, join, type PlatformPath } from 'node:path';

/** Where a file stands in a registry. */
export interface Location {
  readonly chain: string | null;
  /** Where the registry would read it, where it stands elsewhere. */
  readonly expected: string | null;
}

/**
 * The nearest folder, upwards from here, that holds a folder `chain`; the top of a repository ends the search. A folder below the `chain` of
 * another is none: whatever chains are called, the registry around them stays the same.
 */
export function findRoot(from: string): string | null {
  let root: string | null = null;
  for (let folder = from; ; folder = dirname(folder)) {
    const isAround = toSlashes(folder, from).split('/')[0] === 'chain';
    if ((root === null || isAround) && isFolder(join(folder, 'chain'))) root = folder;
    if (existsSync(join(folder, '.git')) || dirname(folder) === folder) return root;
  }
}

/** False where there is nothing, or something else, or a link that leads to itself. */
export function isFolder(folder: string): boolean {
  try {
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/** A path relative to a folder, with forward slashes on every system; on Windows, what is on another drive stays absolute. */
export function toSlashes(folder: string, file: string, system: PlatformPath = path): string {
  const { sep } = system;
  // Most files are below the folder; to find that out takes longer in general.
  const top = folder.endsWith(sep) ? folder : folder + sep;
  const inside = file.startsWith(top) ? file.slice(top.length) : system.relative(folder, file);
  return sep === '/' ? inside : inside.split(sep).join('/');
}

/** Leads from the working folder to the folder that a report's paths are relative to; empty where they are the same. */
export function findPathPrefix(base: string | null, cwd: string): string {
  const path = base === null ? '' : toSlashes(cwd, base);
  return path === '' ? '' : `${path}/`;
}

/** How the report calls a file: relative to its folder, or by the whole path where it is outside of that, since ../../.. says nothing. */
export function nameFile(folder: string, file: string, system: PlatformPath = path): string {
  const inside = toSlashes(folder, file, system);
  const outside = inside.startsWith('../') || system.isAbsolute(inside);
  return outside ? file.split(system.sep).join('/') : inside;
}

/**
 * Judges where a file of a registry stands, by its path relative to the root. The registry reads `chain/<chain>/<fileName>`;
 * a file with another name is at home in any chain's folder and, as a draft, outside of `chain/`.
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
