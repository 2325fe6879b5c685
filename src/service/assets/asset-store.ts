import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { suggestNearest } from '../../model/describe-unknown.js';
import { truncate } from '../../model/truncate.js';
import { wordProblem } from '../../engine/rule-catalogue.js';
import type { AssetList, ListKind } from './asset-list.js';
import { ServiceProblem } from '../http/service-problem.js';
import { NetworkListReader, type NetworkLists } from './network-lists.js';
import { LastGood } from '../../registry/last-good.js';
import { Polled } from '../../registry/polled.js';

/** How often the files are checked, and how long a broken or missing file keeps its last content; both in milliseconds, for tests. */
export interface StoreTiming {
  readonly intervalMs?: number;
  readonly settlingMs?: number;
}

/** The lists of a network; kept by `presence` while its directory is missing for a moment. */
interface Network {
  readonly lists: Polled<NetworkLists>;
  readonly presence: LastGood<Polled<NetworkLists>>;
}

type Networks = ReadonlyMap<string, Polled<NetworkLists>>;

/** The lists of all networks of a registry, read when they are first needed and again when their files change. */
export class AssetStore {
  readonly #root: string;
  readonly #timing: StoreTiming;
  readonly #known = new Map<string, Network>();
  readonly #networks: Polled<Networks>;

  /** `root` is the directory that holds `chain`. */
  constructor(root: string, timing: StoreTiming = {}) {
    this.#root = root;
    this.#timing = timing;
    const last = new LastGood<Networks>(timing.settlingMs);
    this.#networks = new Polled(() => last.load(() => this.#findNetworks()), timing.intervalMs);
  }

  /** Finds a list of a network. Throws a ServiceProblem: 404 for an unknown network, 502 if its files cannot be read. */
  async find(network: string, kind: ListKind): Promise<AssetList> {
    const networks = await this.#networks.get().catch(refuse);
    const { list, broken } = (await this.#requireNetwork(networks, network).get().catch(refuse))[kind];
    if (list !== null) return list;
    if (broken === null) throw new Error('a list without content must be broken');
    const { file, line, problem } = broken;
    throw new ServiceProblem(502, `${file}, line ${line}: ${wordProblem(problem).message}`);
  }

  #requireNetwork(networks: Networks, network: string): Polled<NetworkLists> {
    const found = networks.get(network);
    if (found !== undefined) return found;
    const near = suggestNearest(network, networks.keys());
    throw new ServiceProblem(404, `unknown network ${JSON.stringify(truncate(network))}${near}`);
  }

  async #findNetworks(): Promise<Networks> {
    const names = new Set(await listNetworks(this.#root));
    for (const name of names) {
      const network = this.#known.get(name) ?? this.#createNetwork(name);
      this.#known.set(name, network);
      network.presence.accept(network.lists);
    }
    for (const [name, { presence }] of this.#known)
      if (!names.has(name) && presence.reject() === null) this.#known.delete(name);
    return new Map([...this.#known].map(([name, { lists }]) => [name, lists]));
  }

  #createNetwork(name: string): Network {
    const { intervalMs, settlingMs } = this.#timing;
    const reader = new NetworkListReader(join(this.#root, 'chain', name), name, settlingMs);
    const last = new LastGood<NetworkLists>(settlingMs);
    return {
      lists: new Polled(() => last.load(() => reader.read()), intervalMs),
      presence: new LastGood(settlingMs),
    };
  }
}

/** The names of a registry's networks, and the only ones that ever become part of a path. Skips symbolic links. Rejects if they cannot be listed. */
export async function listNetworks(root: string): Promise<readonly string[]> {
  const directory = join(root, 'chain');
  if (!(await lstat(directory)).isDirectory()) return [];
  const entries = await readdir(directory, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** For a directory that cannot be listed, or that was removed meanwhile. */
function refuse(error: unknown): never {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  throw new ServiceProblem(502, `the registry cannot be read: ${code}`);
}
