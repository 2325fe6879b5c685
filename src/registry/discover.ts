import { existsSync, lstatSync, realpathSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Format } from '../formats/format.js';
import { formats as allFormats } from '../formats/index.js';
import { joinChoices } from '../model/describe-unknown.js';
import {
  findRegistry,
  type FormatLocation,
  type FoundFile,
  isDirectory,
  locate,
  nameFile,
  type RegistryRoot,
  toSlashes,
  describePath,
} from './layout.js';
import type { Candidate } from './misplaced.js';
import { nameSyntax, stdinName } from './syntax/syntaxes.js';
import { fileNameOf, findFiles, type Hit, suggestPath } from './find-files.js';

export interface Discovery {
  /** The directory that the paths are relative to. */
  readonly base: string;
  readonly files: readonly FoundFile[];
  /** Those that were named are among the files too. */
  readonly candidates: readonly Candidate[];
  /** The directories that were searched, relative to the base; empty for the base itself. */
  readonly directories: readonly string[];
  /** Sentences for the user; any of them is a usage error. */
  readonly usageErrors: readonly string[];
  readonly doubts: readonly Doubt[];
}

/** A directory that only has candidates, and the usage error if none of them is misplaced. */
interface Doubt {
  readonly directory: string;
  readonly error: string;
}

export interface DiscoveryOptions {
  readonly cwd: string;
  /** Forces a format for every path; null to recognise it. */
  readonly format?: Format | null;
  /** False to leave out lists of anything but endpoints. */
  readonly lists?: boolean;
}

const exampleFile = 'chain/kava/param.json';
const standardInput = {
  absolute: null,
  path: stdinName,
  chain: null,
  expected: null,
  list: null,
  behindLink: false,
};

/**
 * Finds the registry files at the paths: files as given, directories by the layout of their registry, `-` for standard input. Without paths, the
 * registry around the working directory. Never follows symbolic links.
 */
export function discoverFiles(
  paths: readonly string[],
  { cwd, format: forced = null, lists = true }: DiscoveryOptions,
): Discovery {
  const search = new Search(cwd, forced);
  for (const path of paths.filter((argument) => argument !== '-')) search.takePath(path);
  if (paths.length === 0) search.takeSurroundings();
  const { formats, hits, usageErrors, doubts } = search;
  const base = chooseBase([...hits.values()], cwd);
  const candidates: Candidate[] = [];
  const files: FoundFile[] = [];
  for (const hit of hits.values()) {
    const file = describeHit(hit, base, formats, forced);
    const { registry, absolute } = hit;
    const path = registry === null ? '' : toSlashes(registry.directory, absolute);
    if (registry !== null && forced === null && file.format === null && file.list === null)
      candidates.push({ file, path, formats: registry.formats });
    if (!hit.isCandidate && (lists || file.list === null)) files.push(file);
  }
  if (paths.includes('-')) files.push({ ...standardInput, format: forced });
  const directories = search.directories.map((directory) => toSlashes(base, directory));
  return { base, files, candidates, directories, usageErrors, doubts };
}

class Search {
  readonly formats: readonly Format[];
  readonly hits = new Map<string, Hit>();
  readonly directories: string[] = [];
  readonly usageErrors: string[] = [];
  readonly doubts: Doubt[] = [];
  readonly #cwd: string;
  readonly #forced: Format | null;
  /** By directory, since a command line may name thousands of files. */
  readonly #registries = new Map<string, RegistryRoot | null>();

  constructor(cwd: string, forced: Format | null) {
    this.formats = forced === null ? allFormats : [forced];
    this.#cwd = cwd;
    this.#forced = forced;
  }

  takePath(path: string): void {
    const location = resolve(this.#cwd, path);
    const stats = readStats(location);
    const absolute = stats === null ? location : correctCase(location);
    if (path === '') this.usageErrors.push('a path is empty');
    else if (stats === null) this.usageErrors.push(`${path} does not exist${suggestPath(path, this.#cwd)}`);
    else if (stats.isDirectory()) this.#searchDirectory(absolute, this.#findAround(absolute), path);
    else this.hits.set(absolute, this.#describeNamed(absolute, stats));
  }

  takeSurroundings(): void {
    const registry = this.#findAround(this.#cwd);
    if (registry !== null) return this.#searchDirectory(registry.directory, registry, registry.directory);
    this.usageErrors.push(
      `no registry found: neither this directory nor one above it is in the format ${listNames(this.formats)}; ` +
        `name a file, such as ${exampleFile}, or a directory`,
    );
  }

  #searchDirectory(directory: string, registry: RegistryRoot | null, name: string): void {
    const hits = findFiles(directory, registry, this.formats);
    // A file that was named is read whatever is in it.
    for (const hit of hits)
      if (!hit.isCandidate || !this.hits.has(hit.absolute)) this.hits.set(hit.absolute, hit);
    this.directories.push(directory);
    if (hits.some(({ isCandidate }) => !isCandidate)) return;
    const hint = this.#forced === null ? '' : `; name the files to read them as ${this.#forced.name}`;
    const error = `no registry files found in ${name} (${describeExpected(registry, this.formats)})${hint}`;
    if (hits.length === 0) this.usageErrors.push(error);
    else this.doubts.push({ directory, error });
  }

  /** A file named by the user. A link to a directory stands for the file that the directory would contain. */
  #describeNamed(absolute: string, stats: Stats): Hit {
    // A script may write its entries into any directory, and their sources are relative to the working directory.
    const registry = nameSyntax(absolute) === 'json-lines' ? null : this.#findAround(dirname(absolute));
    const inside = join(absolute, fileNameOf(registry, this.formats));
    if (stats.isSymbolicLink() && existsSync(inside))
      return { absolute: inside, registry, behindLink: true, isCandidate: false };
    const behindLink = registry !== null && isBehindLink(dirname(absolute), registry.directory);
    return { absolute, registry, behindLink, isCandidate: false };
  }

  #findAround(directory: string): RegistryRoot | null {
    const registry = this.#registries.get(directory);
    if (registry !== undefined) return registry;
    const nearest = findRegistry(directory, this.formats, this.#cwd);
    this.#registries.set(directory, nearest);
    return nearest;
  }
}

function describeExpected(registry: RegistryRoot | null, formats: readonly Format[]): string {
  const [only, ...rest] = registry?.formats ?? formats;
  return only !== undefined && rest.length === 0
    ? `expected ${only.layout.examplePath}`
    : `of the format ${listNames(registry?.formats ?? formats)}`;
}

function listNames(formats: readonly Format[]): string {
  // No directory is searched for a script's output, unless its format is named.
  const ofDirectories = formats.filter(({ unchangeable }) => unchangeable === undefined);
  return joinChoices((ofDirectories.length === 0 ? formats : ofDirectories).map(({ name }) => name));
}

/** The registry that all files belong to, or the working directory if there are none or several. */
function chooseBase(hits: readonly Hit[], cwd: string): string {
  const roots = new Set(hits.map(({ registry }) => registry?.directory ?? null));
  const [root = null] = roots;
  return roots.size === 1 && root !== null ? root : cwd;
}

/** The role of a file in the registry's formats; without a registry, what any format can tell from its name. */
function locateHit({ absolute, registry }: Hit, formats: readonly Format[]): FormatLocation | null {
  if (registry !== null)
    return locate(describePath(toSlashes(registry.directory, absolute)), registry.formats);
  // Outside a registry no file is misplaced, but its name may belong to one format only.
  const location = locate(basename(absolute), formats);
  return location === null || location.role === 'other' ? null : { ...location, chain: null };
}

function describeHit(hit: Hit, base: string, formats: readonly Format[], forced: Format | null): FoundFile {
  const { absolute, behindLink } = hit;
  const location = locateHit(hit, formats);
  const { chain = null, list = null } = location ?? {};
  const format = location === null || location.role === 'other' ? forced : location.format;
  const path = describePath(nameFile(base, absolute));
  return { absolute, path, format, chain, expected: null, list, behindLink };
}

/** Null if nothing can be found there, even because a parent is a file or the name is too long. */
function readStats(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/**
 * The path as the file system spells it. On Windows and macOS a name in other case is the same file, which must be read only once and compared
 * with itself by `--since`. A path that leads through links stays unchanged.
 */
function correctCase(path: string): string {
  // On other systems, a name that differs only in case may be a link.
  if (process.platform !== 'win32' && process.platform !== 'darwin') return path;
  try {
    const real = realpathSync.native(path);
    return real.toLowerCase() === path.toLowerCase() ? real : path;
  } catch {
    return path;
  }
}

/** Whether the directory, or one between it and the root, is a symbolic link. */
function isBehindLink(directory: string, root: string): boolean {
  return (
    directory !== root &&
    isDirectory(directory) &&
    (lstatSync(directory).isSymbolicLink() || isBehindLink(dirname(directory), root))
  );
}
