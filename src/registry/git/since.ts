import { isAbsolute } from 'node:path';
import type { Format } from '../../formats/format.js';
import type { KindDefinition } from '../../model/kind.js';
import { hashBlob, isTextOf } from './blob-hash.js';
import { compareRevisions, includeBetween, type RegistryChanges } from './changes.js';
import type { ComparisonOptions } from './clone.js';
import { findConverted } from './conversions.js';
import { readAccess, readGit, runGit, type GitOptions } from './git.js';
import { listDifferences } from './differences.js';
import { joinFiles, type Registry } from '../load.js';
import { loadFile, type FileLocation, type LoadedFile } from '../load-file.js';
import { findRegistry, locate } from '../layout.js';
import { createProviderFilter } from '../provider-requirement.js';
import { decode, type FileReading } from '../read-file.js';
import { syntaxesOf } from '../syntax/choose-syntax.js';
import { loadParsers } from '../syntax/parsers.js';
import { readRevision } from './revision.js';
import { describeSameCommit } from './upstream.js';

export interface ChangesSince extends RegistryChanges {
  readonly commit: string;
  /** The registry as it is judged: a chain that was live counts as live, whatever the change says. */
  readonly registry: Registry;
  /** Changed files that are no part of the registry. */
  readonly filesNotRead: readonly string[];
  /** A sentence if nothing can have changed, since HEAD has no commit that the ref lacks; otherwise null. */
  readonly sameCommit: string | null;
}

/** What becomes of a changed file: its entries get verdicts, or it has an error, or it is no part of the registry. */
type FileClass = 'read' | 'wrong' | 'not-read';

function classifyFile(path: string, loaded: ReadonlyMap<string, LoadedFile>): FileClass {
  const file = loaded.get(path);
  if (file === undefined) return 'not-read';
  return file.complete && !file.problems.some(({ problem }) => problem.code === 'file/misplaced')
    ? 'read'
    : 'wrong';
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
  const { base, found, loaded, directories, sparse } = registry;
  const git = { ...options, access: await readAccess(base) };
  const present = new Map(found.map((file) => [file.path, file]));
  const formats = findRegistry(base)?.formats ?? [];
  // All files of a syntax may have been deleted.
  await loadParsers(formats.flatMap(syntaxesOf));
  // A deleted file counts only if discovery would have found it.
  const isDeleted = (path: string) =>
    !sparse.has(path) &&
    directories.some((directory) => directory === '' || path.startsWith(`${directory}/`)) &&
    locate(path, formats)?.role === 'registered';
  const texts = new Map(loaded.map(({ path, text }) => [path, text]));
  // Most files are unchanged, and need not be read and judged twice.
  const unchanged = new Set<string>();
  const select = (path: string, hash: string) => {
    const file = present.get(path);
    if (file === undefined) return isDeleted(path);
    const text = texts.get(path) ?? null;
    if (text === null || !isTextOf(text, hash)) return true;
    unchanged.add(path);
    return false;
  };
  const revision = await readRevision(base, ref, select, git);
  if (typeof revision === 'string') return revision;
  // A file outside of the directory is named by its absolute path.
  const converted = await findConverted(
    base,
    found.flatMap(({ absolute, path }) => (absolute === null || isAbsolute(path) ? [] : [path])),
    git,
  );
  if (converted !== null) return converted;
  const isReadable = new Map(loaded.map(({ path, complete }) => [path, complete]));
  const before = loaded.filter(({ path }) => unchanged.has(path));
  for (const [path, reading] of revision.files) {
    const location = present.get(path) ?? findLocation(path, formats);
    const load = (older: FileReading) => loadFile(location, older, kinds);
    const file = load(reading);
    const repaired = !file.complete && isReadable.get(path) === true;
    const place = { commit: revision.commit, path };
    before.push((repaired ? await findLastReadable(base, place, load, git) : null) ?? file);
  }
  for (const { path, complete } of loaded) {
    const hash = revision.hashes.get(path);
    const absolute = present.get(path)?.absolute;
    if (complete || hash === undefined || absolute == null) continue;
    if ((await hashBlob(absolute, hash)) === hash) unchanged.add(path);
  }
  const live = readAsLive(registry, before, kinds);
  const changes = compareRevisions(live.loaded, before, ({ path }) => unchanged.has(path));
  const files = new Map(loaded.map((file) => [file.path, file]));
  const isNamed = (path: string) =>
    directories.some((directory) => directory === '' || path.startsWith(`${directory}/`)) || files.has(path);
  const differences = await listDifferences(base, revision.tree, git);
  if (typeof differences === 'string') return differences;
  // A submodule is one path here, whatever is read of it.
  const isReadBelow = (path: string) => loaded.some((file) => file.path.startsWith(`${path}/`));
  const filesNotRead = differences.filter(
    (path) => isNamed(path) && classifyFile(path, files) === 'not-read' && !isReadBelow(path),
  );
  const isSame =
    revision.isHead &&
    git.offline !== true &&
    changes.counts.unchanged === live.entries.length &&
    changes.removed.length === 0;
  return {
    commit: revision.commit,
    sameCommit: isSame ? await describeSameCommit(base, ref) : null,
    registry: live,
    filesNotRead,
    ...includeBetween(changes, live),
  };
}

/**
 * Reads the files again whose chain was live and is not according to the change, as if it still were. In another file, it is the same chain if it has the
 * name or an id that a live chain had, and none has any more.
 */
function readAsLive(
  registry: Registry,
  before: readonly LoadedFile[],
  kinds: readonly KindDefinition[],
): Registry {
  const earlier = new Map(before.map(({ path, status }) => [path, status?.status]));
  const { found, loaded } = registry;
  const lost = listLiveNames(before);
  for (const name of listLiveNames(loaded)) lost.delete(name);
  const isExempt = (file: LoadedFile) =>
    file.text !== null &&
    file.status !== null &&
    file.status.status !== 'live' &&
    (earlier.get(file.path) === 'live' || listNames(file).some((name) => lost.has(name)));
  if (!loaded.some(isExempt)) return registry;
  const filterProviders = createProviderFilter();
  const live = loaded.map((file, index) => {
    const location = found[index];
    if (location === undefined || !isExempt(file)) return file;
    const reading = { text: file.text ?? '', problem: null };
    return filterProviders(location, loadFile({ ...location, isLive: true }, reading, kinds));
  });
  return { ...registry, loaded: live, ...joinFiles(live, kinds, registry.otherProviders) };
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
  directory: string,
  { commit, path }: { readonly commit: string; readonly path: string },
  load: (reading: FileReading) => LoadedFile,
  git: Pick<GitOptions, 'offline' | 'limitMs' | 'access'> = {},
): Promise<LoadedFile | null> {
  const args = ['rev-list', `--max-count=${triedVersions}`, commit, '--', `:(literal)${path}`];
  const commits = ((await readGit(directory, args, git)) ?? '').split('\n').filter((line) => line !== '');
  for (const older of commits) {
    const { status, stdout } = await runGit(directory, ['cat-file', 'blob', `${older}:./${path}`], git);
    if (status !== 0) continue;
    const file = load(decode(stdout));
    if (file.complete) return file;
  }
  return null;
}
