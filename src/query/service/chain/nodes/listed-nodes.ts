import { suggestNearest } from '../../../../model/describe-unknown.js';
import type { Entry } from '../../../../model/entry.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { nodeId, type NodeKind } from './health-check.js';
import type { LoadedEntries } from './load-entries.js';

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
