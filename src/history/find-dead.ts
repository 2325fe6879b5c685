import { posix } from 'node:path';
import { findCheck } from '../checks/index.js';
import type {
  DeadChain,
  DeadEntry,
  DeadReport,
  ExcludedEntry,
  ListedEndpoint,
  WithdrawnEntry,
} from './dead-report.js';
import { type DeadLimits, isDead, isUp } from './judge-line.js';
import { createPassCounter, isControl, isRefused, minControls } from './judge-withdrawn.js';
import type { Entry } from '../model/entry.js';
import { type HistoryLine, keyOfLine } from '../model/history.js';
import { nowhere } from '../model/place.js';
import type { Registry } from '../registry/load.js';
import { applyExclusions, type Exclusion } from '../registry/exclude.js';
import { foldProvider } from '../registry/spelling.js';
import { findAddress } from './entry-address.js';

/** How to judge, and what to leave out. */
export interface FindDeadOptions {
  readonly limits: DeadLimits;
  /** Entries that are not proposed by choice; none by default. */
  readonly exclusions?: readonly Exclusion[];
  /** Expired exclusions don't count; by default this moment. */
  readonly now?: Date;
}

/**
 * Finds what is dead by each of the histories, one for each place from which was looked: an endpoint that one of them does not know is not dead. Entries
 * are matched by kind and address, wherever they are listed now, whoever operates them by now. Entries of chains that have ended and those that cannot be
 * read are never listed; a chain with one that cannot be read is not dead.
 */
export function findDead(
  {
    entries,
    loaded = [],
    found = [],
  }: Pick<Registry, 'entries'> & Partial<Pick<Registry, 'loaded' | 'found'>>,
  histories: readonly (readonly HistoryLine[])[],
  { limits, exclusions = [], now = new Date() }: FindDeadOptions,
): DeadReport {
  const { excluded } = applyExclusions(entries, exclusions, { file: '', now, isWhole: false });
  const listed = entries.filter(({ target, chainStatus }) => target !== null && chainStatus === 'live');
  const known = findLines(listed, histories);
  const counters = histories.map(createPassCounter);
  const unread = loaded.flatMap(({ complete, path, problems, entries: read }, index) => {
    const isCode = problems.some(({ problem }) => problem.code === 'file/not-literal');
    const names = isCode ? read.map(({ chain }) => chain) : complete ? [] : [found[index]?.chain ?? null];
    return names.flatMap((chain) => keyOfChain(chain, path) ?? []);
  });
  const dead: DeadEntry[] = [];
  const withdrawn: WithdrawnEntry[] = [];
  const left: ExcludedEntry[] = [];
  // Nothing else is a control.
  const providers = groupByProvider(known.filter(({ lines }) => lines.every(isUp)));
  for (const endpoint of known) {
    const { entry, lines } = endpoint;
    const isGone = lines.every((line) => isDead(line, limits));
    const isBarred = lines.every((line) => isRefused(line, limits));
    const controls = isBarred ? findControls(endpoint, providers) : [];
    if (!isGone && controls.length < minControls) continue;
    const othersUp = Math.min(...lines.map((line, index) => counters[index]?.(line) ?? 0));
    const one = { ...endpoint, othersUp };
    const reason = excluded.get(entry);
    if (reason !== undefined) left.push({ ...one, reason });
    else if (isGone) dead.push(one);
    else withdrawn.push({ ...one, controls });
  }
  return {
    limits,
    listed: listed.length,
    known: known.length,
    dead,
    withdrawn,
    deadChains: findDeadChains(entries, dead, unread),
    excluded: left,
  };
}

/** The same from the histories alone, where no registry says what is listed, by whom, and where: nothing of it has a file or a provider. */
export function findDeadLines(
  histories: readonly (readonly HistoryLine[])[],
  options: Pick<FindDeadOptions, 'limits'>,
): DeadReport {
  const [first = []] = histories;
  return findDead({ entries: first.flatMap(toEntries) }, histories, options);
}

/** None for a kind that only another version checks. */
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
    // Known by its address, which nobody connects to.
    target: { host: '', port: 0, path: '', secure: true },
    claim: null,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
  };
  return [entry];
}

/** The entries that every history has a line of. */
function findLines(
  entries: readonly Entry[],
  histories: readonly (readonly HistoryLine[])[],
): readonly ListedEndpoint[] {
  const indices = histories.map((lines) => new Map(lines.map((line) => [keyOfLine(line), line])));
  return entries.flatMap((entry): readonly ListedEndpoint[] => {
    const { kind, url, place } = entry;
    const address = place.file === null ? url : findAddress(kind, url);
    const lines =
      address === null ? [] : indices.flatMap((index) => index.get(keyOfLine({ kind, address })) ?? []);
    return lines.length === histories.length ? [{ entry, lines }] : [];
  });
}

/** By the provider's name without capitals, spaces and punctuation, in which its entries often differ. */
function groupByProvider(known: readonly ListedEndpoint[]): ReadonlyMap<string, readonly ListedEndpoint[]> {
  const groups = new Map<string, ListedEndpoint[]>();
  for (const endpoint of known) {
    const key = readProvider(endpoint);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [endpoint]);
    else group.push(endpoint);
  }
  return groups;
}

function readProvider({ entry: { provider } }: ListedEndpoint): string {
  return foldProvider(provider ?? '').trim();
}

/** How many hosts of a provider are listed for each that refuses: some have hundreds of both. */
const maxControls = 20;

/** An endpoint of each other host of the provider that passes by every history; not all of very many. */
function findControls(
  endpoint: ListedEndpoint,
  providers: ReadonlyMap<string, readonly ListedEndpoint[]>,
): readonly ListedEndpoint[] {
  const provider = readProvider(endpoint);
  const controls = new Map<string, ListedEndpoint>();
  for (const other of provider === '' ? [] : (providers.get(provider) ?? [])) {
    if (controls.size === maxControls) break;
    const host = other.entry.target?.host ?? '';
    if (host === endpoint.entry.target?.host || controls.has(host)) continue;
    const passes = endpoint.lines.every((line, index) => {
      const its = other.lines[index];
      return its !== undefined && isControl(its, line);
    });
    if (passes) controls.set(host, other);
  }
  return [...controls.values()];
}

/** A chain is what the files of a directory call by one name: a main network and its test network may share it. */
function keyOfChain(chain: string | null, file: string | null): string | null {
  return chain === null || file === null ? null : `${posix.dirname(file)} ${chain}`;
}

/** A chain of which a file cannot be read may have others: `unread` are the keys of these. */
function findDeadChains(
  entries: readonly Entry[],
  dead: readonly DeadEntry[],
  unread: readonly string[],
): readonly DeadChain[] {
  const byEntry = new Map(dead.map((one) => [one.entry, one]));
  const chains = new Map<string, DeadEntry[] | null>(unread.map((key) => [key, null]));
  for (const entry of entries) {
    const key = keyOfChain(entry.chain, entry.place.file);
    if (key === null) continue;
    const one = byEntry.get(entry);
    const found = chains.get(key);
    // Once one of its entries lives, or nobody knows, the chain does.
    if (one === undefined || found === null) chains.set(key, null);
    else if (found === undefined) chains.set(key, [one]);
    else found.push(one);
  }
  return [...chains.values()].flatMap((own): readonly DeadChain[] => {
    const [first] = own ?? [];
    if (own === null || first === undefined) return [];
    const files = [...new Set(own.flatMap(({ entry }) => entry.place.file ?? []))].sort();
    return [{ chain: first.entry.chain ?? '', files, entries: own }];
  });
}
