import { checks } from '../../../checks/index.js';
import { chainlist } from '../../../formats/chainlist/index.js';
import type { Entry } from '../../../model/entry.js';
import type { Registry } from '../../../registry/load.js';
import { Polled } from '../../../registry/polled.js';
import { createRegistryReader } from '../../../registry/registry-reader.js';

/** Loads the entries of a registry's files, again when they change; the same array as long as they do not. */
export function createEntriesLoader(directory: string): () => Promise<readonly Entry[]> {
  const read = createRegistryReader([directory], {
    cwd: directory,
    format: chainlist,
    lists: false,
    kinds: checks,
  });
  let known: { readonly registry: Registry; readonly entries: readonly Entry[] } | null = null;
  const polled = new Polled(async () => {
    const registry = await read();
    if (known?.registry !== registry) {
      const { found, loaded } = registry;
      // Files in places that the registry does not read list nothing.
      const isRead = (at: number) => found[at]?.expected === null;
      known = { registry, entries: loaded.flatMap(({ entries }, at) => (isRead(at) ? entries : [])) };
    }
    return known.entries;
  });
  return () => polled.get();
}
