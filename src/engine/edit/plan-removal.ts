import type { Entry } from '../../model/entry.js';
import { removeAt } from '../../registry/edit/remove-item.js';
import type { FoundFile } from '../../registry/discover.js';
import { findNode } from '../../registry/document.js';
import type { Registry } from '../../registry/load.js';
import { loadManifests } from '../../registry/manifests.js';
import { parseFile } from '../../registry/parse-file.js';
import { getLimitBytes, readRegistryBytes } from '../../registry/read-file.js';
import { keysOf, listKeys, readHost } from './entry-keys.js';
import { editFile, type FileChange } from './file-change.js';

/** A change of a file, and the entries that it removes. */
export interface Removal extends FileChange {
  readonly entries: readonly Entry[];
}

/** An entry that stays, and why. */
export interface KeptEntry {
  readonly entry: Entry;
  readonly reason: string;
}

/** What a removal makes of the files of a registry. */
export interface RemovalPlan {
  readonly files: readonly Removal[];
  readonly kept: readonly KeptEntry[];
  /** Addresses that no entry has. */
  readonly missing: readonly string[];
  /** Files that cannot be read, and may list one of the addresses. */
  readonly unread: readonly string[];
}

/**
 * Finds every entry of a registry at the addresses, whatever its kind, and what its removal makes of the files; changes nothing. Addresses are
 * compared without scheme and usual port, entries that cannot be read by their text. An array that loses its last entry stays. Returns a sentence for the
 * user where it cannot be known what may be changed.
 */
export function planRemoval(
  registry: Registry,
  addresses: readonly string[],
  kinds: ReadonlySet<string> | null,
): RemovalPlan | string {
  const manifests = loadManifests(registry.found);
  if (typeof manifests === 'string') return manifests;
  const wanted = addresses.map((address) => ({ address, keys: listKeys(address, kinds) }));
  const hit = new Set<string>();
  const matching = registry.entries.filter((entry) => {
    const found = wanted.filter(({ keys }) => keysOf(entry).some((key) => keys.has(key)));
    for (const { address } of found) hit.add(address);
    return found.length > 0;
  });
  const kept: KeptEntry[] = [];
  const files = registry.found.flatMap((file): readonly Removal[] => {
    const own = matching.filter(({ place }) => place.file === file.path);
    const free = own.filter((entry) => {
      const manifest = manifests.findManifest(file, entry);
      if (manifest !== null)
        kept.push({ entry, reason: `it comes from the provider's manifest: ${manifest}` });
      return manifest === null;
    });
    return free.length === 0 ? [] : removeFrom(file, free, kept, registry.texts);
  });
  const hosts = addresses.map(readHost).filter((host) => host !== '');
  const unread = registry.loaded.filter(
    ({ complete }, index) => !complete && mayHave(registry.found[index], hosts),
  );
  return {
    files,
    kept,
    missing: addresses.filter((address) => !hit.has(address)),
    unread: unread.map(({ path }) => path),
  };
}

/** Whether a file that cannot be parsed may list one of the hosts. In another encoding than UTF-8, ASCII can be read. */
function mayHave(file: FoundFile | undefined, hosts: readonly string[]): boolean {
  // What a link leads to is no part of the registry, and other lists have no endpoints.
  if (file === undefined || file.absolute === null || file.behindLink || file.list !== null) return false;
  const bytes = readRegistryBytes(file.absolute, getLimitBytes(file));
  if (!Buffer.isBuffer(bytes)) return bytes.code !== 'file/symlink';
  const text = bytes.toString('latin1').replaceAll('\0', '').toLowerCase();
  return hosts.some((host) => text.includes(host));
}

function removeFrom(
  file: FoundFile,
  entries: readonly Entry[],
  kept: KeptEntry[],
  texts: Registry['texts'],
): readonly Removal[] {
  const text = texts.get(file.path);
  const document = text === undefined ? null : parseFile({ text, problem: null }).document;
  if (text === undefined || document === null) return [];
  const isItem = ({ place: { pointer } }: Entry) =>
    findNode(document.tree, parentOf(pointer ?? '')).type === 'array';
  const items = entries.filter(isItem);
  for (const entry of entries.filter((one) => !isItem(one)))
    kept.push({ entry, reason: 'the field holds one address: write another, or remove the field by hand' });
  if (items.length === 0) return [];
  const pointers = items.map(({ place }) => place.pointer ?? '');
  const change = editFile(file, text, removeAt(text, document.tree, pointers));
  if (change !== null) return [{ ...change, entries: items }];
  kept.push(...items.map((entry) => ({ entry, reason: 'the file changed while it was read' })));
  return [];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
