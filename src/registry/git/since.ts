import type { Format } from '../../formats/format.js';
import type { KindDefinition } from '../../model/kind.js';
import { hashBlob, isTextOf } from './blob-hash.js';
import { compareRevisions, includeBetween, type RegistryChanges } from './changes.js';
import type { GitOptions } from './git.js';
import type { Registry } from '../load.js';
import { type FileLocation, loadFile } from '../load-file.js';
import { findRegistry, locate } from '../layout.js';
import { syntaxesOf } from '../syntax/choose-syntax.js';
import { loadParsers } from '../syntax/parsers.js';
import { readRevision } from './revision.js';

/** What changed in a registry, and since which commit. */
export interface ChangesSince extends RegistryChanges {
  readonly commit: string;
}

/**
 * Compares the working tree of a registry with the merge base of HEAD and a git ref, so that later commits on the ref don't count as changes.
 * Fetches what the clone lacks, unless `offline`. Resolves to a sentence for the user if the comparison is impossible.
 */
export async function findChanges(
  registry: Registry,
  ref: string,
  kinds: readonly KindDefinition[],
  git: Pick<GitOptions, 'offline' | 'limitMs'> = {},
): Promise<ChangesSince | string> {
  const { base, found, loaded, directories } = registry;
  const present = new Map(found.map((file) => [file.path, file]));
  const formats = findRegistry(base)?.formats ?? [];
  // All files of a syntax may have been deleted.
  await loadParsers(formats.flatMap(syntaxesOf));
  // A deleted file counts only if discovery would have found it.
  const isDeleted = (path: string) =>
    directories.some((directory) => directory === '' || path.startsWith(`${directory}/`)) &&
    locate(path, formats)?.role === 'registered';
  const texts = new Map(loaded.map(({ path, text }) => [path, text]));
  // Most files are unchanged, and need not be read and judged twice.
  const unchanged = new Set<string>();
  const select = (path: string, hash: string) => {
    const file = present.get(path);
    if (file === undefined) return isDeleted(path);
    const text = texts.get(path) ?? null;
    if (text === null || !isTextOf(text, hash)) return true;
    unchanged.add(path);
    return false;
  };
  const revision = await readRevision(base, ref, select, git);
  if (typeof revision === 'string') return revision;
  const before = [
    ...[...revision.files].map(([path, reading]) =>
      loadFile(present.get(path) ?? findLocation(path, formats), reading, kinds),
    ),
    ...loaded.filter(({ path }) => unchanged.has(path)),
  ];
  for (const { path, complete } of loaded) {
    const hash = revision.hashes.get(path);
    const absolute = present.get(path)?.absolute;
    if (complete || hash === undefined || absolute == null) continue;
    if ((await hashBlob(absolute, hash)) === hash) unchanged.add(path);
  }
  const changes = compareRevisions(loaded, before, ({ path }) => unchanged.has(path));
  return { commit: revision.commit, ...includeBetween(changes, registry) };
}

/** The role that a deleted file had in the registry. */
function findLocation(path: string, formats: readonly Format[]): FileLocation {
  const { format = null, chain = null } = locate(path, formats) ?? {};
  return { path, format, chain, expected: null, list: null };
}
