import { type Dirent, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { FileRole } from '../formats/format.js';
import { formats } from '../formats/index.js';
import { type RegistryRoot, toSlashes } from './layout.js';

/** A file that was found, and the registry around it. */
export interface Hit {
  readonly absolute: string;
  readonly registry: RegistryRoot | null;
  /** True where a directory on the way is a symbolic link. */
  readonly behindLink: boolean;
}

/** Directories of a repository in which a file with the name of a registry file is a template or a test, not a misplaced one. */
const otherDirectories =
  /^(node_modules|\..*|templates?|examples?|docs?|tests?|fixtures?|schemas?|scripts?)$/;

/** The usual name of a registry's files. */
export function fileNameOf(registry: RegistryRoot | null): string {
  return basename((registry?.format ?? formats[0])?.layout.examplePath ?? '');
}

/**
 * Finds the registry files below a directory: those that the registry reads, those that are misplaced, and in directories without any, those
 * whose name is near the right one. Follows no symbolic link.
 */
export function walkDirectory(directory: string, registry: RegistryRoot | null): Hit[] {
  const entries = readDirectory(directory);
  const hit = (name: string, behindLink = false): Hit => ({
    absolute: join(directory, name),
    registry,
    behindLink,
  });
  // Reading it then reports why the directory cannot be read.
  if (entries === null) return [hit(fileNameOf(registry))];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));

  const path = registry === null ? '' : toSlashes(registry.directory, directory);
  const locate = (name: string): FileRole => judgeRole(path === '' ? name : `${path}/${name}`, registry);
  const isPlace = (name: string) => locate(`${name}/${fileNameOf(registry)}`) === 'registered';
  const roles = entries.map((entry): [Dirent, FileRole] => [entry, locate(entry.name)]);
  const isComplete = roles.some(([, role]) => role === 'registered');
  const hits: Hit[] = [];
  for (const [entry, role] of roles) {
    const { name } = entry;
    if (entry.isDirectory()) {
      // A directory in the place of a file cannot be read as one, but what it holds is misplaced all the same.
      if (role === 'registered') hits.push(hit(name));
      if (!otherDirectories.test(name) || isPlace(name))
        hits.push(...walkDirectory(join(directory, name), registry));
    } else if (role === 'registered' || role === 'misplaced') {
      hits.push(hit(name));
    } else if (role === 'misnamed') {
      if (!isComplete && entry.isFile()) hits.push(hit(name));
    } else if (entry.isSymbolicLink() && isPlace(name)) {
      hits.push(hit(join(name, fileNameOf(registry)), true));
    }
  }
  return hits;
}

function judgeRole(path: string, registry: RegistryRoot | null): FileRole {
  const [format] = registry === null ? formats : [registry.format];
  return format?.layout.locate(path).role ?? 'other';
}

/** Synchronously, as files are read: a trip to another thread takes longer than a small directory. */
function readDirectory(directory: string): Dirent[] | null {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return null;
  }
}
