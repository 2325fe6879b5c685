import { type Dirent, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { findRoot, isDirectory, locate, nameFile, toSlashes } from './layout.js';

/** A file to read. */
export interface FoundFile {
  /** Where to read it; null for standard input. */
  readonly absolute: string | null;
  /** How the report calls it: relative to the registry, with forward slashes. */
  readonly path: string;
  readonly chain: string | null;
  /** Where the registry would read it, where it stands elsewhere. */
  readonly expected: string | null;
  /** True where a directory on the way is a symbolic link, so that it is not read. */
  readonly behindLink: boolean;
}

/** The files to check, or what is wrong with the paths that were given. */
export interface Discovery {
  /** The directory that the paths are relative to. */
  readonly base: string;
  readonly files: readonly FoundFile[];
  /** The directories that were searched, relative to the base; empty for the base itself. */
  readonly directories: readonly string[];
  /** Sentences for the user; where there is one, the paths are wrong usage. */
  readonly usageErrors: readonly string[];
}

/** How the report calls standard input. */
const stdinName = '<stdin>';

interface Hit {
  readonly absolute: string;
  readonly root: string | null;
  readonly behindLink: boolean;
  /** True where the name is near the one that the registry reads, and nothing of that name is beside it. */
  readonly misnamed?: boolean;
}

/**
 * Finds the registry files at the paths: files as they are, directories by their `fileName`, `-` for standard input; without
 * paths, the registry around the working directory. No symbolic link is followed.
 */
export function discoverFiles(
  paths: readonly string[],
  { cwd, fileName }: { readonly cwd: string; readonly fileName: string },
): Discovery {
  const hits = new Map<string, Hit>();
  const usageErrors: string[] = [];
  const searched: string[] = [];
  for (const path of paths.filter((path) => path !== '-')) {
    const found = findAt(resolve(cwd, path), path, fileName);
    if (typeof found === 'string') usageErrors.push(found);
    else for (const hit of found) hits.set(hit.absolute, hit);
    if (isDirectory(resolve(cwd, path))) searched.push(resolve(cwd, path));
  }
  if (paths.length === 0) {
    const root = findRoot(cwd);
    if (root === null) {
      usageErrors.push(
        `there is no registry here: neither this directory nor one above it holds a directory "chain"; ` +
          `name a file (like chain/kava/${fileName}) or a directory`,
      );
    } else {
      for (const hit of listDirectory(root, root, fileName)) hits.set(hit.absolute, hit);
      searched.push(root);
      if (hits.size === 0) usageErrors.push(`the registry at ${root} holds no chain/<chain>/${fileName}`);
    }
  }
  const base = chooseBase([...hits.values()], cwd);
  const files = [...hits.values()].map((hit) => describeHit(hit, base, fileName));
  if (paths.includes('-')) {
    files.push({ absolute: null, path: stdinName, chain: null, expected: null, behindLink: false });
  }
  return { base, files, directories: searched.map((directory) => toSlashes(base, directory)), usageErrors };
}

/** The registry that all files belong to; where there is not one but none or several, the working directory. */
function chooseBase(hits: readonly Hit[], cwd: string): string {
  const roots = new Set(hits.map(({ root }) => root));
  const [root = null] = roots;
  return roots.size === 1 && root !== null ? root : cwd;
}

function describeHit(
  { absolute, root, behindLink, misnamed }: Hit,
  base: string,
  fileName: string,
): FoundFile {
  const path = nameFile(base, absolute);
  const { chain, expected } =
    root === null
      ? { chain: null, expected: null }
      : locate(root === base ? path : toSlashes(root, absolute), fileName);
  const meant = misnamed === true && chain !== null ? `chain/${chain}/${fileName}` : null;
  return { absolute, path, chain, expected: meant ?? expected, behindLink };
}

function findAt(absolute: string, given: string, fileName: string): Hit[] | string {
  if (given === '') return 'a path is empty';
  const stats = readStats(absolute);
  if (stats === null) return `${given} does not exist`;
  if (!stats.isDirectory()) {
    const root = findRoot(dirname(absolute));
    const inside = join(absolute, fileName);
    if (stats.isSymbolicLink() && existsSync(inside)) return [{ absolute: inside, root, behindLink: true }];
    return [{ absolute, root, behindLink: root !== null && isBehindLink(dirname(absolute), root) }];
  }
  const found = listDirectory(absolute, findRoot(absolute), fileName);
  return found.length > 0 ? found : `${given} is a directory and holds no ${fileName}`;
}

/** Null where nothing is, be it that a file stands on the way or that the name is too long for one. */
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
    directory !== root && (lstatSync(directory).isSymbolicLink() || isBehindLink(dirname(directory), root))
  );
}

/** Folders of a repository in which a file of the name is a template or a test, not a misplaced one. */
const otherFolders = /^(node_modules|\..*|templates?|examples?|docs?|tests?|fixtures?|schemas?|scripts?)$/;

function listDirectory(directory: string, root: string | null, fileName: string): Hit[] {
  const entries = readDirectory(directory);
  // Whoever reads the file in a directory that may not be listed is told why it cannot be read.
  if (entries === null) return [{ absolute: join(directory, fileName), root, behindLink: false }];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const inChains = basename(directory) === 'chain';
  const isChain = root !== null && dirname(directory) === join(root, 'chain');
  const misnamed = isChain ? findMisnamed(entries, fileName) : null;
  return entries.flatMap((entry): Hit[] => {
    const absolute = join(directory, entry.name);
    if (entry.name === fileName) return listFile(entry, absolute, root, fileName);
    if (entry === misnamed) return [{ absolute, root, behindLink: false, misnamed: true }];
    if (entry.isDirectory()) {
      return inChains || !otherFolders.test(entry.name) ? listDirectory(absolute, root, fileName) : [];
    }
    return inChains && entry.isSymbolicLink()
      ? [{ absolute: join(absolute, fileName), root, behindLink: true }]
      : [];
  });
}

/** The file of a chain's directory that was probably meant to be the one of the name (`params.json`), null where that is there. */
function findMisnamed(entries: readonly Dirent[], fileName: string): Dirent | null {
  // Every short name is near some other.
  if (fileName.length < 6 || entries.some(({ name }) => name === fileName)) return null;
  const isNear = ({ name }: Dirent) => distance(name.toLowerCase(), fileName.toLowerCase()) <= 1;
  return entries.find((entry) => entry.isFile() && isNear(entry)) ?? null;
}

/** Waits for the disk, as the reading of files does: a trip to another thread takes longer than a small directory. */
function readDirectory(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** A directory of the file's name is looked into, and is itself a hit where it stands in for a chain's file. */
function listFile(entry: Dirent, absolute: string, root: string | null, fileName: string): Hit[] {
  if (!entry.isDirectory()) return [{ absolute, root, behindLink: false }];
  const inside = listDirectory(absolute, root, fileName);
  const { expected } = locate(toSlashes(root ?? dirname(absolute), absolute), basename(absolute));
  return root !== null && expected === null ? [{ absolute, root, behindLink: false }, ...inside] : inside;
}
