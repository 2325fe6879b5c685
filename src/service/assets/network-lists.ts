import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeVersion } from '../../registry/file-version.js';
import { LastGood } from '../../registry/last-good.js';
import { type ListFault, readListFile } from '../../registry/read-list.js';
import { type AssetList, createAssetList, type ListKind } from './asset-list.js';

/** Why a list cannot be sent: the file, by its path in the registry, and its fault. */
export interface BrokenFile extends ListFault {
  readonly file: string;
}

/** A list, or why it could not be read. */
export interface ReadList {
  /** Names, sizes and times of the files: when it changes, they are read again. */
  readonly signature: string;
  readonly paths: readonly string[];
  readonly list: AssetList | null;
  readonly broken: BrokenFile | null;
}

/** The lists of a network. */
export type NetworkLists = Readonly<Record<ListKind, ReadList>>;

/** Reads the lists of a network's directory, again only if files have changed. A broken or missing file keeps its last content for a moment. */
export class NetworkListReader {
  readonly #directory: string;
  readonly #network: string;
  readonly #settled: Readonly<Record<ListKind, LastGood<ReadList>>>;
  #newest: NetworkLists | null = null;

  constructor(directory: string, network: string, settlingMs?: number) {
    this.#directory = directory;
    this.#network = network;
    const createLast = () => new LastGood<ReadList>(settlingMs);
    this.#settled = { assets: createLast(), erc20: createLast(), cw20: createLast() };
  }

  /** The current lists. Rejects if the directory cannot be read. */
  async read(): Promise<NetworkLists> {
    // By code units, so in the same order on every system.
    const names = (await readdir(this.#directory)).filter((name) => name.endsWith('.json')).sort();
    const read = (kind: ListKind) =>
      readList(
        kind,
        names.filter((name) => name.startsWith(kind)).map((name) => join(this.#directory, name)),
        `chain/${this.#network}`,
        this.#newest?.[kind] ?? null,
      );
    const [assets, erc20, cw20] = await Promise.all([read('assets'), read('erc20'), read('cw20')]);
    this.#newest = { assets, erc20, cw20 };
    return {
      assets: this.#settle('assets', assets),
      erc20: this.#settle('erc20', erc20),
      cw20: this.#settle('cw20', cw20),
    };
  }

  #settle(kind: ListKind, newest: ReadList): ReadList {
    const last = this.#settled[kind];
    const isMissing = (path: string) => !newest.paths.includes(path);
    if (newest.list !== null && last.good?.paths.some(isMissing) !== true) return last.accept(newest);
    return last.reject() ?? newest;
  }
}

async function readList(
  kind: ListKind,
  paths: readonly string[],
  label: string,
  before: ReadList | null,
): Promise<ReadList> {
  const stats = await Promise.all(paths.map((path) => lstat(path, { bigint: true })));
  const signature = stats.map((found, index) => describeVersion(paths[index] ?? '', found)).join('\n');
  if (before?.signature === signature) return before;
  const files = [];
  for (const path of paths) {
    const reading = readListFile(path);
    if (reading.fault !== null) {
      const file = `${label}/${basename(path)}`;
      return { signature, paths, list: null, broken: { ...reading.fault, file } };
    }
    files.push(reading);
  }
  return { signature, paths, list: createAssetList(kind, files), broken: null };
}
