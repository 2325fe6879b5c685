import { lstat } from 'node:fs/promises';
import { chainlist } from '../../../formats/chainlist/index.js';
import { checks } from '../../../checks/index.js';
import type { Entry } from '../../../model/entry.js';
import { discoverFiles } from '../../../registry/discover.js';
import { loadRegistry } from '../../../registry/load.js';
import { describeVersion } from '../../assets/file-version.js';
import { Polled } from '../../assets/polled.js';

/** Loads the entries of a registry's files, again when they change; the same array as long as they do not. */
export function createEntriesLoader(registry: string): () => Promise<readonly Entry[]> {
  const options = {
    cwd: registry,
    format: chainlist,
    lists: false,
    kinds: checks,
    readStdin: () => Promise.reject(new Error('standard input cannot be a registry')),
  };
  let known: { readonly version: string; readonly entries: readonly Entry[] } | null = null;
  const polled = new Polled(async () => {
    // Before the files are read: a change in between is found by the next poll.
    const version = await describeFiles(registry);
    if (known?.version !== version) {
      const { found, loaded } = await loadRegistry([registry], options);
      // Files in places that the registry does not read list nothing.
      const isRead = (at: number) => found[at]?.expected === null;
      known = { version, entries: loaded.flatMap(({ entries }, at) => (isRead(at) ? entries : [])) };
    }
    return known.entries;
  });
  return () => polled.get();
}

async function describeFiles(registry: string): Promise<string> {
  const { files } = discoverFiles([registry], { cwd: registry, format: chainlist, lists: false });
  const versions = files.map(async ({ absolute, path }) => {
    const stats = absolute === null ? null : await lstat(absolute, { bigint: true }).catch(() => null);
    return stats === null ? path : describeVersion(path, stats);
  });
  return (await Promise.all(versions)).join('\n');
}
