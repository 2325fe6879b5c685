import { suggestNearest } from '../../../model/describe-unknown.js';
import { ServiceProblem } from '../../http/service-problem.js';
import { nodeId } from './health-check.js';
import type { LoadedEntries } from './load-entries.js';

/** A node that has given something, and the chain that it was on; null if it did not say. */
export interface Origin {
  readonly node: string;
  readonly chainId: string | null;
}

/** The chains that a network's entries claim, by node; null for an entry without a claim. */
type Claims = ReadonlyMap<string, readonly (string | null)[]>;

const kindNames: Readonly<Record<string, string>> = { evm: 'EVM', grpc: 'gRPC' };

/** The endpoints of one kind that the files of a registry list now. Calls no node. */
export class ListedNodes {
  readonly #loadEntries: () => Promise<LoadedEntries>;
  readonly #kind: string;
  #loaded: LoadedEntries | null = null;
  #networks: ReadonlyMap<string, Claims> = new Map();

  /** @param loadEntries returns the same object until the files change */
  constructor(loadEntries: () => Promise<LoadedEntries>, kind: string) {
    this.#loadEntries = loadEntries;
    this.#kind = kind;
  }

  /** Throws a ServiceProblem if no endpoint of a network is listed. */
  async require(network: string): Promise<void> {
    const loaded = await this.#load();
    if (!this.#networks.has(network)) throw explainAbsence(loaded, network, this.#kind);
  }

  /** Whether a node is listed still, and for the chain that it was on. */
  async has(network: string, { node, chainId }: Origin): Promise<boolean> {
    await this.#load();
    const claims = this.#networks.get(network)?.get(node) ?? [];
    return claims.some((claim) => claim === null || chainId === null || claim === chainId);
  }

  async #load(): Promise<LoadedEntries> {
    const loaded = await this.#loadEntries();
    if (loaded === this.#loaded) return loaded;
    const networks = new Map<string, Map<string, (string | null)[]>>();
    for (const { chain, kind, target, claim } of loaded.entries) {
      if (chain === null || kind !== this.#kind) continue;
      const claims = networks.get(chain) ?? new Map<string, (string | null)[]>();
      networks.set(chain, claims);
      if (target === null) continue;
      const id = nodeId(target);
      claims.set(id, [...(claims.get(id) ?? []), claim === null ? null : claim.chainId]);
    }
    this.#networks = networks;
    this.#loaded = loaded;
    return loaded;
  }
}

/** The problem of a network without endpoints of a kind: 404, or 502 if its file is broken. */
export function explainAbsence(
  { entries, broken }: LoadedEntries,
  network: string,
  kind: string,
): ServiceProblem {
  const fault = broken.get(network);
  if (fault !== undefined) return new ServiceProblem(502, fault);
  if (entries.some(({ chain }) => chain === network)) {
    const detail = `the network lists no ${nameKind(kind)} endpoints`;
    return new ServiceProblem(404, `${JSON.stringify(network)}: ${detail}`);
  }
  const near = suggestNearest(
    network,
    entries.flatMap(({ chain }) => chain ?? []),
  );
  const detail = `the registry has no such network, or it lists no endpoints${near}`;
  return new ServiceProblem(404, `${JSON.stringify(network.slice(0, 60))}: ${detail}`);
}

/** A kind of endpoint in the words of a message. */
export function nameKind(kind: string): string {
  return kindNames[kind] ?? kind;
}
