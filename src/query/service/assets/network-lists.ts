import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describeVersion } from '../../../registry/file-version.js';
import { LastGood } from '../../../registry/last-good.js';
import { type ListFault, readListFile } from '../../../registry/read-list.js';
import { type AssetList, createAssetList, type ListKind } from './asset-list.js';

/** A list, or why it cannot be sent: the file, by its path in the registry, and its fault. */
export interface ReadList {
  /** Names, sizes and times of the files: when it changes, they are read again. */
  readonly signature: string;
  readonly paths: readonly string[];
  readonly list: AssetList | null;
  readonly broken: (ListFault & { readonly file: string }) | null;
}

/** Reads a list, again only if its files have changed. A broken or missing file keeps its content for a moment. Rejects if the directory cannot be read. */
export function createListReader(
  root: string,
  network: string,
  kind: ListKind,
  settlingMs?: number,
): () => Promise<ReadList> {
  const last = new LastGood<ReadList>(settlingMs);
  let newest: ReadList | null = null;
  return async () => {
    try {
      newest = await readList(root, network, kind, newest);
    } catch (error) {
      const kept = last.reject();
      if (kept === null) throw error;
      return kept;
    }
    const { list, paths } = newest;
    const isMissing = (path: string) => !paths.includes(path);
    if (list !== null && last.good?.paths.some(isMissing) !== true) return last.accept(newest);
    return last.reject() ?? newest;
  };
}

async function readList(
  root: string,
  network: string,
  kind: ListKind,
  before: ReadList | null,
): Promise<ReadList> {
  const directory = `chain/${network}`;
  const names = await readdir(join(root, directory));
  // By code units, so in the same order on every system.
  const own = names.filter((name) => name.startsWith(kind) && name.endsWith('.json')).sort();
  const paths = own.map((name) => `${directory}/${name}`);
  const stats = await Promise.all(paths.map((path) => lstat(join(root, path), { bigint: true })));
  const signature = stats.map((found, index) => describeVersion(paths[index] ?? '', found)).join('\n');
  if (before?.signature === signature) return before;
  const files = [];
  for (const path of paths) {
    const reading = readListFile(join(root, path));
    if (reading.fault !== null)
      return { signature, paths, list: null, broken: { ...reading.fault, file: path } };
    files.push(reading);
  }
  return { signature, paths, list: createAssetList(kind, files), broken: null };
}
