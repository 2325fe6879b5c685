import { waitAtMost } from '../../net/abort.js';
import {
  DatabaseDamage,
  DatabaseEmptied,
  DatabaseError,
  DatabaseRefusal,
  type Dialect,
  type Engine,
  type Row,
  type Step,
} from './engine.js';

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

/** A database that is prepared when it can be reached, with its current state. */
export class WatchedEngine implements Engine {
  readonly #engine: Engine;
  readonly #log: (state: 'down' | 'up', message: string) => void;
  readonly #findFault: () => Promise<DatabaseError | null>;
  #prepare: () => Promise<void> = () => Promise.resolve();
  #ready: Promise<void> | null = null;
  #hasFailed = false;
  #isDamaged = false;
  #checking: Promise<boolean> | null = null;

  /** @param findFault why it cannot be written to, beside what the engine itself finds */
  constructor(
    engine: Engine,
    log: (state: 'down' | 'up', message: string) => void,
    findFault: () => Promise<DatabaseError | null> = () => Promise.resolve(null),
  ) {
    this.#engine = engine;
    this.#log = log;
    this.#findFault = findFault;
  }

  get dialect(): Dialect {
    return this.#engine.dialect;
  }

  /** Prepares it now, or before its next use if it cannot be reached. Rejects with a DatabaseRefusal if it will never work. */
  async open(prepare: (engine: Engine) => Promise<void>): Promise<void> {
    this.#prepare = () => prepare(this.#engine);
    try {
      await this.#makeReady();
    } catch (error) {
      if (error instanceof DatabaseRefusal || !(error instanceof DatabaseError)) throw error;
      this.#note(error);
    }
  }

  read(...args: Parameters<Engine['read']>): Promise<readonly Row[]> {
    return this.#use(() => this.#engine.read(...args));
  }

  write(steps: readonly Step[]): Promise<boolean> {
    return this.#use(() => this.#engine.write(steps));
  }

  prepareNetwork(network: string): Promise<void> {
    return this.#use(() => this.#engine.prepareNetwork(network));
  }

  measure(): Promise<number | null> {
    return this.#use(() => this.#engine.measure());
  }

  reclaim(): Promise<void> {
    return this.#use(() => this.#engine.reclaim());
  }

  /** Whether it can be written to now. Never rejects. */
  async check(): Promise<boolean> {
    this.#checking ??= this.#check().finally(() => (this.#checking = null));
    return (await waitAtMost(this.#checking, checkMs)) === true;
  }

  close(): Promise<void> {
    return this.#engine.close();
  }

  async #check(): Promise<boolean> {
    if (this.#isDamaged) return false;
    try {
      const fault = await this.#findFault();
      if (fault !== null) {
        this.#note(fault);
        return false;
      }
      const needsRoom = this.#hasFailed && this.#engine.dialect.name === 'postgres';
      await this.#use(() => this.#engine.write(needsRoom ? takeRoom : [writeSomething]));
    } catch {
      return false;
    }
    if (this.#hasFailed) this.#log('up', 'the database can be used again');
    this.#hasFailed = false;
    return true;
  }

  async #use<Value>(work: () => Promise<Value>): Promise<Value> {
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

  #makeReady(): Promise<void> {
    this.#ready ??= this.#prepare();
    return this.#ready.catch((error: unknown) => {
      this.#ready = null;
      throw error;
    });
  }

  /** Logs the first of several failures. */
  #note(error: unknown): void {
    if (!(error instanceof DatabaseError)) return;
    this.#isDamaged ||= error instanceof DatabaseDamage;
    if (!this.#hasFailed) this.#log('down', error.message);
    this.#hasFailed = true;
  }
}
