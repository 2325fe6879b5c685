import type { ClientBase } from 'pg';
import { DatabaseRefusal } from './database-error.js';

/** The version of the tables below and of the form of snapshots: a change needs the next one, and the statements that lead to it. */
const version = 1;

/** Held while tables are created, so that instances that start together do it one after another: "endpoint" in ASCII. */
const creationLock = '7308901738338809460';

/**
 * The tables. `key` is the SHA-256 of `name`, a JSON array of network and denom: both may be longer than what an index takes, and contain
 * U+0000, which Postgres does not store. A snapshot is in parts of at most 1 MiB, which hold little to compress.
 * A walk is somebody's while the session `pid` holds the advisory lock `lock`.
 */
const tables = `
  create table if not exists endpoint_check_schema (version integer not null);
  create table if not exists endpoint_check_snapshots (
    id uuid primary key,
    key bytea not null,
    name text not null,
    height bigint,
    time text not null,
    taken_at timestamptz not null,
    parts integer not null,
    bytes bigint not null,
    used_at timestamptz not null default now()
  );
  create unique index if not exists endpoint_check_snapshots_as_of
    on endpoint_check_snapshots (key, time, coalesce(height, -1));
  create table if not exists endpoint_check_parts (
    snapshot uuid not null
      references endpoint_check_snapshots (id) on delete cascade deferrable initially deferred,
    part integer not null,
    bytes bytea not null,
    primary key (snapshot, part)
  );
  alter table endpoint_check_parts alter column bytes set storage external;
  create table if not exists endpoint_check_walks (
    lock bigint primary key,
    pid integer not null,
    holders bigint not null,
    started_at text not null
  );
  insert into endpoint_check_schema select ${version} where not exists (select from endpoint_check_schema);`;

/**
 * Creates the tables where there are none, in the first schema of the search path. Rejects with a DatabaseRefusal where they are of a later
 * version, or may not be read and written.
 */
export async function prepareSchema(client: ClientBase): Promise<void> {
  // Without the lock first: a user who may not create tables can use those of another.
  const found = (await readVersion(client)) ?? (await createTables(client));
  if (found > version) {
    throw new DatabaseRefusal(
      `the tables in the database have version ${found}, of a later endpoint-check; this one knows version ${version}: update it, or use another database`,
    );
  }
  const { rows } = await client.query<{ readonly allowed: boolean }>(`
    select bool_and(has_table_privilege('endpoint_check_' || name, privilege)) as allowed
    from unnest(array['schema', 'snapshots', 'parts', 'walks']) as name,
      unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where name <> 'schema' or privilege = 'select'`);
  if (rows[0]?.allowed !== true) {
    throw new DatabaseRefusal(
      'the database user lacks privileges: grant select, insert, update and delete on the tables endpoint_check_*',
    );
  }
}

async function createTables(client: ClientBase): Promise<number> {
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(${creationLock})`);
  // Another instance may have created them while this one waited.
  await client.query(tables);
  await client.query('commit');
  return (await readVersion(client)) ?? version;
}

/** Null where there are no tables. */
async function readVersion(client: ClientBase): Promise<number | null> {
  const { rows } = await client.query<{ readonly name: string | null }>(
    `select to_regclass('endpoint_check_schema')::text as name`,
  );
  if (rows[0]?.name == null) return null;
  const { rows: versions } = await client.query<{ readonly version: number }>(
    'select version from endpoint_check_schema',
  );
  return versions[0]?.version ?? null;
}
