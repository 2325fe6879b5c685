import { DatabaseRefusal, type Dialect, type Engine } from './engine.js';

/** The partitioned tables. A new one is the last: it tells whether a network has all of them. */
export const tables = [
  'networks',
  'jobs',
  'waiters',
  'chunks',
  'filters',
  'events',
  'places',
  'owners',
  'snapshots',
  'holders',
] as const;

/**
 * The statements that lead from each version of the schema to the next. Versions only go forward: a change is a new element.
 *
 * `networks`: what the nodes of a network and kind have shown of its chain: the id, and a block that is final. If another chain answers in its place,
 * `generation` is counted up, and rows of an earlier one are no answer.
 * `jobs`: what is read from nodes. Requests count up `wanted`; a worker holds the lease until `leased_until` while `leased_by` is its name, and sets
 * `done` to what was wanted when it began. After a fault of the program nobody claims it before `retry_at`. `progress` and `failure` are JSON.
 * `waiters`: the tokens that wait for a job.
 *
 * `filters`: the blocks from `low` to `high` of a job's events that are read, of the chain of a `generation`; those after `final` may be replaced, so `high_hash`
 * is the hash of the last. At `looked_at` no block was newer, which answers what was wanted `looked_for` times. `state` is `busy` if a contract has too many
 * events to be read whole, `full` if they do not fit. `chunks`: which node gave which of them.
 * `events`: the events of these blocks, by filter; sender and receiver if they are transfers.
 * `places`: the transactions with events, numbered without gaps for each account (the empty one if there is none) from the first block that was
 * read in both directions, so that a page is found by its number.
 *
 * `snapshots`: the holders of a denom at a height, or at a time without one, by the job that has read them and the node that gave them. `denom` is the
 * job of the latest block. It is an answer once it is `whole`; before that its rows are being written, or deleted.
 * `holders`: the holders of a snapshot by their rank. `owners`: those that the walk of a snapshot has found so far, in any order.
 */
const migrations: readonly ((dialect: Dialect) => readonly string[])[] = [
  ({ partitioned, bytewise }) => [
    'create table endpoint_check_keys (name text primary key, value text not null)',
    `create table endpoint_check_networks (
      network text not null, kind text not null, chain_id text not null, block bigint not null, hash text not null,
      generation bigint not null default 1,
      primary key (network, kind)
    ) ${partitioned}`,
    `create table endpoint_check_jobs (
      network text not null, id bigint not null, kind text not null, key text not null,
      wanted bigint not null, claimed bigint not null default 0, done bigint not null default 0,
      wanted_at bigint not null, claimed_at bigint, used_at bigint not null,
      leased_by text, leased_until bigint not null default 0, retry_at bigint not null default 0,
      progress text, failure text, failed_at bigint, bytes bigint not null,
      primary key (network, id)
    ) ${partitioned}`,
    // One that was used least is found among any number of jobs.
    'create index endpoint_check_jobs_by_use on endpoint_check_jobs (used_at)',
    `create table endpoint_check_waiters (
      network text not null, job bigint not null, token text not null, until bigint not null,
      primary key (network, job, token)
    ) ${partitioned}`,
    `create table endpoint_check_filters (
      network text not null, id bigint not null, generation bigint not null, state text not null default 'open',
      low bigint not null, high bigint not null, final bigint not null, high_hash text, count bigint not null default 0,
      looked_at bigint, looked_for bigint not null default 0,
      primary key (network, id)
    ) ${partitioned}`,
    `create table endpoint_check_chunks (
      network text not null, filter bigint not null, low bigint not null, high bigint not null, node text not null,
      primary key (network, filter, low)
    ) ${partitioned}`,
    `create table endpoint_check_events (
      network text not null, filter bigint not null, block bigint not null, tx bigint not null, log bigint not null,
      block_hash text not null, tx_hash text not null, time bigint,
      sender text not null, receiver text not null, event text not null,
      primary key (network, filter, block, tx, log)
    ) ${partitioned}`,
    `create table endpoint_check_places (
      network text not null, filter bigint not null, account text not null, seq bigint not null,
      block bigint not null, tx bigint not null, size bigint not null,
      primary key (network, filter, account, seq)
    ) ${partitioned}`,
    `create unique index endpoint_check_places_by_block
      on endpoint_check_places (network, filter, account, block, tx)`,
    `create table endpoint_check_snapshots (
      network text not null, id bigint not null, job bigint not null, denom bigint not null, key text not null,
      whole integer not null default 0, content text not null, node text not null, chain_id text,
      height bigint, time text not null, holders bigint not null, sum text not null, supply text not null,
      metadata text, bytes bigint not null, started_at bigint not null, used_at bigint not null,
      primary key (network, id)
    ) ${partitioned}`,
    `create index endpoint_check_snapshots_by_denom
      on endpoint_check_snapshots (network, denom, started_at)`,
    `create table endpoint_check_holders (
      network text not null, snapshot bigint not null, rank bigint not null, address text not null, amount text not null,
      primary key (network, snapshot, rank)
    ) ${partitioned}`,
    `create table endpoint_check_owners (
      network text not null, job bigint not null, snapshot bigint not null,
      address text ${bytewise} not null, amount text ${bytewise} not null,
      primary key (network, job, snapshot, address)
    ) ${partitioned}`,
  ],
];

/** Brings the tables to the version of this program, all of them or none. Rejects with a DatabaseRefusal if they are of a later one. */
export async function migrate(engine: Engine): Promise<void> {
  const readVersion = async (): Promise<number> => {
    const [row] = await engine.read('select version from endpoint_check_version', []);
    return Number(row?.['version']);
  };
  let version = await readVersion().catch(async () => {
    const steps = [
      'create table if not exists endpoint_check_version (id integer primary key, version integer not null)',
      'insert into endpoint_check_version values (1, 0) on conflict do nothing',
    ];
    await engine.write(steps.map((sql) => ({ sql, values: [] })));
    return readVersion();
  });
  if (version < migrations.length) {
    const statements = migrations.slice(version).flatMap((list) => list(engine.dialect));
    // Another instance that starts at the same time waits for the row, and then finds it changed.
    const sql = 'update endpoint_check_version set version = $1 where version = $2';
    await engine.write([
      { sql, values: [migrations.length, version], rows: 1 },
      // On a large table.
      ...statements.map((statement) => ({ sql: statement, values: [], pace: 'long' as const })),
    ]);
    version = await readVersion();
  }
  if (version > migrations.length)
    throw new DatabaseRefusal(
      `the tables in the database have version ${version}, of a later endpoint-check; this one knows version ${migrations.length}: update it, or use another database`,
    );
}
