import type pg from 'pg';
import type { StoreError } from '../chain/holders/snapshot-store.js';
import { createSettings, type SetUp } from './connection.js';
import { toStoreError } from './database-error.js';
import { prepareSchema } from './schema.js';

/** What happens to the store: it cannot be used, it can be used again, or a snapshot in it is not what was saved. The message has no secret. */
export type StoreEvent =
  | { readonly event: 'store'; readonly state: 'down' | 'up'; readonly message: string }
  | { readonly event: 'store-damaged'; readonly message: string };

/** What the parts of the store connect with. */
export interface Connecting {
  readonly pg: typeof pg;
  /** May hold a password. */
  readonly url: string;
  readonly setUp: SetUp;
  readonly log: (event: StoreEvent) => void;
}

/** Connections of a process, beside that of its locks. */
const connectionLimit = 4;

/** Rejects where a database answers, but saves nothing: a standby does, and many hosted ones whose disk is full. */
async function requireWritable(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ readonly transaction_read_only: string }>(
    'show transaction_read_only',
  );
  if (rows[0]?.transaction_read_only === 'on') throw new Error('it is read-only');
}

/** A database with the tables of the store. It may go and come back at any time. */
export class Database {
  readonly #pool: pg.Pool;
  readonly #setUp: SetUp;
  readonly #log: Connecting['log'];
  /** The connections that are sessions. */
  readonly #ready = new WeakSet<pg.PoolClient>();
  #hasTables = false;
  #hasFailed = false;

  constructor({ pg, url, setUp, log }: Connecting) {
    this.#pool = new pg.Pool({ ...createSettings(url), max: connectionLimit, idleTimeoutMillis: 30_000 });
    // A connection that breaks while nobody uses it: the next use makes another one.
    this.#pool.on('error', () => undefined);
    this.#setUp = setUp;
    this.#log = log;
  }

  /** Runs statements on a connection that nobody else uses meanwhile. Whatever fails rejects with a StoreError, and is logged where it begins. */
  async run<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    try {
      const value = await this.#runOnce(work);
      if (this.#hasFailed) this.#log({ event: 'store', state: 'up', message: 'the store can be used again' });
      this.#hasFailed = false;
      return value;
    } catch (error) {
      // They may be gone too.
      this.#hasTables = false;
      throw this.noteFailure(error);
    }
  }

  /** The StoreError for an error of pg; logs the first one. */
  noteFailure(error: unknown): StoreError {
    const failure = toStoreError(error);
    const message = `the store fails, and snapshots stay in memory: ${failure.message}`;
    if (!this.#hasFailed) this.#log({ event: 'store', state: 'down', message });
    this.#hasFailed = true;
    return failure;
  }

  /** Whether it can be used now. Never rejects. */
  async check(): Promise<boolean> {
    const { idleCount, totalCount } = this.#pool;
    // Statements that are under way show it themselves; the wait for one of their connections would be taken for a failure.
    if (idleCount === 0 && totalCount === connectionLimit) return !this.#hasFailed;
    return this.run(requireWritable).then(
      () => true,
      () => false,
    );
  }

  async #runOnce<Value>(work: (client: pg.PoolClient) => Promise<Value>): Promise<Value> {
    const client = await this.#pool.connect();
    // The pool listens only while it has the connection. The statement under way rejects too.
    const ignore = () => undefined;
    client.on('error', ignore);
    try {
      if (!this.#ready.has(client)) await this.#setUp(client);
      this.#ready.add(client);
      if (!this.#hasTables) {
        // After a failure too: it lasts until all works again, not until the next read.
        await requireWritable(client);
        await prepareSchema(client);
      }
      this.#hasTables = true;
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      // Also ends its transaction.
      client.release(true);
      throw error;
    } finally {
      client.off('error', ignore);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
