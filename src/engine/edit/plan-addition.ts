import type { Check } from '../../checks/check.js';
import { checks } from '../../checks/index.js';
import type { ClaimField, EntryList } from '../../formats/format.js';
import type { Entry } from '../../model/entry.js';
import { joinChoices } from '../../model/describe-unknown.js';
import { findMatches, followPointer } from '../../registry/document.js';
import { insertEntry } from '../../registry/edit/chain-edits.js';
import { type ChainFile, findChain } from '../../registry/find-chain.js';
import type { Registry } from '../../registry/load.js';
import { loadFile } from '../../registry/load-file.js';
import { loadManifests } from '../../registry/manifests.js';
import { findSameAddresses } from '../../registry/same-address.js';
import type { RunInput } from '../run.js';
import { keysOf } from './entry-keys.js';
import { editFile, type FileChange } from './file-change.js';

export interface Addition {
  readonly chain: string;
  readonly check: Check;
  readonly address: string;
  readonly provider: string | null;
}

export interface AdditionPlan {
  readonly change: FileChange;
  readonly entry: Entry;
  /** The field that would claim its chain id; null if one does, or if the format has none. */
  readonly missingClaim: ClaimField | null;
  /** True if a provider was given, and the place of the entry has no field for one. */
  readonly losesProvider: boolean;
  /** The chain with the new entry, of which only that entry is probed. */
  readonly input: RunInput;
}

/** Why an endpoint is not added: a usage error, or the registry has the endpoint, or takes it from the manifest at a url. */
export type AdditionRefusal =
  | { readonly reason: 'usage'; readonly message: string }
  | { readonly reason: 'listed'; readonly entry: Entry }
  | { readonly reason: 'managed'; readonly manifest: string };

/** Finds the place of a new entry in a registry, and writes it in the style of the file; changes nothing. */
export function planAddition(registry: Registry, addition: Addition): AdditionPlan | AdditionRefusal {
  const { check, address, provider } = addition;
  const place = findChain(registry, addition.chain);
  if (typeof place === 'string') return refuse(place);
  const list = chooseList(place, check.kind, address);
  if (typeof list === 'string') return refuse(list);
  const { path } = place.file;
  const ofChain = registry.entries.filter(
    (entry) => entry.place.file === path && entry.chain === place.chain.name,
  );
  const keys = new Set(keysOf({ kind: check.kind, url: address, target: null }));
  const listed = ofChain.find((entry) => keysOf(entry).some((key) => keys.has(key)));
  if (listed !== undefined) return { reason: 'listed', entry: listed };
  const findManifest = loadManifests([place.file]);
  if (typeof findManifest === 'string') return refuse(findManifest);
  const manifest = findManifest(place.file, { provider });
  if (manifest !== null) return { reason: 'managed', manifest };

  const { provider: providerField, providerPolicy } = list.entryFields ?? place.format.entryFields;
  if (provider === null && providerField !== null && providerPolicy !== 'optional')
    return refuse(
      '--provider is missing: write the name of the operator, such as --provider "Example Validator"',
    );
  const { text } = place.document;
  const edits = insertEntry(place.document, place.chain, place.format, list, { address, provider });
  if (edits === null) return refuse(describeNoPlace(place, list));
  const change = editFile(place.file, text, edits);
  if (change === null) return refuse(`${path} changed while it was read: try again`);
  const loaded = loadFile(place.file, { text: change.afterText, problem: null }, checks);
  const entry = loaded.entries.find(
    (candidate) =>
      candidate.url === address && candidate.kind === check.kind && candidate.chain === place.chain.name,
  );
  if (entry === undefined) return refuse(`${path} cannot list ${check.kind} endpoints`);
  return {
    change,
    entry,
    missingClaim: entry.claim === null ? (list.claims.find(({ derived }) => !derived) ?? null) : null,
    losesProvider: provider !== null && entry.provider !== provider,
    input: selectEntry(registry, loaded, entry),
  };
}

function refuse(message: string): AdditionRefusal {
  return { reason: 'usage', message };
}

function describeNoPlace({ file, document, chain }: ChainFile, { pointer }: EntryList): string {
  const name = pointer.slice(1);
  const { path, rest } = followPointer(document.tree, chain.pointer + pointer);
  if (rest.length > 0) return `${file.path} has no ${name}: add it by hand`;
  return path[0].type === 'array'
    ? `${file.path}: ${name} is written in a way that nothing can be added to: add the entry by hand`
    : `${file.path}: ${name} is not a list`;
}

/** The list of a chain that holds a kind: the one that the file has, else the first one of the format. */
function chooseList({ file, format, chain }: ChainFile, kind: string, address: string): EntryList | string {
  const [, scheme = ''] = /^([a-z]+):/i.exec(address) ?? [];
  const readKind = (list: EntryList) => list.kindByScheme?.[scheme.toLowerCase()] ?? list.kind;
  const lists = format.lists.filter((list) => list.isListOf?.(chain.value) !== false);
  const holding = lists.filter((list) => readKind(list) === kind);
  const list = holding.find(({ pointer }) => findMatches(chain.node, pointer).length > 0) ?? holding[0];
  if (list === undefined) {
    const kindsOf = (candidate: EntryList): readonly string[] => [
      candidate.kind,
      ...Object.values(candidate.kindByScheme ?? {}),
    ];
    const mixed = lists.find((candidate) => kindsOf(candidate).includes(kind));
    if (mixed !== undefined)
      return `${format.name} reads this address as ${readKind(mixed)}: expected another scheme for ${kind}`;
    if (lists.length === 0)
      return `${format.name} lists no ${kind} endpoints of ${chain.name ?? 'this chain'}: ${chain.unsupported ?? 'it has no list of endpoints'}`;
    const kinds = new Set(lists.flatMap(kindsOf));
    return `${format.name} lists no ${kind} endpoints: expected ${joinChoices([...kinds])}`;
  }
  return list.form === 'string'
    ? `${format.name} has one ${kind} endpoint for each chain: replace ${list.pointer.slice(1)} in ${file.path} by hand`
    : list;
}

/** The changed file, in which all entries but the new one count as unchanged. */
function selectEntry(registry: Registry, loaded: ReturnType<typeof loadFile>, entry: Entry): RunInput {
  const otherEntries = registry.entries.filter(({ place }) => place.file !== loaded.path);
  const pairs = findSameAddresses([...otherEntries, ...loaded.entries], checks);
  const problems = [...loaded.problems, ...pairs.flatMap((pair) => [pair, pair.twin ?? []].flat())];
  return {
    files: registry.files.filter(({ path }) => path === loaded.path),
    entries: loaded.entries,
    problems: problems.filter((problem) => problem.entry === entry),
    unchanged: new Set(loaded.entries.filter((candidate) => candidate !== entry)),
  };
}
