import { lstat } from 'node:fs/promises';
import { discoverFiles, type DiscoveryOptions } from './discover.js';
import { describeVersion } from './file-version.js';
import { loadRegistry, type Registry, type RegistryOptions } from './load.js';

/** Reads a registry at each call, but the same object as long as its files do not change. Rejects where a directory cannot be searched. */
export function createRegistryReader(
  paths: readonly string[],
  options: Omit<RegistryOptions, 'readStdin'>,
): () => Promise<Registry> {
  const readStdin = () => Promise.reject(new Error('standard input cannot be a registry'));
  let known: { readonly version: string; readonly registry: Registry } | null = null;
  return async () => {
    // Before the files are read: a change in between is found by the next call.
    const version = await describeFiles(paths, options);
    if (known?.version !== version)
      known = { version, registry: await loadRegistry(paths, { ...options, readStdin }) };
    return known.registry;
  };
}

async function describeFiles(paths: readonly string[], options: DiscoveryOptions): Promise<string> {
  const { files } = discoverFiles(paths, options);
  const versions = files.map(async ({ absolute, path }) => {
    const stats = absolute === null ? null : await lstat(absolute, { bigint: true }).catch(() => null);
    return stats === null ? path : describeVersion(path, stats);
  });
  return (await Promise.all(versions)).join('\n');
}
