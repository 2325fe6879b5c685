import { lstat, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeVersion } from '../../registry/file-version.js';
import { type ListFault, readListFile } from '../../registry/read-list.js';
import { type AssetList, createAssetList, type ListKind } from './asset-list.js';

/** Why a list cannot be sent: the file, by its path in the registry, and its fault. */
export interface BrokenFile extends ListFault {
  readonly file: string;
}

/** A list that was read, or why it could not be. */
export interface ReadList {
  /** Names, sizes and times of the files: when it changes, they are read again. */
  readonly signature: string;
  readonly list: AssetList | null;
  readonly broken: BrokenFile | null;
}

/** The lists of a network. */
export type NetworkLists = Readonly<Record<ListKind, ReadList>>;

/** A file that changed less than this ago, in milliseconds, may still be incomplete. */
const settlingMs = 1_000;

/** Reads the lists of a network's directory; keeps those of `before` whose files have not changed. */
export async function readNetworkLists(
  directory: string,
  network: string,
  before: NetworkLists | null,
): Promise<NetworkLists> {
  // By code units, so in the same order on every system.
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json')).sort();
  const read = (kind: ListKind) =>
    readList(
      kind,
      names.filter((name) => name.startsWith(kind)).map((name) => join(directory, name)),
      `chain/${network}`,
      before?.[kind] ?? null,
    );
  const [assets, erc20, cw20] = await Promise.all([read('assets'), read('erc20'), read('cw20')]);
  return { assets, erc20, cw20 };
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
      const changedAgoMs = Date.now() - Number(stats[files.length]?.ctimeNs ?? 0n) / 1e6;
      // With the old signature, so that the next poll reads it again.
      if (before?.list != null && Math.abs(changedAgoMs) < settlingMs) return before;
      const file = `${label}/${basename(path)}`;
      return { signature, list: null, broken: { ...reading.fault, file } };
    }
    files.push(reading);
  }
  return { signature, list: createAssetList(kind, files), broken: null };
}
