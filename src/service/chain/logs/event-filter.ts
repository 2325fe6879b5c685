import { identify } from '../../jobs/identify.js';
import type { Job } from '../../jobs/job.js';
import { decodeTransfer, filterTransfers, filterTransfersOf, type TokenType } from './decode-transfer.js';
import type { Log, LogFilter } from './parse-logs.js';

/** What is read from a chain once, and kept for all who ask for it. */
export interface EventFilter extends Job {
  /** An event is one of those if it matches any of these; each costs a call. */
  readonly filters: readonly LogFilter[];
  /** Excludes events that match the filters all the same. */
  readonly accepts: (log: Log) => boolean;
  /** The accounts among whose events it is. */
  readonly listAccounts: (log: Log) => readonly [sender: string, receiver: string];
  /** In place of this filter, if it finds too much to be read whole; null if nothing narrower will do. */
  readonly narrow: ((account: string) => EventFilter) | null;
}

/** Events of a contract, of certain kinds, or both. */
export function createEventFilter(network: string, filter: LogFilter): EventFilter {
  return {
    ...identify(network, ['events', filter]),
    kind: 'events',
    filters: [filter],
    accepts: () => true,
    listAccounts: () => ['', ''],
    narrow: null,
  };
}

/** Transfers of a contract's tokens. */
export function createTransferFilter(network: string, type: TokenType, contract: string): EventFilter {
  const common = {
    kind: 'events',
    accepts: (log: Log) => decodeTransfer(type, log) !== null,
    listAccounts: (log: Log): [string, string] => {
      const transfer = decodeTransfer(type, log);
      return transfer === null ? ['', ''] : [transfer.from, transfer.to];
    },
  } as const;
  return {
    ...common,
    ...identify(network, [type, contract]),
    filters: [filterTransfers(type, contract)],
    narrow: (account) => ({
      ...common,
      ...identify(network, [type, contract, account]),
      filters: filterTransfersOf(type, contract, account),
      narrow: null,
    }),
  };
}

/** The filter of a job, which another instance may have made. */
export function parseFilter({ network, key }: Job): EventFilter {
  const parts = JSON.parse(key) as ['events', LogFilter] | [TokenType, string] | [TokenType, string, string];
  if (parts[0] === 'events') return createEventFilter(network, parts[1]);
  const [type, contract, account] = parts;
  const filter = createTransferFilter(network, type, contract);
  return account === undefined ? filter : (filter.narrow?.(account) ?? filter);
}
