import type pg from 'pg';
import type { StoreError } from '../chain/holders/snapshot-store.js';
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
  readonly log: (event: StoreEvent) => void;
}

/** Connections of a process, beside that of its locks. */
const connectionLimit = 4;

/**
 * The settings of every connection. Nothing waits longer: the server ends a statement after 10 s, and where it does not answer at all, this
 * end gives the connection up two seconds later.
 */
export function createSettings(url: string): pg.ClientConfig {
  return {
    connectionString: verifyFully(url),
    connectionTimeoutMillis: 3_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    application_name: 'endpoint-check',
  };
}

/**
 * The url with the TLS mode that pg has for it in any case: it verifies the certificate in all of these modes, and warns on standard error that
 * a later version will not, https://github.com/brianc/node-postgres/blob/pg%408.23.1/packages/pg-connection-string/index.js
 */
function verifyFully(url: string): string {
  return /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full');
}

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
  readonly #log: Connecting['log'];
  #hasTables = false;
  #hasFailed = false;

  constructor({ pg, url, log }: Connecting) {
    this.#pool = new pg.Pool({ ...createSettings(url), max: connectionLimit, idleTimeoutMillis: 30_000 });
    // A connection that breaks while nobody uses it: the next use makes another one.
    this.#pool.on('error', () => undefined);
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
      if (!this.#hasTables) await prepareSchema(client);
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
