import { waitAtMost } from '../../../net/abort.js';
import {
  DatabaseDamage,
  DatabaseEmptied,
  DatabaseError,
  type Dialect,
  type Engine,
  type Step,
} from './engine.js';

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

/** A database that is prepared before it is used, and watched whether it can be. */
export class WatchedEngine implements Engine {
  readonly dialect: Dialect;
  readonly #engine: Engine;
  readonly #options: WatchOptions;
  #ready: Promise<void> | null = null;
  #checking: Promise<boolean> | null = null;
  #hasFailed = false;
  #isDamaged = false;

  constructor(engine: Engine, options: WatchOptions) {
    this.dialect = engine.dialect;
    this.#engine = engine;
    this.#options = options;
  }

  readonly read: Engine['read'] = (...args) => this.use(() => this.#engine.read(...args));
  readonly write: Engine['write'] = (steps) => this.use(() => this.#engine.write(steps));
  readonly prepareNetwork: Engine['prepareNetwork'] = (network) =>
    this.use(() => this.#engine.prepareNetwork(network));
  readonly measure: Engine['measure'] = () => this.use(() => this.#engine.measure());
  readonly reclaim: Engine['reclaim'] = () => this.use(() => this.#engine.reclaim());
  readonly close: Engine['close'] = () => this.#engine.close();

  /** Works with the database, after it was prepared. */
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

  /** Whether it can be written to now. Never rejects. */
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
