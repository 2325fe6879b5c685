import { checks, getCheck } from '../../checks/index.js';
import { describeAddress } from '../../model/describe-address.js';
import type { Entry } from '../../model/entry.js';
import type { AddressForms } from '../../model/kind.js';
import { applyEdits } from '../../registry/edit/apply-edits.js';
import { removeAt } from '../../registry/edit/remove-item.js';
import type { FoundFile } from '../../registry/discover.js';
import { findNode } from '../../registry/document.js';
import type { Registry } from '../../registry/load.js';
import { loadManifests } from '../../registry/manifests.js';
import { parseFile } from '../../registry/parse-file.js';
import { decode, getLimitBytes, readRegistryBytes } from '../../registry/read-file.js';
import type { FileChange } from './plan-fixes.js';

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

/** Every form of address: what is removed may be listed in any registry. */
const anyForm: AddressForms = {
  allowPlaintext: true,
  allowScheme: true,
  allowHostPort: true,
  allowPlaceholder: true,
};

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

/** What entries at an address are known by: kind and address in one spelling, or kind and text. */
function listKeys(address: string, only: ReadonlySet<string> | null): ReadonlySet<string> {
  const kinds = checks.filter(({ kind }) => only?.has(kind) !== false);
  return new Set(
    kinds.flatMap(({ kind, readUrl }) => {
      const targets = spellAddress(address).flatMap((one) => readUrl(one, anyForm).target ?? []);
      return [`${kind} "${address}"`, ...targets.map((target) => `${kind} ${describeAddress(target)}`)];
    }),
  );
}

/** An address as each kind writes it: with TLS or without, as it is given; without a scheme, with TLS. */
function spellAddress(address: string): readonly string[] {
  const [, scheme, rest = address] = /^([a-z]+):\/\/(.*)$/is.exec(address) ?? [];
  const schemes = /^(?:http|ws)$/i.test(scheme ?? '') ? ['http', 'ws'] : ['https', 'wss'];
  return [address, ...schemes.map((one) => `${one}://${rest}`)];
}

function keysOf({ kind, url, target }: Entry): readonly string[] {
  const text = url?.trim() ?? '';
  // An address that its list does not allow is one all the same.
  const meant = target ?? getCheck(kind).readUrl(text, anyForm).target;
  return [`${kind} "${text}"`, ...(meant === null ? [] : [`${kind} ${describeAddress(meant)}`])];
}

/** The host of an address of any form, in lower case; empty where it has none. */
export function readHost(address: string): string {
  const [, host = ''] = /^(?:[a-z][a-z+]*:\/*)?(\[[^\]]*\]|[^/:?#]+)/i.exec(address) ?? [];
  return host.toLowerCase();
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
  const { absolute, path } = file;
  const before = absolute === null ? null : readRegistryBytes(absolute, getLimitBytes(file));
  const reading = Buffer.isBuffer(before) ? decode(before, getLimitBytes(file)) : null;
  const parsed = reading === null ? null : parseFile(reading);
  // Its entries are where they were when it was read.
  const isSame = parsed?.text === texts.get(path);
  if (absolute === null || !Buffer.isBuffer(before) || parsed?.document == null || !isSame) {
    kept.push(...entries.map((entry) => ({ entry, reason: 'the file changed while it was read' })));
    return [];
  }
  const { text, document } = parsed;
  const isItem = ({ place: { pointer } }: Entry) =>
    findNode(document.tree, parentOf(pointer ?? '')).type === 'array';
  const items = entries.filter(isItem);
  for (const entry of entries.filter((one) => !isItem(one)))
    kept.push({ entry, reason: 'the field holds one address: write another, or remove the field by hand' });
  if (items.length === 0) return [];
  const edits = removeAt(
    text,
    document.tree,
    items.map(({ place }) => place.pointer ?? ''),
  );
  const afterText = applyEdits(text, edits);
  const change = {
    path,
    absolute,
    before,
    after: Buffer.from(afterText),
    beforeText: text,
    afterText,
    recoded: false,
  };
  return [{ ...change, entries: items }];
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}
