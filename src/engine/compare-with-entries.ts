import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import { entries } from '../formats/entries/index.js';
import { compareRevisions, includeBetween } from '../registry/git/changes.js';
import type { ChangesSince } from '../registry/git/since.js';
import type { Registry } from '../registry/load.js';
import { type FileLocation, loadFile, type LoadedFile } from '../registry/load-file.js';
import { readRegistryFile } from '../registry/read-file.js';
import { wordProblem } from './rule-catalogue.js';

/**
 * Compares plain entries, in whatever files they are, with those of a file that an earlier run of the script made, since neither is in git. `path` is
 * relative to `cwd`. Resolves to a sentence for the user if the comparison is impossible.
 */
export function compareWithEntries(registry: Registry, path: string, cwd: string): ChangesSince | string {
  const otherFile = registry.loaded.find(({ format }) => format !== null && format !== entries);
  if (otherFile !== undefined)
    return `${otherFile.path} has no plain entries, so it can be compared by --since alone`;
  const reading = readRegistryFile(resolve(cwd, path));
  if (reading.problem !== null) return wordProblem(reading.problem).message;
  const baseline = loadFile({ ...plainFile, path }, reading, checks);
  const changes = compareRevisions([join(registry.loaded)], [join([baseline])]);
  return { ...includeBetween(changes, registry), registry, commit: null, filesNotRead: [], sameCommit: null };
}

const plainFile: FileLocation = { path: '', format: entries, chain: null, expected: null, list: null };

/** Several files as one: a script may write its entries to different files each time. */
function join(files: readonly LoadedFile[]): LoadedFile {
  return {
    location: plainFile,
    path: plainFile.path,
    format: entries,
    text: null,
    entries: files.flatMap((file) => file.entries),
    providers: [],
    problems: files.flatMap(({ problems }) => problems),
    complete: files.every(({ complete }) => complete),
    claims: files.flatMap(({ claims }) => claims),
    status: null,
    ids: [],
    denoms: [],
  };
}
