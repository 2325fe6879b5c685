import { type Dirent, existsSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { findRoot, isFolder, locate, nameFile, toSlashes } from './layout.js';

/** A file to read. */
export interface FoundFile {
  /** Where to read it; null for standard input. */
  readonly absolute: string | null;
  /** How the report calls it: relative to the registry, with forward slashes. */
  readonly path: string;
  readonly chain: string | null;
  /** Where the registry would read it, where it stands elsewhere. */
  readonly expected: string | null;
  /** True where a folder on the way is a symbolic link, so that it is not read. */
  readonly behindLink: boolean;
}

/** The files to check, or what is wrong with the paths that were given. */
export interface Discovery {
  /** The folder that the paths are relative to. */
  readonly base: string;
  readonly files: readonly FoundFile[];
  /** The folders that were searched, relative to the base; empty for the base itself. */
  readonly folders: readonly string[];
  /** Sentences for the user; where there is one, the paths are wrong usage. */
  readonly complaints: readonly string[];
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
 * Finds the registry files at the paths: files as they are, folders by their `fileName`, `-` for standard input; without
 * paths, the registry around the working folder. No symbolic link is followed.
 */
export function discoverFiles(
  paths: readonly string[],
  { cwd, fileName }: { readonly cwd: string; readonly fileName: string },
): Discovery {
  const hits = new Map<string, Hit>();
  const complaints: string[] = [];
  const searched: string[] = [];
  for (const path of paths.filter((path) => path !== '-')) {
    const found = findAt(resolve(cwd, path), path, fileName);
    if (typeof found === 'string') complaints.push(found);
    else for (const hit of found) hits.set(hit.absolute, hit);
    if (isFolder(resolve(cwd, path))) searched.push(resolve(cwd, path));
  }
  if (paths.length === 0) {
    const root = findRoot(cwd);
    if (root === null) {
      complaints.push(
        `there is no registry here: neither this folder nor one above it holds a folder "chain"; ` +
          `name a file (like chain/kava/${fileName}) or a folder`,
      );
    } else {
      for (const hit of listFolder(root, root, fileName)) hits.set(hit.absolute, hit);
      searched.push(root);
      if (hits.size === 0) complaints.push(`the registry at ${root} holds no chain/<chain>/${fileName}`);
    }
  }
  const base = chooseBase([...hits.values()], cwd);
  const files = [...hits.values()].map((hit) => describeHit(hit, base, fileName));
  if (paths.includes('-')) {
    files.push({ absolute: null, path: stdinName, chain: null, expected: null, behindLink: false });
  }
  return { base, files, folders: searched.map((folder) => toSlashes(base, folder)), complaints };
}

/** The registry that all files belong to; where there is not one but none or several, the working folder. */
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
  const found = listFolder(absolute, findRoot(absolute), fileName);
  return found.length > 0 ? found : `${given} is a folder and holds no ${fileName}`;
}

/** Null where nothing is, be it that a file stands on the way or that the name is too long for one. */
function readStats(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** True where the folder, or one between it and the root, is a symbolic link. */
function isBehindLink(folder: string, root: string): boolean {
  return folder !== root && (lstatSync(folder).isSymbolicLink() || isBehindLink(dirname(folder), root));
}

/** Folders of a repository in which a file of the name is a template or a test, not a misplaced one. */
const otherFolders = /^(node_modules|\..*|templates?|examples?|docs?|tests?|fixtures?|schemas?|scripts?)$/;

function listFolder(folder: string, root: string | null, fileName: string): Hit[] {
  const entries = readFolder(folder);
  // Whoever reads the file in a folder that may not be listed is told why it cannot be read.
  if (entries === null) return [{ absolute: join(folder, fileName), root, behindLink: false }];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const inChains = basename(folder) === 'chain';
  const isChain = root !== null && dirname(folder) === join(root, 'chain');
  const misnamed = isChain ? findMisnamed(entries, fileName) : null;
  return entries.flatMap((entry): Hit[] => {
    const absolute = join(folder, entry.name);
    if (entry.name === fileName) return listFile(entry, absolute, root, fileName);
    if (entry === misnamed) return [{ absolute, root, behindLink: false, misnamed: true }];
    if (entry.isDirectory()) {
      return inChains || !otherFolders.test(entry.name) ? listFolder(absolute, root, fileName) : [];
    }
    return inChains && entry.isSymbolicLink()
      ? [{ absolute: join(absolute, fileName), root, behindLink: true }]
      : [];
  });
}

/** The file of a chain's folder that was probably meant to be the one of the name (`params.json`), null where that is there. */
function findMisnamed(entries: readonly Dirent[], fileName: string): Dirent | null {
  // Every short name is near some other.
  if (fileName.length < 6 || entries.some(({ name }) => name === fileName)) return null;
  const isNear = ({ name }: Dirent) => distance(name.toLowerCase(), fileName.toLowerCase()) <= 1;
  return entries.find((entry) => entry.isFile() && isNear(entry)) ?? null;
}

/** Waits for the disk, as the reading of files does: a trip to another thread takes longer than a small folder. */
function readFolder(folder: string): Dirent[] | null {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return null;
  }
}

/** A folder of the file's name is looked into, and is itself a hit where it stands in for a chain's file. */
function listFile(entry: Dirent, absolute: string, root: string | null, fileName: string): Hit[] {
  if (!entry.isDirectory()) return [{ absolute, root, behindLink: false }];
  const inside = listFolder(absolute, root, fileName);
  const { expected } = locate(toSlashes(root ?? dirname(absolute), absolute), basename(absolute));
  return root !== null && expected === null ? [{ absolute, root, behindLink: false }, ...inside] : inside;
}
