import { checks } from '../checks/index.js';
import type { Entry } from '../model/entry.js';
import { loadRegistry } from '../registry/load.js';
import { Polled } from './polled.js';

/** Gives the entries of a registry's files, read again as they change; the same array as long as they do not. */
export function createEntriesLoader(registry: string, fileName: string): () => Promise<readonly Entry[]> {
  let known: { readonly texts: string; readonly entries: readonly Entry[] } | null = null;
  const polled = new Polled(async () => {
    const read = await loadRegistry([registry], {
      cwd: registry,
      fileName,
      kinds: checks,
      readStdin: () => Promise.reject(new Error('standard input is no registry')),
    });
    const texts = JSON.stringify([...read.texts]);
    if (known?.texts !== texts) known = { texts, entries: read.entries };
    return known.entries;
  });
  return () => polled.get();
}
