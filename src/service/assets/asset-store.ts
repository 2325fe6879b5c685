import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { truncate } from '../../model/truncate.js';
import { formatMessage, getRule } from '../../engine/rule-catalogue.js';
import type { AssetList, ListKind } from './asset-list.js';
import { ServiceProblem } from '../http/service-problem.js';
import { type NetworkLists, readNetworkLists } from './network-lists.js';
import { Polled } from '../../registry/polled.js';

/** The lists of all networks of a registry, read when they are first needed and again when their files change. */
export class AssetStore {
  readonly #root: string;
  readonly #networks: Polled<ReadonlyMap<string, Polled<NetworkLists>>>;

  /** `root` is the directory that holds `chain`. */
  constructor(root: string) {
    this.#root = root;
    let networks: ReadonlyMap<string, Polled<NetworkLists>> = new Map();
    this.#networks = new Polled(async () => {
      const names = await this.#listNetworks();
      const known = networks;
      networks = new Map(names.map((name) => [name, known.get(name) ?? this.#pollNetwork(name)]));
      return networks;
    });
  }

  /** Finds a list of a network. Throws a ServiceProblem: 404 for an unknown network, 502 where its files cannot be read. */
  async find(network: string, kind: ListKind): Promise<AssetList> {
    const networks = await this.#networks.get().catch(refuse);
    const { list, broken } = (await this.#requireNetwork(networks, network).get().catch(refuse))[kind];
    if (list !== null) return list;
    if (broken === null) throw new Error('a list without content must be broken');
    const { file, line, problem } = broken;
    throw new ServiceProblem(
      502,
      'Bad Gateway',
      `${file}, line ${line}: ${formatMessage(getRule(problem).message, problem)}`,
    );
  }

  #requireNetwork(
    networks: ReadonlyMap<string, Polled<NetworkLists>>,
    network: string,
  ): Polled<NetworkLists> {
    const found = networks.get(network);
    if (found !== undefined) return found;
    throw new ServiceProblem(404, 'Not Found', `unknown network ${JSON.stringify(truncate(network))}`);
  }

  /** Only these names ever become part of a path. Skips symbolic links. */
  async #listNetworks(): Promise<readonly string[]> {
    const directory = join(this.#root, 'chain');
    if (!(await lstat(directory)).isDirectory()) return [];
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  }

  #pollNetwork(name: string): Polled<NetworkLists> {
    let before: NetworkLists | null = null;
    return new Polled(
      async () => (before = await readNetworkLists(join(this.#root, 'chain', name), name, before)),
    );
  }
}

/** For a directory that cannot be listed, or that was removed meanwhile. */
function refuse(error: unknown): never {
  const { code = 'unknown error' } = error as NodeJS.ErrnoException;
  throw new ServiceProblem(502, 'Bad Gateway', `the registry cannot be read: ${code}`);
}
