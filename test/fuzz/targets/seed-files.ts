import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** A file of the fixtures. */
export interface SeedFile {
  readonly path: string;
  readonly text: string;
}

/** Files below a directory with such names, the smallest first: short inputs are tried fastest. */
export function listSeedFiles(directory: string, ending: string, count: number): readonly SeedFile[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({ path: path.split(sep).join('/'), size: statSync(join(directory, path)).size }))
    .sort((a, b) => a.size - b.size || (a.path < b.path ? -1 : 1))
    .slice(0, count)
    .map(({ path }) => ({ path, text: readFileSync(join(directory, path), 'utf8') }));
}
