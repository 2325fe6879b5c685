import { groupBy } from '../../model/group-by.js';
import type { Entry } from '../../model/entry.js';
import type { TextEdit } from '../../model/finding.js';
import { markKilled } from '../../registry/edit/chain-edits.js';
import { removeAt } from '../../registry/edit/edits.js';
import type { FoundFile } from '../../registry/layout.js';
import { findNode } from '../../registry/document.js';
import type { Registry } from '../../registry/load.js';
import type { RegistryFile } from '../../registry/load-file.js';
import { loadManifests } from '../../registry/manifests.js';
import { parseDocument } from '../../registry/parse-file.js';
import { readRegistryBytes } from '../../registry/read-file.js';
import { keysOf, listKeys, readHost } from './entry-keys.js';
import { editFile, type FileChange } from './file-change.js';

export interface Removal extends FileChange {
  readonly entries: readonly Entry[];
  readonly marked: readonly string[];
}

export interface MarkedChain {
  readonly chain: string;
  readonly entries: readonly Entry[];
}

export interface KeptEntry {
  readonly entry: Entry;
  readonly reason: string;
}

export interface RemovalPlan {
  readonly files: readonly Removal[];
  readonly kept: readonly KeptEntry[];
  readonly missing: readonly string[];
  /** Files that cannot be read, and may list one of the addresses. */
  readonly unread: readonly string[];
}

/**
 * Finds every entry of a registry at the addresses, of any kind, and how their removal changes the files, without changing them. Addresses are
 * compared without scheme and default port, malformed entries by their text. An array that loses its last entry stays. Returns a sentence for the
 * user if it is unknown what may be changed.
 */
export function planRemoval(
  registry: Registry,
  addresses: readonly string[],
  kinds: ReadonlySet<string> | null,
): RemovalPlan | string {
  const keys = new Map(addresses.map((address) => [address, listKeys(address, kinds)]));
  const requestedKeys = new Set([...keys.values()].flatMap((addressKeys) => [...addressKeys]));
  const hit = new Set<string>();
  const matching = registry.entries.filter((entry) => {
    const matches = keysOf(entry).filter((key) => requestedKeys.has(key));
    for (const key of matches) hit.add(key);
    return matches.length > 0;
  });
  const isMissing = (address: string) => ![...(keys.get(address) ?? [])].some((key) => hit.has(key));
  const plan = planEntryRemoval(registry, matching);
  return typeof plan === 'string'
    ? plan
    : {
        ...plan,
        missing: addresses.filter(isMissing),
        unread: findUnread(registry, addresses.map(readHost)),
      };
}

/**
 * Finds how the removal of entries changes the files of a registry, as `planRemoval` does, without changing them. Chains that are to be marked keep
 * their entries, and get the status by which their format marks an ended chain; if the format has none, they are kept with a reason.
 */
export function planEntryRemoval(
  registry: Registry,
  entries: readonly Entry[],
  marked: readonly MarkedChain[] = [],
): RemovalPlan | string {
  const findManifest = loadManifests(registry.loaded.map(({ location }) => location));
  if (typeof findManifest === 'string') return findManifest;
  const kept: KeptEntry[] = [];
  const keep = (entry: Entry, reason: string) => kept.push({ entry, reason });
  const ofMarked = new Set(marked.flatMap((chain) => chain.entries));
  const byFile = groupBy(entries, ({ place }) => place.file);
  const markedIn = groupBy(
    marked.flatMap((chain) =>
      [...groupBy(chain.entries, ({ place }) => place.file)].map(([path, ended]) => ({ path, chain, ended })),
    ),
    ({ path }) => path,
  );
  const files = registry.loaded.flatMap((file): readonly Removal[] => {
    const free = (byFile.get(file.path) ?? []).filter((entry) => {
      if (ofMarked.has(entry)) return false;
      const manifest = findManifest(file.location, entry);
      if (manifest !== null) keep(entry, `it comes from the provider's manifest: ${manifest}`);
      return manifest === null;
    });
    const chains = (markedIn.get(file.path) ?? []).map(({ chain, ended }) => ({ ...chain, entries: ended }));
    return free.length + chains.length === 0 ? [] : changeFile(file, { free, chains }, keep);
  });
  const hosts = entries.flatMap(({ target }) => target?.host ?? []);
  return { files, kept, missing: [], unread: findUnread(registry, hosts) };
}

/** The files that cannot be read, and may list one of the hosts. */
function findUnread({ loaded }: Registry, hosts: readonly string[]): readonly string[] {
  const named = new Set(hosts);
  return loaded
    .filter(({ complete, location }) => !complete && couldList(location, named))
    .map(({ path }) => path);
}

/**
 * Whether a file that cannot be parsed may list one of the hosts. In another encoding than UTF-8, ASCII can be read. A link is not followed here, but by
 * others that read the registry.
 */
function couldList(file: FoundFile, hosts: ReadonlySet<string>): boolean {
  // Lists of other things have no endpoints.
  if (file.absolute === null || file.list !== null) return false;
  const bytes = file.behindLink ? null : readRegistryBytes(file.absolute);
  if (!Buffer.isBuffer(bytes)) return true;
  const text = bytes.toString('latin1').replaceAll('\0', '').toLowerCase();
  // Each word is looked up among the hosts: searching the file for each of very many hosts takes minutes.
  const words = text
    .replaceAll(/\\(?:u[\da-f]{4}|.)/g, ' ')
    .match(/\[[\da-f:.]+\]|[^\s"'`,;:/?#@()<>[\]{}\\]+/g);
  return words?.some((word) => hosts.has(word)) === true;
}

interface FilePart {
  readonly free: readonly Entry[];
  readonly chains: readonly MarkedChain[];
}

function changeFile(
  { location, text, entries }: RegistryFile,
  { free, chains }: FilePart,
  keep: (entry: Entry, reason: string) => void,
): readonly Removal[] {
  const document = text === null ? null : parseDocument(location, text);
  if (text === null || document === null) return [];
  const isItem = ({ place: { pointer } }: Entry) =>
    findNode(document.tree, parentOf(pointer ?? '')).type === 'array';
  // An entry may contain another one, such as the websocket of an address in hyperlane's registry.
  const held = groupBy(entries, ({ place }) => parentOf(place.pointer ?? ''));
  const removed = new Set(free);
  const isWhole = ({ place }: Entry) =>
    (held.get(place.pointer ?? '') ?? []).every((heldEntry) => removed.has(heldEntry));
  const items = free.filter((entry) => isItem(entry) && isWhole(entry));
  const holders = new Set(items.map(({ place }) => place.pointer));
  for (const entry of free) {
    if (isItem(entry) && !isWhole(entry))
      keep(entry, 'it holds another endpoint, which would go with it: change it by hand');
    if (!isItem(entry) && !holders.has(parentOf(entry.place.pointer ?? '')))
      keep(entry, 'the field holds one address: write another, or remove the field by hand');
  }
  const marks = chains.flatMap(
    (chain): readonly (MarkedChain & { readonly edits: readonly TextEdit[] })[] => {
      const chainEntries = chain.entries;
      const edits = markKilled(document, location.format, chainEntries);
      if (typeof edits !== 'string') return [{ ...chain, edits }];
      for (const entry of chainEntries) keep(entry, edits);
      return [];
    },
  );
  if (items.length + marks.length === 0) return [];
  const pointers = items.map(({ place }) => place.pointer ?? '');
  const edits = [...removeAt(text, document.tree, pointers), ...marks.flatMap((mark) => mark.edits)];
  const change = editFile(location, text, edits);
  if (change !== null) return [{ ...change, entries: items, marked: marks.map(({ chain }) => chain) }];
  for (const entry of [...items, ...marks.flatMap((mark) => mark.entries)])
    keep(entry, 'the file changed while it was read');
  return [];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
