import type { Entry } from '../model/entry.js';
import type { HistoryLine } from '../model/history.js';
import type { DeadLimits } from './judge-line.js';

/** A listed endpoint, and what histories know of it. */
export interface ListedEndpoint {
  /** Of a registry, or of no file where the history alone is known. */
  readonly entry: Entry;
  /** One for each history, in their order. */
  readonly lines: readonly HistoryLine[];
}

/** An entry at whose address nothing has been for long, by every history. */
export interface DeadEntry extends ListedEndpoint {
  /** How many other endpoints were up in the runs, or the nights, that found it so last; of several histories, in the one with the fewest. */
  readonly othersUp: number;
}

/** An entry that is refused lastingly, while others of its provider are up. */
export interface WithdrawnEntry extends DeadEntry {
  /** Endpoints at other hosts of the provider that are up, at least two, one for each host. */
  readonly controls: readonly ListedEndpoint[];
}

/** A chain of which every entry is dead. */
export interface DeadChain {
  readonly chain: string;
  /** The files that list its entries, sorted. */
  readonly files: readonly string[];
  /** These are among the dead entries too. */
  readonly entries: readonly DeadEntry[];
}

/** An entry that would be listed, had it not been excluded by choice. */
export interface ExcludedEntry extends DeadEntry {
  readonly reason: string;
}

/** What histories show of the entries of a registry, in the order of its files. */
export interface DeadReport {
  readonly limits: DeadLimits;
  /** How many entries can be known to a history, and how many of them all histories know. */
  readonly listed: number;
  readonly known: number;
  readonly dead: readonly DeadEntry[];
  readonly withdrawn: readonly WithdrawnEntry[];
  readonly deadChains: readonly DeadChain[];
  readonly excluded: readonly ExcludedEntry[];
}
