import { join, sep } from 'node:path';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import type { KindDefinition } from '../model/kind.js';
import type { FileReport } from '../model/report.js';
import { type ClaimedId, findRepeatedIds } from './judge-identity.js';
import { discoverFiles, type Discovery, type DiscoveryOptions } from './discover.js';
import { findRegistry, type FoundFile, isBelow, locate, isUtf8Path } from './layout.js';
import { createProviderFilter, type LoadedFile, loadFile, type RegistryFile } from './load-file.js';
import { judgeNestedDenoms } from './lists/ibc-denom.js';
import { decode, type FileReading, readRegistryFile, refuse } from './read-file.js';
import { sizeLimitBytes } from './rules.js';
import { findMisplaced } from './misplaced.js';
import { findSameAddresses } from './same-address.js';
import { chooseSyntax, loadParsers } from './syntax/syntaxes.js';
import { findCommonSpellings, judgeSpellings, type ProviderMention } from './spelling.js';

export interface Registry {
  readonly base: string;
  readonly files: readonly FileReport[];
  /** Text of the files that could be decoded, by path, for reporters that show lines. */
  readonly texts: ReadonlyMap<string, string>;
  readonly entries: readonly Entry[];
  readonly problems: readonly PlacedProblem[];
  readonly usageErrors: readonly string[];
  readonly loaded: readonly RegistryFile[];
  readonly directories: readonly string[];
  /** The files that a sparse checkout leaves out, as far as they were looked for. */
  readonly sparse: ReadonlySet<string>;
  /** Providers in the rest of the registry, whose spellings count too. Only read if the checked files spell a provider in several ways. */
  readonly otherProviders: readonly ProviderMention[];
  /** Finds what counts beside files in the rest of the registry, such as these files in another revision. */
  readonly findOthers: (files: readonly LoadedFile[]) => Promise<Others>;
}

interface Others extends Pick<Registry, 'otherProviders'> {
  /** Ids that the files claim too. */
  readonly otherIds: readonly ClaimedId[];
}

export interface RegistryOptions extends DiscoveryOptions {
  readonly kinds: readonly KindDefinition[];
  /** Only called if `-` is among the paths. May stop reading after `limitBytes`. */
  readonly readStdin: (limitBytes: number) => Promise<Buffer>;
  /** False to leave out files that the registry does not read; by default they are found, and are errors. */
  readonly misplaced?: boolean;
  /**
   * Reads files below the base that are not in the file system, by path; null for those that need not be checked. By default, there are none.
   */
  readonly readSparse?: (base: string) => Promise<ReadonlyMap<string, FileReading | null>>;
  /** Replaces `readAndJudge` for a file, for instance by a cached result. */
  readonly load?: (file: FoundFile, readAndJudge: () => Promise<RegistryFile>) => Promise<RegistryFile>;
}

/** Reads the registry files at the paths and judges their structure. Probes nothing; follows no symbolic link. */
export async function loadRegistry(paths: readonly string[], options: RegistryOptions): Promise<Registry> {
  const discovery = discoverFiles(paths, options);
  const { base, directories } = discovery;
  const misplaced = options.misplaced === false ? [] : await findMisplaced(discovery.candidates);
  const elsewhere = new Set(misplaced.map(({ path }) => path));
  const present = [...discovery.files.filter(({ path }) => !elsewhere.has(path)), ...misplaced];
  const sparse = (await options.readSparse?.(base)) ?? new Map<string, FileReading | null>();
  const absent = findSparse({ base, directories, files: present }, sparse);
  const files = [...present, ...absent.map(({ file }) => file)];
  const isEmpty = (directory: string) =>
    !misplaced.some(({ absolute }) => absolute?.startsWith(join(directory, sep)) === true);
  const usageErrors = [
    ...discovery.usageErrors,
    ...discovery.doubts.flatMap(({ directory, error }) => (isEmpty(directory) ? error : [])),
  ];
  // A file that is not recognised yet may be of any syntax that its name suggests.
  await loadParsers(files.map(({ path, format }) => chooseSyntax(path, format, '')));
  const loaded: RegistryFile[] = [];
  const filterProviders = createProviderFilter();
  for (const file of present) {
    const read = () => readAndJudge(file, options);
    loaded.push(filterProviders(await (options.load?.(file, read) ?? read())));
  }
  for (const { file, reading } of absent)
    loaded.push(filterProviders(loadFile(file, reading, options.kinds)));
  const listOthers = createOtherFiles({ base, files, directories }, options);
  const findOthers = async (of: readonly LoadedFile[]): Promise<Others> => ({
    otherProviders: await findOtherProviders(listOthers, of, options),
    otherIds: await findOtherIds(listOthers, of, options),
  });
  const others = await findOthers(loaded);
  return {
    base,
    files: loaded.map(({ path, format, location: { chain } }) => ({
      path,
      chain,
      format: format?.name ?? null,
    })),
    texts: new Map(loaded.flatMap(({ path, text }) => (text === null ? [] : [[path, text]]))),
    ...joinFiles(loaded, options.kinds, others),
    usageErrors,
    loaded,
    directories,
    sparse: new Set(sparse.keys()),
    otherProviders: others.otherProviders,
    findOthers,
  };
}

function findSparse(
  { base, directories, files }: Pick<Discovery, 'base' | 'directories' | 'files'>,
  readings: ReadonlyMap<string, FileReading | null>,
): readonly { readonly file: FoundFile; readonly reading: FileReading }[] {
  const formats = readings.size === 0 ? [] : (findRegistry(base)?.formats ?? []);
  const present = new Set(files.map(({ path }) => path));
  return [...readings].flatMap(([path, reading]) => {
    const location = locate(path, formats);
    const isSearched = directories.some((directory) => isBelow(path, directory));
    if (reading === null || present.has(path) || !isSearched) return [];
    if (location?.role !== 'registered' && location?.role !== 'list') return [];
    const { format, chain, list = null } = location;
    const file = { absolute: join(base, path), path, format, chain, expected: null, list, behindLink: false };
    return [{ file, reading }];
  });
}

export function joinFiles(
  loaded: readonly LoadedFile[],
  kinds: readonly KindDefinition[],
  { otherProviders, otherIds }: Others = { otherProviders: [], otherIds: [] },
): Pick<Registry, 'entries' | 'problems'> {
  const entries = loaded.flatMap((file) => file.entries);
  const providers = listProviders(loaded);
  const ids = loaded.flatMap((file) => file.ids);
  return {
    entries,
    problems: [
      ...loaded.flatMap(({ problems }) => problems),
      ...findSameAddresses(entries, kinds),
      ...judgeSpellings(providers, findCommonSpellings([...providers, ...otherProviders])),
      ...findRepeatedIds(ids, otherIds),
      ...judgeNestedDenoms(loaded.flatMap(({ denoms }) => denoms)),
    ],
  };
}

/** Returns a function that finds the other files with endpoints of the registry, once; none if the paths cover all of it. */
function createOtherFiles(
  { base, files, directories }: Pick<Discovery, 'base' | 'files' | 'directories'>,
  options: RegistryOptions,
): () => readonly FoundFile[] {
  let others: readonly FoundFile[] | null = directories.includes('') ? [] : null;
  return () => {
    if (others !== null) return others;
    const around = discoverFiles([], { ...options, cwd: base });
    const named = new Set(files.map(({ absolute }) => absolute));
    const isOther = ({ absolute, list }: FoundFile) => list === null && !named.has(absolute);
    others = around.base === base ? around.files.filter(isOther) : [];
    return others;
  };
}

/** Reads nothing if all spellings agree, as in most runs. */
async function findOtherProviders(
  listOthers: () => readonly FoundFile[],
  loaded: readonly LoadedFile[],
  options: RegistryOptions,
): Promise<readonly ProviderMention[]> {
  if (findCommonSpellings(listProviders(loaded)).size === 0) return [];
  const providers: ProviderMention[] = [];
  for (const file of listOthers())
    for (const mention of (await readAndJudge(file, options)).providers) providers.push(mention);
  return providers;
}

/**
 * Finds the ids of the files that others of the registry claim too. Thousands may be there, so only those that seem to claim one of them are parsed.
 * Reads nothing if no file claims an id.
 */
async function findOtherIds(
  listOthers: () => readonly FoundFile[],
  loaded: readonly LoadedFile[],
  options: RegistryOptions,
): Promise<readonly ClaimedId[]> {
  const ids = loaded.flatMap((file) => file.ids);
  if (ids.length === 0) return [];
  const formats = new Set(loaded.filter((file) => file.ids.length > 0).map(({ format }) => format));
  const scopes = new Set(ids.map(({ scope }) => scope));
  const wanted = new Set(ids.map(({ chainId }) => foldId(chainId)));
  const fields = new Set(ids.map(({ field }) => field.slice(field.lastIndexOf('.') + 1)));
  const claim = new RegExp(`\\b(?:${[...fields].join('|')})["']?\\s*[:=]\\s*["']?([^"',\\s}]+)`, 'g');
  const claims: ClaimedId[] = [];
  for (const file of listOthers()) {
    if (!formats.has(file.format) || file.absolute === null || file.behindLink) continue;
    const { text } = readRegistryFile(file.absolute);
    const claimed = text === null ? [] : [...text.matchAll(claim)];
    if (claimed.some(([, id = '']) => wanted.has(foldId(id))))
      // Not spread: as arguments, more than some ten thousand would overflow the stack.
      for (const id of (await readAndJudge(file, options)).ids) claims.push(id);
  }
  return claims.filter(({ scope }) => scopes.has(scope));
}

/** An id in one spelling: files write that of an EVM chain as 1, "0x1" or "eip155:1". */
function foldId(id: string): string {
  const number = id.replace(/^eip155:/, '');
  return /^(?:0x[\da-f]+|\d+)$/i.test(number) && number.length <= 80 ? String(BigInt(number)) : id;
}

function listProviders(loaded: readonly LoadedFile[]): ProviderMention[] {
  return loaded.flatMap(({ providers }) => providers);
}

async function readAndJudge(file: FoundFile, { readStdin, kinds }: RegistryOptions): Promise<RegistryFile> {
  return loadFile(file, await readFile(file, readStdin), kinds);
}

async function readFile(file: FoundFile, readStdin: RegistryOptions['readStdin']): Promise<FileReading> {
  if (file.absolute === null) return decode(await readStdin(sizeLimitBytes + 1));
  if (!isUtf8Path(file.absolute)) return refuse({ code: 'file/name', data: {} });
  if (file.behindLink) return refuse({ code: 'file/symlink', data: {} });
  return readRegistryFile(file.absolute);
}
