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
export async function watchEngine(
  engine: Engine,
  { log, prepare, findFault = () => Promise.resolve(null) }: WatchOptions,
): Promise<WatchedEngine> {
  let ready: Promise<void> | null = null;
  let checking: Promise<boolean> | null = null;
  let [hasFailed, isDamaged] = [false, false];

  const note = (error: unknown): void => {
    if (!(error instanceof DatabaseError)) return;
    isDamaged ||= error instanceof DatabaseDamage;
    if (!hasFailed) log('down', error.message);
    hasFailed = true;
  };
  const makeReady = (): Promise<void> =>
    (ready ??= prepare().catch((error: unknown) => {
      ready = null;
      throw error;
    }));
  const use = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      await makeReady();
      const value = await work();
      // A successful statement may only read, or need no room: logging it would alternate with failures.
      if (hasFailed && checking === null) void check();
      return value;
    } catch (error) {
      if (error instanceof DatabaseEmptied) ready = null;
      note(error);
      throw error;
    }
  };
  const testWriting = async (): Promise<boolean> => {
    if (isDamaged) return false;
    try {
      const fault = await findFault();
      note(fault);
      if (fault !== null) return false;
      const needsRoom = hasFailed && engine.dialect.name === 'postgres';
      await use(() => engine.write(needsRoom ? takeRoom : [writeSomething]));
    } catch {
      return false;
    }
    if (hasFailed) log('up', 'the database can be used again');
    hasFailed = false;
    return true;
  };
  const check = async (): Promise<boolean> => {
    checking ??= testWriting().finally(() => (checking = null));
    return (await waitAtMost(checking, checkMs)) === true;
  };

  await use(() => Promise.resolve()).catch((error: unknown) => {
    if (error instanceof DatabaseRefusal || !(error instanceof DatabaseError)) throw error;
  });
  return {
    dialect: engine.dialect,
    read: (...args) => use(() => engine.read(...args)),
    write: (steps) => use(() => engine.write(steps)),
    prepareNetwork: (network) => use(() => engine.prepareNetwork(network)),
    measure: () => use(() => engine.measure()),
    reclaim: () => use(() => engine.reclaim()),
    close: () => engine.close(),
    check,
  };
}
