import {
  type DeadLimits,
  type DeathSign,
  createPassCounter,
  findDeathSign,
  isControl,
  isDead,
  isRefused,
  minControls,
} from './judge-line.js';
import { type ListedEndpoint, findLines, keyOfChain } from './entry-line.js';
import { groupBy } from '../model/group-by.js';
import { findCheck } from '../checks/index.js';
import { foldProvider } from '../registry/spelling.js';
import type { Entry } from '../model/entry.js';
import type { HistoryLine } from '../model/history.js';
import { nowhere } from '../model/place.js';
import type { Registry } from '../registry/load.js';
import { applyExclusions, type Exclusion } from '../registry/exclude.js';

/** An entry that has been down for long, by every history. */
export interface DownEntry extends ListedEndpoint {
  /** How many other endpoints were up in the runs, or the nights, that last found it down; with several histories, in the one with the fewest. */
  readonly othersUp: number;
}

/** An entry at whose address nothing has been for long. */
export interface DeadEntry extends DownEntry {
  /** Gone if any of the histories says so. */
  readonly sign: DeathSign;
}

/** An entry that is lastingly refused, while other endpoints of its provider are up. */
interface WithdrawnEntry extends DownEntry {
  /** Endpoints at other hosts of the provider that are up, at least two, one for each host. */
  readonly controls: readonly ListedEndpoint[];
}

export interface DeadChain {
  readonly chain: string;
  /** The files that list its entries, sorted. */
  readonly files: readonly string[];
  /** Its entries, which are among the dead entries too. */
  readonly entries: readonly DeadEntry[];
}

interface ExcludedEntry extends DownEntry {
  readonly reason: string;
}

/** The result of comparing histories with the entries of a registry, in the order of its files. */
export interface DeadReport {
  readonly limits: DeadLimits;
  /** How many entries a history may have, and how many of them all histories have. */
  readonly listed: number;
  readonly known: number;
  readonly dead: readonly DeadEntry[];
  /** Dead entries of providers that may block this machine, which are not among `dead`. */
  readonly blockers: readonly DeadEntry[];
  readonly withdrawn: readonly WithdrawnEntry[];
  readonly deadChains: readonly DeadChain[];
  readonly excluded: readonly ExcludedEntry[];
}

interface FindDeadOptions {
  readonly limits: DeadLimits;
  readonly exclusions?: readonly Exclusion[];
  /** Expired exclusions don't count; by default this moment. */
  readonly now?: Date;
}

/**
 * Finds the entries that are dead by each of the histories, one per vantage point: an endpoint that a history lacks is not dead. Entries are matched
 * by kind and address, in whatever file and of whatever provider they are now. Entries of chains that have ended and malformed ones are never listed;
 * a chain with a malformed entry is not dead.
 */
export function findDead(
  { entries, loaded = [] }: Pick<Registry, 'entries'> & Partial<Pick<Registry, 'loaded'>>,
  histories: readonly (readonly HistoryLine[])[],
  { limits, exclusions = [], now = new Date() }: FindDeadOptions,
): DeadReport {
  const { excluded } = applyExclusions(entries, exclusions, { file: '', now, isWhole: false });
  const listed = entries.filter(({ target, chainStatus }) => target !== null && chainStatus === 'live');
  const known = findLines(listed, histories);
  const counters = histories.map(createPassCounter);
  const unread = loaded.flatMap(({ complete, path, problems, location, entries: fileEntries }) => {
    const isCode = problems.some(({ problem }) => problem.code === 'file/not-literal');
    const names = isCode ? fileEntries.map(({ chain }) => chain) : complete ? [] : [location.chain];
    return names.flatMap((chain) => keyOfChain(chain, path) ?? []);
  });
  const absent: DeadEntry[] = [];
  const withdrawn: WithdrawnEntry[] = [];
  const left: ExcludedEntry[] = [];
  // Only endpoints of entries are controls.
  const providers = groupBy(known, readProvider);
  for (const endpoint of known) {
    const { entry, lines } = endpoint;
    const isAbsent = lines.every((line) => isDead(line, limits));
    const isBarred = lines.every((line) => isRefused(line, limits));
    const controls = isBarred ? findControls(endpoint, providers) : [];
    if (!isAbsent && controls.length < minControls) continue;
    const othersUp = Math.min(...lines.map((line, index) => counters[index]?.(line) ?? 0));
    const sign = lines.some((line) => findDeathSign(line) === 'gone') ? 'gone' : 'silent';
    const down = { ...endpoint, othersUp };
    const reason = excluded.get(entry);
    if (reason !== undefined) left.push({ ...down, reason });
    else if (isAbsent) absent.push({ ...down, sign });
    else withdrawn.push({ ...down, controls });
  }
  const blockers = findBlockers(absent, providers);
  const dead = absent.filter((entry) => !blockers.has(entry));
  return {
    limits,
    listed: listed.length,
    known: known.length,
    dead,
    blockers: [...blockers],
    withdrawn,
    deadChains: findDeadChains(entries, dead, unread),
    excluded: left,
  };
}

/** The same from the histories alone, if no registry says what is listed: the results have no file and no provider. */
export function findDeadLines(
  histories: readonly (readonly HistoryLine[])[],
  options: Pick<FindDeadOptions, 'limits'>,
): DeadReport {
  const [first = []] = histories;
  return findDead({ entries: first.flatMap(toEntries) }, histories, options);
}

/** None for a kind of another version of this program. */
function toEntries({ kind, address, chains }: HistoryLine): Entry[] {
  const check = findCheck(kind);
  if (check === undefined) return [];
  const entry: Entry = {
    chain: chains[0] ?? null,
    kind: check.kind,
    place: nowhere,
    urlPlace: nowhere,
    provider: null,
    url: address,
    // Identified by its address; nothing connects to it.
    target: { host: '', port: 0, path: '', secure: true },
    claim: null,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
  };
  return [entry];
}

/** The name of a provider without capitals, spaces and punctuation, in which entries often differ; empty if it is unknown. */
function readProvider({ entry: { provider } }: ListedEndpoint): string {
  return foldProvider(provider ?? '').trim();
}

/** How many hosts must fall silent together, so that one dead machine is no firewall. */
const minHosts = 2;

/**
 * The dead entries of providers that may block the machine that checks: nothing of the provider is reached any more, and these of its hosts fell
 * silent with one run, in which others were up.
 */
function findBlockers(
  dead: readonly DeadEntry[],
  providers: ReadonlyMap<string, readonly ListedEndpoint[]>,
): ReadonlySet<DeadEntry> {
  const silent = dead.filter((entry) => {
    const all = providers.get(readProvider(entry)) ?? [];
    const isReached = all.some(({ lines }) => lines.some(({ structural }) => structural === null));
    return readProvider(entry) !== '' && entry.sign === 'silent' && entry.othersUp > 0 && !isReached;
  });
  const runs = groupBy(silent, (entry) =>
    JSON.stringify([readProvider(entry), ...entry.lines.map(({ structural }) => structural?.since)]),
  );
  const together = [...runs.values()].filter(
    (entries) => new Set(entries.map(({ entry }) => entry.target?.host)).size >= minHosts,
  );
  const blocking = new Set(together.flat());
  // In the order of the files.
  return new Set(dead.filter((entry) => blocking.has(entry)));
}

/** How many hosts of a provider are listed for each that refuses: some have hundreds of both. */
const maxControls = 20;

/** An endpoint of each other host of the provider that passes by every history, up to a limit. */
function findControls(
  endpoint: ListedEndpoint,
  providers: ReadonlyMap<string, readonly ListedEndpoint[]>,
): readonly ListedEndpoint[] {
  const provider = readProvider(endpoint);
  const controls = new Map<string, ListedEndpoint>();
  for (const candidate of provider === '' ? [] : (providers.get(provider) ?? [])) {
    if (controls.size === maxControls) break;
    const host = candidate.entry.target?.host ?? '';
    if (host === endpoint.entry.target?.host || controls.has(host)) continue;
    const passes = endpoint.lines.every((line, index) => {
      const its = candidate.lines[index];
      return its !== undefined && isControl(its, line);
    });
    if (passes) controls.set(host, candidate);
  }
  return [...controls.values()];
}

/** A chain with an unreadable file may have other entries: `unread` are the keys of such chains. */
function findDeadChains(
  entries: readonly Entry[],
  dead: readonly DeadEntry[],
  unread: readonly string[],
): readonly DeadChain[] {
  const byEntry = new Map(dead.map((deadEntry) => [deadEntry.entry, deadEntry]));
  const chains = new Map<string, DeadEntry[] | null>(unread.map((key) => [key, null]));
  for (const entry of entries) {
    const key = keyOfChain(entry.chain, entry.place.file);
    if (key === null) continue;
    const deadEntry = byEntry.get(entry);
    const group = chains.get(key);
    // A chain is alive if one of its entries is, or if that is unknown.
    if (deadEntry === undefined || group === null) chains.set(key, null);
    else if (group === undefined) chains.set(key, [deadEntry]);
    else group.push(deadEntry);
  }
  return [...chains.values()].flatMap((deadEntries): readonly DeadChain[] => {
    const [first] = deadEntries ?? [];
    if (deadEntries === null || first === undefined) return [];
    const files = [...new Set(deadEntries.flatMap(({ entry }) => entry.place.file ?? []))].sort();
    return [{ chain: first.entry.chain ?? '', files, entries: deadEntries }];
  });
}
