import type { JsonValue } from '../model/json.js';
import type { ListDefinition } from './list-definition.js';

export interface DirectoryView {
  readonly hasDirectory: (path: string) => boolean;
  readonly hasFile: (path: string) => boolean;
  /** The names in a subdirectory, or in the directory itself for the empty path; empty if there is none. */
  readonly list: (path: string) => readonly string[];
  /** The start of a file as text; empty if there is none. */
  readonly readStart: (path: string) => string;
}

/** How to recognise the files of a registry by their paths, which are relative to the registry, with forward slashes. */
export interface Layout {
  /** Path of a file, for messages: `chain/<chain>/param.json`. `<id>` stands for the chain id. */
  readonly examplePath: string;
  /**
   * The directories of its files, empty for the registry itself, and others in which contributors put them: what lists endpoints there, and is not
   * read, is misplaced.
   */
  readonly trees: readonly string[];
  /** The place of a misplaced file with this content, in the form of `examplePath`, if the registry has several. */
  readonly choosePlace?: (path: string, content: JsonValue) => string;
  readonly isRoot: (directory: DirectoryView) => boolean;
  /** The directories that belong to the registry, so that no other registry can start there; by default its `trees`, except the registry itself. */
  readonly reserved?: readonly string[];
  readonly locate: (path: string) => Location;
  /** Names of the files that one chain may have, best first: new entries go into the best one that exists. By default a chain has one file. */
  readonly fileNames?: readonly string[];
}

/**
 * The role of a file in its registry. `registered`: the registry reads it. `list`: the registry reads it, and it contains other things than endpoints.
 * `stray-list`: it has the name of a list, but is in another directory, so it is only checked if named. `other`: the registry does not read it.
 */
export type FileRole = 'registered' | 'list' | 'stray-list' | 'other';

export interface Location {
  readonly role: FileRole;
  readonly chain: string | null;
  /** The definition of the list in it, unless it lists endpoints. */
  readonly list?: ListDefinition;
}

/** What the registry does not read. */
export const otherFile: Location = { role: 'other', chain: null };

/** Reads the paths of one form; the group of the pattern, if it has one, is the name of the chain. */
export function locateBy(pattern: RegExp): Layout['locate'] {
  return (path) => {
    const match = pattern.exec(path);
    return match === null ? otherFile : { role: 'registered', chain: match[1] ?? null };
  };
}
