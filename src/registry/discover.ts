import { existsSync, lstatSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Format, Location } from '../formats/format.js';
import { formats } from '../formats/index.js';
import { findRegistry, isDirectory, nameFile, type RegistryRoot, toSlashes } from './layout.js';
import { suggestPath } from './suggest-path.js';
import { fileNameOf, type Hit, walkDirectory } from './walk.js';

/** A file to read. */
export interface FoundFile {
  /** Where to read it; null for standard input. */
  readonly absolute: string | null;
  /** What the report calls it: relative to the registry, with forward slashes. */
  readonly path: string;
  /** The format that its place shows; null where the content has to. */
  readonly format: Format | null;
  readonly chain: string | null;
  /** Where the registry would read it; null where it is there, or may be anywhere. */
  readonly expected: string | null;
  /** True where a directory on the way is a symbolic link, so that it is not read. */
  readonly behindLink: boolean;
}

/** The files to check, or why the paths cannot be used. */
export interface Discovery {
  /** The directory that the paths are relative to. */
  readonly base: string;
  readonly files: readonly FoundFile[];
  /** The directories that were searched, relative to the base; empty for the base itself. */
  readonly directories: readonly string[];
  /** Sentences for the user; where there is one, it is a usage error. */
  readonly usageErrors: readonly string[];
  /** True where a directory holds no registry file, as after a checkout that was forgotten. */
  readonly nothingFound: boolean;
}

/** What the report calls standard input. */
const stdinName = '<stdin>';

const exampleFile = 'chain/kava/param.json';

/**
 * Finds the registry files at the paths: files as they are, directories by the layout of their registry, `-` for standard input; without
 * paths, the registry around the working directory. Follows no symbolic link.
 */
export function discoverFiles(paths: readonly string[], { cwd }: { readonly cwd: string }): Discovery {
  const hits = new Map<string, Hit>();
  const lists: string[] = [];
  const searched: string[] = [];
  const usageErrors: string[] = [];
  let nothingFound = false;
  const search = (directory: string, registry: RegistryRoot | null, name: string) => {
    const found = walkDirectory(directory, registry);
    for (const hit of found) hits.set(hit.absolute, hit);
    searched.push(directory);
    if (found.length > 0) return;
    nothingFound = true;
    usageErrors.push(`no registry files found in ${name} (expected ${listExamples()})`);
  };

  for (const path of paths.filter((one) => one !== '-')) {
    const absolute = resolve(cwd, path);
    const stats = readStats(absolute);
    if (path === '') usageErrors.push('a path is empty');
    else if (stats === null) usageErrors.push(`${path} does not exist${suggestPath(path, cwd)}`);
    else if (stats.isDirectory()) search(absolute, findRegistry(absolute), path);
    else {
      const hit = findFile(absolute, stats);
      if (locateHit(hit)?.role === 'list') lists.push(path);
      else hits.set(absolute, hit);
    }
  }
  if (paths.length === 0) {
    const registry = findRegistry(cwd);
    if (registry !== null) search(registry.directory, registry, registry.directory);
    else {
      nothingFound = true;
      usageErrors.push(
        'no registry found: neither this directory nor one above it contains a directory "chain"; ' +
          `name a file, such as ${exampleFile}, or a directory`,
      );
    }
  }
  if (lists.length > 0 && hits.size === 0 && usageErrors.length === 0 && !paths.includes('-')) {
    const verb = lists.length === 1 ? 'holds' : 'hold';
    usageErrors.push(`${lists.join(', ')} ${verb} no endpoints; name a file such as ${exampleFile}`);
  }

  const base = chooseBase([...hits.values()], cwd);
  const files = [...hits.values()].map((hit) => describeHit(hit, base));
  if (paths.includes('-')) {
    files.push({
      absolute: null,
      path: stdinName,
      format: null,
      chain: null,
      expected: null,
      behindLink: false,
    });
  }
  const directories = searched.map((directory) => toSlashes(base, directory));
  return { base, files, directories, usageErrors, nothingFound };
}

function listExamples(): string {
  return formats.map(({ layout }) => layout.examplePath).join(' or ');
}

/** The registry that all files belong to; if there are none or several, the working directory. */
function chooseBase(hits: readonly Hit[], cwd: string): string {
  const roots = new Set(hits.map(({ registry }) => registry?.directory ?? null));
  const [root = null] = roots;
  return roots.size === 1 && root !== null ? root : cwd;
}

/** What the format of its registry knows of a file; without a registry, what any format knows of its name. */
function locateHit({ absolute, registry }: Hit): Location | null {
  if (registry !== null) return registry.format.layout.locate(toSlashes(registry.directory, absolute));
  const locations = formats.map(({ layout }) => layout.locate(basename(absolute)));
  return locations.find(({ role }) => role === 'list') ?? null;
}

function describeHit(hit: Hit, base: string): FoundFile {
  const { absolute, registry, behindLink } = hit;
  const { role = 'other', chain = null, expected = null } = locateHit(hit) ?? {};
  const format = role === 'other' ? null : (registry?.format ?? null);
  return { absolute, path: nameFile(base, absolute), format, chain, expected, behindLink };
}

/** A named file; a link to a directory is treated as the file that the directory would contain. */
function findFile(absolute: string, stats: Stats): Hit {
  const registry = findRegistry(dirname(absolute));
  const inside = join(absolute, fileNameOf(registry));
  if (stats.isSymbolicLink() && existsSync(inside)) return { absolute: inside, registry, behindLink: true };
  const behindLink = registry !== null && isBehindLink(dirname(absolute), registry.directory);
  return { absolute, registry, behindLink };
}

/** Null where nothing is, even because a file is in the way or the name is too long. */
function readStats(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** True where the directory, or one between it and the root, is a symbolic link. */
function isBehindLink(directory: string, root: string): boolean {
  return (
    directory !== root &&
    isDirectory(directory) &&
    (lstatSync(directory).isSymbolicLink() || isBehindLink(dirname(directory), root))
  );
}
