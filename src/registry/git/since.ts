import { isAbsolute } from 'node:path';
import type { Format } from '../../formats/format.js';
import type { KindDefinition } from '../../model/kind.js';
import {
  findConverted,
  hashBlob,
  isTextOf,
  listDifferences,
  type ComparisonOptions,
  read,
  run,
} from './clone.js';
import { compareRevisions, includeBetween, type RegistryChanges } from './changes.js';
import { joinFiles, type Registry } from '../load.js';
import { createProviderFilter, type FileLocation, type LoadedFile, loadFile } from '../load-file.js';
import { findRegistry, isBelow, locate } from '../layout.js';
import { decode, type FileReading } from '../read-file.js';
import { loadParsers, syntaxesOf } from '../syntax/syntaxes.js';
import { readRevision, type Revision } from './revision.js';
import { describeSameCommit } from './remotes.js';

export interface ChangesSince extends RegistryChanges {
  /** The commit that was read; null without git. */
  readonly commit: string | null;
  /** The registry as it is judged: a chain that was live counts as live, whatever the change says. */
  readonly registry: Registry;
  readonly filesNotRead: readonly string[];
  /** A sentence if nothing can have changed, since HEAD has no commit that the ref lacks; otherwise null. */
  readonly sameCommit: string | null;
}

/**
 * Compares the working tree of a registry with the merge base of HEAD and a git ref, so that later commits on the ref don't count as changes.
 * Fetches what the clone lacks, unless `offline`. Resolves to a sentence for the user if the comparison is impossible.
 */
export async function findChanges(
  registry: Registry,
  ref: string,
  kinds: readonly KindDefinition[],
  options: ComparisonOptions = {},
): Promise<ChangesSince | string> {
  const { base, loaded } = registry;
  const formats = findRegistry(base)?.formats ?? [];
  // All files of a syntax may have been deleted.
  await loadParsers(formats.flatMap(syntaxesOf));
  const { unchanged, isNeeded } = createSelection(registry, formats);
  const revision = await readRevision(base, ref, isNeeded, options);
  if (typeof revision === 'string') return revision;
  // A file outside of the directory is named by its absolute path.
  const inside = loaded.flatMap(({ path, location: { absolute } }) =>
    absolute === null || isAbsolute(path) ? [] : [path],
  );
  const converted = await findConverted(revision.clone, inside);
  if (converted !== null) return converted;
  const present = new Map(loaded.map(({ path, location }) => [path, location]));
  const load = (path: string, reading: FileReading) =>
    loadFile(present.get(path) ?? findLocation(path, formats), reading, kinds);
  const before = [
    ...loaded.filter(({ path }) => unchanged.has(path)),
    ...(await loadEarlier(registry, revision, load)),
  ];
  for (const path of await listSameUnread(registry, revision.hashes)) unchanged.add(path);
  const live = await readAsLive(registry, before, kinds);
  const changes = compareRevisions(live.loaded, before, ({ path }) => unchanged.has(path));
  const differences = await listDifferences(revision.clone, revision.tree);
  if (typeof differences === 'string') return differences;
  const isSame =
    revision.isHead &&
    options.offline !== true &&
    changes.counts.unchanged === live.entries.length &&
    changes.removed.length === 0;
  return {
    commit: revision.commit,
    sameCommit: isSame ? await describeSameCommit(base, ref) : null,
    registry: live,
    filesNotRead: listNotRead(registry, differences),
    ...includeBetween(changes, live),
  };
}

/** Chooses the files of a revision that must be read. Most are unchanged, and need not be read and judged twice. */
function createSelection({ loaded, directories, sparse }: Registry, formats: readonly Format[]) {
  const texts = new Map(loaded.map(({ path, text }) => [path, text]));
  const unchanged = new Set<string>();
  // A deleted file counts only if discovery would have found it.
  const isDeleted = (path: string) =>
    !sparse.has(path) &&
    directories.some((directory) => isBelow(path, directory)) &&
    locate(path, formats)?.role === 'registered';
  const isNeeded = (path: string, hash: string) => {
    const text = texts.get(path);
    if (text === undefined) return isDeleted(path);
    if (text === null || !isTextOf(text, hash)) return true;
    unchanged.add(path);
    return false;
  };
  return { unchanged, isNeeded };
}

type Load = (path: string, reading: FileReading) => LoadedFile;

async function loadEarlier(
  { loaded }: Registry,
  revision: Revision,
  load: Load,
): Promise<readonly LoadedFile[]> {
  const isReadable = new Map(loaded.map(({ path, complete }) => [path, complete]));
  const earlier: LoadedFile[] = [];
  for (const [path, reading] of revision.files) {
    const file = load(path, reading);
    const isRepaired = !file.complete && isReadable.get(path) === true;
    const lastReadable = isRepaired ? await findLastReadable(revision, path, load) : null;
    earlier.push(lastReadable ?? file);
  }
  return earlier;
}

/** The paths of files that cannot be read, and could not be either when they had the same bytes. */
async function listSameUnread(
  { loaded }: Registry,
  hashes: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const { path, complete, location } of loaded) {
    const hash = hashes.get(path);
    const { absolute } = location;
    if (complete || hash === undefined || absolute === null) continue;
    if ((await hashBlob(absolute, hash)) === hash) paths.push(path);
  }
  return paths;
}

/** Changed files in the directories that are no part of the registry. A submodule is one path here, whatever is read of it. */
function listNotRead({ loaded, directories }: Registry, differences: readonly string[]): readonly string[] {
  const paths = new Set(loaded.map(({ path }) => path));
  const isSearched = (path: string) => directories.some((directory) => isBelow(path, directory));
  const isReadBelow = (path: string) => loaded.some((file) => isBelow(file.path, path));
  return differences.filter((path) => isSearched(path) && !paths.has(path) && !isReadBelow(path));
}

/**
 * Reads the files again whose chain was live and is not according to the change, as if it still were. In another file, it is the same chain if it has the
 * name or an id that a live chain had, and none has any more.
 */
async function readAsLive(
  registry: Registry,
  before: readonly LoadedFile[],
  kinds: readonly KindDefinition[],
): Promise<Registry> {
  const earlier = new Map(before.map(({ path, status }) => [path, status?.status]));
  const { loaded } = registry;
  const lost = listLiveNames(before);
  for (const name of listLiveNames(loaded)) lost.delete(name);
  const isExempt = (file: LoadedFile) =>
    file.text !== null &&
    file.status !== null &&
    file.status.status !== 'live' &&
    (earlier.get(file.path) === 'live' || listNames(file).some((name) => lost.has(name)));
  if (!loaded.some(isExempt)) return registry;
  const filterProviders = createProviderFilter();
  const live = loaded.map((file) => {
    if (!isExempt(file)) return file;
    const reading = { text: file.text ?? '', problem: null };
    return filterProviders(loadFile({ ...file.location, isLive: true }, reading, kinds));
  });
  const others = await registry.findOthers(live);
  const { otherProviders } = others;
  return { ...registry, loaded: live, otherProviders, ...joinFiles(live, kinds, others) };
}

function listLiveNames(files: readonly LoadedFile[]): Set<string> {
  return new Set(files.filter(({ status }) => status?.status === 'live').flatMap(listNames));
}

/** The names of chains, and the ids that are claimed for their entries. */
function listNames({ entries, claims }: LoadedFile): readonly string[] {
  return [...entries.flatMap(({ chain }) => chain ?? []), ...claims.flatMap(({ chainId }) => chainId ?? [])];
}

function findLocation(path: string, formats: readonly Format[]): FileLocation {
  const { format = null, chain = null } = locate(path, formats) ?? {};
  return { path, format, chain, expected: null, list: null };
}

const triedVersions = 20;

/**
 * The newest version of a file before a commit that could be read, as far as the clone has it: whoever repairs a broken file is not responsible for all
 * that is in it. Null if there is none among the last twenty.
 */
async function findLastReadable(
  { clone, commit }: Revision,
  path: string,
  load: Load,
): Promise<LoadedFile | null> {
  const args = ['rev-list', `--max-count=${triedVersions}`, commit, '--', `:(literal)${path}`];
  const commits = ((await read(clone, args)) ?? '').split('\n').filter((line) => line !== '');
  for (const older of commits) {
    const { status, stdout } = await run(clone, ['cat-file', 'blob', `${older}:./${path}`]);
    if (status !== 0) continue;
    const file = load(path, decode(stdout));
    if (file.complete) return file;
  }
  return null;
}
