import { suggestNearest } from '../../../../model/describe-unknown.js';
import type { Entry } from '../../../../model/entry.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { nodeId, type NodeKind } from './node-pool.js';
import { checks } from '../../../../checks/index.js';
import { wordProblem } from '../../../../engine/rule-catalogue.js';
import { chainlist } from '../../../../formats/chainlist/index.js';
import { type FileTiming, LastGood, Polled, createRegistryReader } from '../../../../registry/rereading.js';
import type { Registry } from '../../../../registry/load.js';
import type { LoadedFile } from '../../../../registry/load-file.js';

/** A node that has given something, and the chain that it was on; null if it did not say. */
export interface Origin {
  readonly node: string;
  readonly chainId: string | null;
}

export interface ListedNetwork {
  readonly entries: readonly Entry[];
  /** The chains that the entries of each node claim; null for an entry without a claim. */
  readonly claims: ReadonlyMap<string, readonly (string | null)[]>;
}

/** The kinds in the words of messages. */
export const kindNames = { evm: 'EVM', grpc: 'gRPC' };

/** The endpoints of one kind that the files of a registry list now. Calls no node. */
export class ListedNodes {
  readonly #loadEntries: () => Promise<LoadedEntries>;
  readonly #kind: NodeKind;
  #loaded: LoadedEntries | null = null;
  #networks: ReadonlyMap<string, ListedNetwork> = new Map();

  /** @param loadEntries returns the same object until the files change */
  constructor(loadEntries: () => Promise<LoadedEntries>, kind: NodeKind) {
    this.#loadEntries = loadEntries;
    this.#kind = kind;
  }

  /** The endpoints of a network. Throws a ServiceProblem if none is listed. */
  async require(network: string): Promise<ListedNetwork> {
    const loaded = await this.#load();
    const listed = this.#networks.get(network);
    if (listed === undefined) throw explainAbsence(loaded, network, this.#kind);
    return listed;
  }

  /** Whether a node is listed still, and for the chain that it was on. */
  async has(network: string, { node, chainId }: Origin): Promise<boolean> {
    await this.#load();
    const claims = this.#networks.get(network)?.claims.get(node) ?? [];
    return claims.some((claim) => claim === null || chainId === null || claim === chainId);
  }

  async #load(): Promise<LoadedEntries> {
    const loaded = await this.#loadEntries();
    if (loaded === this.#loaded) return loaded;
    const networks = new Map<string, { entries: Entry[]; claims: Map<string, (string | null)[]> }>();
    for (const entry of loaded.entries) {
      const { chain, kind, target, claim } = entry;
      if (chain === null || kind !== this.#kind) continue;
      if (!networks.has(chain)) networks.set(chain, { entries: [], claims: new Map() });
      const network = networks.get(chain);
      network?.entries.push(entry);
      if (target === null) continue;
      const claims = network?.claims.get(nodeId(target)) ?? [];
      network?.claims.set(nodeId(target), [...claims, claim?.chainId ?? null]);
    }
    this.#networks = networks;
    this.#loaded = loaded;
    return loaded;
  }
}

/** The problem of a network without endpoints of a kind: 404, or 502 if its file is broken. */
function explainAbsence({ entries, broken }: LoadedEntries, network: string, kind: NodeKind): ServiceProblem {
  const fault = broken.get(network);
  if (fault !== undefined) return new ServiceProblem(502, fault);
  const networks = entries.flatMap(({ chain }) => chain ?? []);
  const detail = networks.includes(network)
    ? `the network lists no ${kindNames[kind]} endpoints`
    : `the registry has no such network, or it lists no endpoints${suggestNearest(network, networks)}`;
  return new ServiceProblem(404, `${JSON.stringify(network.slice(0, 60))}: ${detail}`);
}

export interface LoadedEntries {
  readonly entries: readonly Entry[];
  /** Why a network's file cannot be read, or violates its schema, with file and line. The network may still have entries. */
  readonly broken: ReadonlyMap<string, string>;
}

/** A file of a network, in its current or last version. */
interface NetworkFile {
  readonly network: string;
  readonly loaded: LoadedFile;
}

/** Loads the entries of a registry; the same object until files change. One that is broken or missing for a moment, as while it is written, keeps its content. */
export function createEntriesLoader(
  directory: string,
  { intervalMs, settlingMs }: FileTiming = {},
): () => Promise<LoadedEntries> {
  const options = { cwd: directory, format: chainlist, lists: false, kinds: checks };
  const read = createRegistryReader([directory], options);
  const lastGood = new Map<string, LastGood<NetworkFile>>();
  let files: readonly NetworkFile[] = [];
  let entries = joinEntries(files);

  const settle = (files: readonly NetworkFile[]): readonly NetworkFile[] => {
    const byPath = new Map(files.map((file) => [file.loaded.path, file]));
    for (const path of byPath.keys()) if (!lastGood.has(path)) lastGood.set(path, new LastGood(settlingMs));
    return [...lastGood.keys()].sort().flatMap((path) => {
      const [file, last] = [byPath.get(path), lastGood.get(path)];
      if (file !== undefined && findFault(file.loaded) === null) return last?.accept(file) ?? [];
      const settled = last?.reject() ?? file;
      if (settled === undefined) lastGood.delete(path);
      return settled ?? [];
    });
  };

  const polled = new Polled(async () => {
    const before = files;
    files = settle(listFiles(await read()));
    const isSame = files.every(({ loaded }, at) => loaded === before[at]?.loaded);
    if (files.length !== before.length || !isSame) entries = joinEntries(files);
    return entries;
  }, intervalMs);
  return () => polled.get();
}

/** The files that the registry reads: files in other places list nothing. */
function listFiles({ loaded }: Registry): readonly NetworkFile[] {
  return loaded.flatMap((file) => {
    const { chain, expected } = file.location;
    return chain === null || expected !== null ? [] : [{ network: chain, loaded: file }];
  });
}

function joinEntries(files: readonly NetworkFile[]): LoadedEntries {
  const faults = files.map(({ network, loaded }) => [network, findFault(loaded)] as const);
  return {
    entries: files.flatMap(({ loaded }) => loaded.entries),
    broken: new Map(faults.flatMap(([network, fault]) => (fault === null ? [] : [[network, fault]]))),
  };
}

/** Why a file violates its format; null if only single entries are wrong. */
function findFault({ path, complete, problems }: LoadedFile): string | null {
  const fault = problems.find(
    ({ problem, entry }) => entry === null && (!complete || problem.code === 'file/schema'),
  );
  if (fault === undefined) return null;
  return `${path}, line ${fault.place.range?.line ?? 1}: ${wordProblem(fault.problem).message}`;
}
