import type { EventFilter } from './event-filter.js';
import type { Log } from './parse-logs.js';

/** What JSON and two keys add to an event, in characters: an estimate. */
export const eventOverhead = 600;

/** The columns of events, of JSON arrays in the order of `listValues`. */
export const eventColumns = ['bigint', 'bigint', 'bigint', 'text', 'text', 'bigint', 'text', 'text', 'text']
  .map((type, at) => `cast(r.value->>${at} as ${type})`)
  .join(', ');

/** The statement that numbers the transactions of the events in blocks above or below the others, for each account that the events name. */
export function formatPlaces(isAbove: boolean): string {
  const [order, sign, edge, none] = isAbove ? ['asc', '+', 'max', -1] : ['desc', '-', 'min', 0];
  const list = (account: string, condition: string) =>
    `select ${account} as account, block, tx, length(event) + ${eventOverhead} as size from endpoint_check_events
     where network = $1 and filter = $2 and block between $3 and $4 ${condition}`;
  return `insert into endpoint_check_places (network, filter, account, seq, block, tx, size)
    with n as (
        select account, block, tx, sum(size) as size,
          row_number() over (partition by account order by block ${order}, tx ${order}) as rank
        from (${list('sender', '')} union all ${list('receiver', 'and receiver <> sender')}) as e
        group by account, block, tx),
      edges as (
        select a.account, coalesce((select ${edge}(p.seq) from endpoint_check_places p
            where p.network = $1 and p.filter = $2 and p.account = a.account), ${none}) as seq
        from (select distinct account from n) as a)
    select $1, cast($2 as bigint), n.account, edges.seq ${sign} n.rank, n.block, n.tx, n.size
    from n join edges on edges.account = n.account`;
}

/** The columns of an event. */
export function listValues(filter: EventFilter, log: Log): readonly (string | number | null)[] {
  const { address, topics, data } = log;
  return [
    ...[log.blockNumber, log.transactionIndex, log.logIndex],
    ...[log.blockHash, log.transactionHash, log.blockTime],
    ...filter.listAccounts(log),
    JSON.stringify({ address, topics, data }),
  ];
}
