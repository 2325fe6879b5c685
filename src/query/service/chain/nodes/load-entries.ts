import { checks } from '../../../../checks/index.js';
import { wordProblem } from '../../../../engine/rule-catalogue.js';
import { chainlist } from '../../../../formats/chainlist/index.js';
import type { Entry } from '../../../../model/entry.js';
import { type FileTiming, LastGood, Polled } from '../../../../registry/polled.js';
import type { Registry } from '../../../../registry/load.js';
import type { LoadedFile } from '../../../../registry/load-file.js';
import { createRegistryReader } from '../../../../registry/registry-reader.js';

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

  const settle = (found: readonly NetworkFile[]): readonly NetworkFile[] => {
    const byPath = new Map(found.map((file) => [file.loaded.path, file]));
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
