import { identify, type Job } from '../../jobs/job.js';
import { decodeTransfer, filterTransfers, filterTransfersOf, type TokenType } from './decode-transfer.js';
import type { Log, LogFilter } from './get-logs.js';

/** What is read from a chain once, and kept for all who ask for it. */
export interface EventFilter extends Job {
  /** An event is one of those if it matches any of these; each costs a call. */
  readonly filters: readonly LogFilter[];
  /** The accounts among whose events it is; null for an event that matches the filters, and is none of those all the same. */
  readonly findAccounts: (log: Log) => readonly [sender: string, receiver: string] | null;
  /** In place of this filter, if it finds too much to be read whole; null if nothing narrower will do. */
  readonly narrow: ((account: string) => EventFilter) | null;
}

/** Events of a contract, of certain kinds, or both. */
export function createEventFilter(network: string, filter: LogFilter): EventFilter {
  return {
    ...identify(network, ['events', filter]),
    kind: 'events',
    filters: [filter],
    narrow: null,
    findAccounts: () => ['', ''],
  };
}

/** Transfers of a contract's tokens; of one account's alone, if it is given. */
export function createTransferFilter(
  network: string,
  type: TokenType,
  contract: string,
  account?: string,
): EventFilter {
  const isWhole = account === undefined;
  return {
    ...identify(network, isWhole ? [type, contract] : [type, contract, account]),
    kind: 'events',
    filters: isWhole ? [filterTransfers(type, contract)] : filterTransfersOf(type, contract, account),
    findAccounts: (log) => {
      const transfer = decodeTransfer(type, log);
      return transfer && [transfer.from, transfer.to];
    },
    narrow: isWhole ? (narrower) => createTransferFilter(network, type, contract, narrower) : null,
  };
}

/** The filter of a job, which another instance may have made. */
export function parseFilter({ network, key }: Job): EventFilter {
  const parts = JSON.parse(key) as ['events', LogFilter] | [TokenType, string, string?];
  return parts[0] === 'events'
    ? createEventFilter(network, parts[1])
    : createTransferFilter(network, ...parts);
}
