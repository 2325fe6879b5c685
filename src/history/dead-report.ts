import type { Entry } from '../model/entry.js';
import type { HistoryLine } from '../model/history.js';
import type { DeadLimits, DeathSign } from './judge-line.js';

export interface ListedEndpoint {
  /** Of a registry, or of no file if the history alone is known. */
  readonly entry: Entry;
  /** One for each history, in their order. */
  readonly lines: readonly HistoryLine[];
}

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
export interface WithdrawnEntry extends DownEntry {
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

export interface ExcludedEntry extends DownEntry {
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
