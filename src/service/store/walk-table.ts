import type { WalkProgress } from '../chain/holders/snapshot-store.js';
import type { Database } from './database.js';
import type { HeldLock } from './lock-session.js';

/** Shortest time between two notes of a walk's progress, in milliseconds. */
const intervalMs = 1_000;

/** Notes how far a walk has come, where other processes see it. */
export class WalkNotes {
  readonly #database: Database;
  readonly #lock: HeldLock;
  #writtenAt = -Infinity;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(database: Database, lock: HeldLock) {
    this.#database = database;
    this.#lock = lock;
  }

  /** Writes it at most once a second. A note that cannot be written is left out. */
  write({ holders, startedAt }: WalkProgress): void {
    const now = performance.now();
    if (now - this.#writtenAt < intervalMs) return;
    this.#writtenAt = now;
    const { lock, pid } = this.#lock;
    this.#writing = this.#writing.then(() =>
      this.#database
        .run((client) =>
          client.query(
            `insert into endpoint_check_walks values ($1, $2, $3, $4)
             on conflict (lock) do update set pid = $2, holders = $3, started_at = $4`,
            [lock, pid, holders, startedAt],
          ),
        )
        .catch(() => undefined),
    );
  }

  /** Removes it, once what is being written has been written. */
  async remove(): Promise<void> {
    await this.#writing;
    const { lock, pid } = this.#lock;
    await this.#database
      .run((client) =>
        client.query('delete from endpoint_check_walks where lock = $1 and pid = $2', [lock, pid]),
      )
      .catch(() => undefined);
  }
}

/** What whoever holds a lock has noted; null where it has noted nothing yet, so that what a dead one left is never taken for it. */
export function readWalk(database: Database, lock: string): Promise<WalkProgress | null> {
  return database.run(async (client) => {
    const { rows } = await client.query<{ readonly holders: string; readonly startedAt: string }>(
      `select w.holders, w.started_at as "startedAt" from endpoint_check_walks w
       join pg_locks l on l.pid = w.pid and l.locktype = 'advisory' and l.granted and l.objsubid = 1
         and (l.classid::bigint << 32 | l.objid::bigint) = w.lock
       where w.lock = $1`,
      [lock],
    );
    const [row] = rows;
    return row === undefined ? null : { holders: Number(row.holders), startedAt: row.startedAt };
  });
}
