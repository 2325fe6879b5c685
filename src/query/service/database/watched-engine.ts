import { waitAtMost } from '../../../net/abort.js';
import {
  DatabaseDamage,
  DatabaseEmptied,
  DatabaseError,
  DatabaseRefusal,
  type Engine,
  type Step,
} from './engine.js';

/** A database that is prepared when it can be reached, with its current state. */
export interface WatchedEngine extends Engine {
  /** Whether it can be written to now. Never rejects. */
  readonly check: () => Promise<boolean>;
}

export interface WatchOptions {
  /** Called with the first of several failures, and when they are over. */
  readonly log: (state: 'down' | 'up', message: string) => void;
  /** Makes the tables; runs before the first use, and again where they have gone. */
  readonly prepare: () => Promise<void>;
  /** Why it cannot be written to, beside what the engine itself finds. */
  readonly findFault?: () => Promise<DatabaseError | null>;
}

/** Maximum time that a test takes, in milliseconds: readers of metrics wait for it. */
const checkMs = 2_000;

const writeSomething: Step = { sql: 'update endpoint_check_version set version = version', values: [] };

/** Needs room on the disk of a Postgres server, unlike the statement above, and leaves nothing: the second step has to fail. */
const takeRoom: readonly Step[] = [
  {
    sql: 'insert into endpoint_check_version select id, 0 from generate_series(2, 100000) as id',
    values: [],
  },
  { sql: 'select 1', values: [], rows: 0 },
];

/**
 * Prepares a database now, or before its next use if it cannot be reached, and watches whether it can be used. Rejects with a DatabaseRefusal if it never
 * can be.
 */
export async function watchEngine(engine: Engine, options: WatchOptions): Promise<WatchedEngine> {
  const watch = new Watch(engine, options);
  await watch
    .use(() => Promise.resolve())
    .catch((error: unknown) => {
      if (error instanceof DatabaseRefusal || !(error instanceof DatabaseError)) throw error;
    });
  return {
    dialect: engine.dialect,
    read: (...args) => watch.use(() => engine.read(...args)),
    write: (steps) => watch.use(() => engine.write(steps)),
    prepareNetwork: (network) => watch.use(() => engine.prepareNetwork(network)),
    measure: () => watch.use(() => engine.measure()),
    reclaim: () => watch.use(() => engine.reclaim()),
    close: () => engine.close(),
    check: () => watch.check(),
  };
}

/** Whether a database is ready and can be used. */
class Watch {
  readonly #engine: Engine;
  readonly #options: WatchOptions;
  #ready: Promise<void> | null = null;
  #checking: Promise<boolean> | null = null;
  #hasFailed = false;
  #isDamaged = false;

  constructor(engine: Engine, options: WatchOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  async use<Value>(work: () => Promise<Value>): Promise<Value> {
    try {
      await this.#makeReady();
      const value = await work();
      // A successful statement may only read, or need no room: logging it would alternate with failures.
      if (this.#hasFailed && this.#checking === null) void this.check();
      return value;
    } catch (error) {
      if (error instanceof DatabaseEmptied) this.#ready = null;
      this.#note(error);
      throw error;
    }
  }

  async check(): Promise<boolean> {
    this.#checking ??= this.#testWriting().finally(() => (this.#checking = null));
    return (await waitAtMost(this.#checking, checkMs)) === true;
  }

  #makeReady(): Promise<void> {
    return (this.#ready ??= this.#options.prepare().catch((error: unknown) => {
      this.#ready = null;
      throw error;
    }));
  }

  #note(error: unknown): void {
    if (!(error instanceof DatabaseError)) return;
    this.#isDamaged ||= error instanceof DatabaseDamage;
    if (!this.#hasFailed) this.#options.log('down', error.message);
    this.#hasFailed = true;
  }

  async #testWriting(): Promise<boolean> {
    if (this.#isDamaged) return false;
    try {
      const fault = (await this.#options.findFault?.()) ?? null;
      this.#note(fault);
      if (fault !== null) return false;
      const needsRoom = this.#hasFailed && this.#engine.dialect.name === 'postgres';
      await this.use(() => this.#engine.write(needsRoom ? takeRoom : [writeSomething]));
    } catch {
      return false;
    }
    if (this.#hasFailed) this.#options.log('up', 'the database can be used again');
    this.#hasFailed = false;
    return true;
  }
}
