import { lstat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { discoverFiles, type DiscoveryOptions } from './discover.js';
import { describeVersion } from './read-file.js';
import type { FoundFile } from './layout.js';
import { loadRegistry, type Registry, type RegistryOptions } from './load.js';
import type { RegistryFile } from './load-file.js';

interface KnownFile {
  readonly version: string;
  readonly loaded: RegistryFile;
}

/**
 * Returns a function that reads a registry. It returns the same object as long as no file changes, and reads only the files that did. It yields
 * to the event loop after each file. Rejects if a directory cannot be searched.
 */
export function createRegistryReader(
  paths: readonly string[],
  options: Omit<RegistryOptions, 'readStdin' | 'load'>,
): () => Promise<Registry> {
  const readStdin = () => Promise.reject(new Error('standard input cannot be a registry'));
  let latest: { readonly version: string; readonly registry: Registry } | null = null;
  let files: ReadonlyMap<string, KnownFile> = new Map();
  return async () => {
    // Before the files are read, so that the next call notices a change in between.
    const versions = await describeFiles(paths, options);
    const version = [...versions.values()].join('\n');
    if (latest?.version === version) return latest.registry;
    const filesByPath = new Map<string, KnownFile>();
    const registry = await loadRegistry(paths, {
      ...options,
      misplaced: false,
      readStdin,
      load: async (file, readAndJudge) => {
        const newest = versions.get(file.path);
        const before = files.get(file.path);
        const loaded = newest === before?.version && before !== undefined ? before.loaded : null;
        if (loaded === null) await nextTurn();
        const current = loaded ?? (await readAndJudge());
        if (newest !== undefined) filesByPath.set(file.path, { version: newest, loaded: current });
        return current;
      },
    });
    latest = { version, registry };
    files = filesByPath;
    return registry;
  };
}

/** Versions of the files by path. The version includes what else decides how a file is read. */
async function describeFiles(
  paths: readonly string[],
  options: DiscoveryOptions,
): Promise<ReadonlyMap<string, string>> {
  const { files } = discoverFiles(paths, options);
  return new Map(await Promise.all(files.map(async (file) => [file.path, await describe(file)] as const)));
}

async function describe({ absolute, path, format, chain, expected, behindLink }: FoundFile): Promise<string> {
  const stats = absolute === null ? null : await lstat(absolute, { bigint: true }).catch(() => null);
  const version = stats === null ? path : describeVersion(path, stats);
  return JSON.stringify([version, format?.name ?? null, chain, expected, behindLink]);
}
