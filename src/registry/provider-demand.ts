import { dirname, join } from 'node:path';
import type { JsonValue } from '../model/json.js';
import type { FoundFile } from './discover.js';
import { findRoot } from './layout.js';
import type { LoadedFile } from './load-file.js';
import { parseFile } from './parse-file.js';
import { readRegistryFile } from './read-file.js';

/**
 * Leaves out that entries name no provider where the format lets the registry decide and its own schema does not require one. The schema of each
 * registry is read once, and only where an entry has none.
 */
export function createProviderDemand(): (file: FoundFile, loaded: LoadedFile) => LoadedFile {
  const demands = new Map<string, boolean>();
  return ({ absolute }, loaded) => {
    const { format, problems } = loaded;
    const schema = format?.entryFields.providerSchema;
    if (format === null || schema === undefined) return loaded;
    if (!problems.some(({ problem }) => problem.code === 'entry/provider-missing')) return loaded;
    const root = absolute === null ? null : findRoot(dirname(absolute), format);
    const path = root === null ? null : join(root, schema.path);
    const isAsked = path !== null && (demands.get(path) ?? readDemand(path, schema.requiresProvider));
    if (path !== null) demands.set(path, isAsked);
    return isAsked
      ? loaded
      : { ...loaded, problems: problems.filter(({ problem }) => problem.code !== 'entry/provider-missing') };
  };
}

function readDemand(path: string, requires: (schema: JsonValue) => boolean): boolean {
  const { document } = parseFile(readRegistryFile(path));
  return document !== null && requires(document.value);
}
