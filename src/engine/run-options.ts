import { findCheck } from '../checks/index.js';
import { writeLibraryOption, type WriteOption } from '../model/write-option.js';
import type { Proxy } from '../net/probe-context.js';
import { type Options, readOptions } from './options/option-rows.js';

/** How to check a registry or endpoints: the options that the library has too, and what comes with them. */
export interface RunOptions extends Omit<Options<'library'>, 'only'> {
  /** The kinds to probe; all others are skipped. Null for all. */
  readonly only: ReadonlySet<string> | null;
  /** The proxy for a host, null for a direct connection; without the function, every connection is direct. */
  readonly chooseProxy?: (host: string) => Proxy | null;
  /** Name servers to query, as `address:port`; by default those of the system. */
  readonly nameServers?: readonly string[];
  /** Ends the run early: what is known by then is reported, the rest is skipped. */
  readonly signal: AbortSignal;
  readonly writeOption: WriteOption;
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * Whether endpoints of a kind are probed. A whole registry has thousands of peers, which need pauses between connections, so its run probes them only
 * on request: by option, or if kinds are named. If the entries were chosen otherwise (`isWhole` is false), peers are probed like all others.
 */
export function createKindFilter(
  { only, peers }: Pick<RunOptions, 'only' | 'peers'>,
  { isWhole }: { readonly isWhole: boolean },
): (kind: string) => boolean {
  if (only !== null) return (kind) => only.has(kind);
  return (kind) => peers || !isWhole || findCheck(kind)?.peerToPeer !== true;
}

/** The options of a run of the library's users who set none. */
export function readRunDefaults(): RunOptions {
  return {
    ...readOptions('library', {}, [], writeLibraryOption),
    signal: new AbortController().signal,
    writeOption: writeLibraryOption,
    onProgress: () => undefined,
  };
}
