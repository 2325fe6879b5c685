import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SnapshotStore } from '../service/chain/holders/snapshot-store.js';
import { isPostgresUrl, openDatabase, type OpenedDatabase } from '../service/database/open-database.js';
import type { EventLog } from '../service/event-log.js';
import type { Io } from './io.js';

/**
 * Reads where the database is: the file or url of the option, else of ENDPOINT_CHECK_DATABASE, since process lists show arguments; the password of a url may
 * be in the file that ENDPOINT_CHECK_DATABASE_PASSWORD_FILE names. Null for a temporary file. Adds what is wrong to `usageErrors`, without quoting any of them.
 */
export function readDatabasePlace(
  option: string | null,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): string | null {
  const place = option ?? env['ENDPOINT_CHECK_DATABASE'] ?? '';
  const source = option === null ? 'ENDPOINT_CHECK_DATABASE' : '--database';
  const file = env['ENDPOINT_CHECK_DATABASE_PASSWORD_FILE'] ?? '';
  if (place === '' && option === null) return null;
  if (place === '' || (/^\w+:\/\//.test(place) && !/^postgres(ql)?:\/\/[^]/.test(place))) {
    usageErrors.push(
      `${source}: expected a file, or a url such as postgres://user:password@host:5432/database`,
    );
    return null;
  }
  if (!isPostgresUrl(place)) return resolve(cwd, place);
  if (file === '') return place;
  try {
    const password = readFileSync(resolve(cwd, file), 'utf8').replace(/\r?\n$/, '');
    // As a parameter: a url with a socket's path has no place for it before the host.
    return `${place}${place.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    usageErrors.push(`ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: ${file} cannot be read (${code ?? ''})`);
    return null;
  }
}

/** What the service keeps its data in. */
export interface OpenedStores {
  /** Null without a driver. */
  readonly database: OpenedDatabase | null;
  /** Snapshots of holders in Postgres; null if they are in memory. */
  readonly store: SnapshotStore | null;
  readonly close: () => Promise<void>;
}

/** Opens the database at a place. What happens to it is logged. Rejects with a UsageError if it will never work. */
export async function openStores(
  place: string | null,
  bytes: number,
  events: EventLog,
): Promise<OpenedStores> {
  const database = await openDatabase(place, {
    bytes,
    log: (state, message) => events.add('database', { state, message }),
  });
  try {
    const store = place !== null && isPostgresUrl(place) ? await openSnapshotStore(place, events) : null;
    return {
      database,
      store,
      close: async () => {
        await store?.close();
        await database?.engine.close();
      },
    };
  } catch (error) {
    await database?.engine.close();
    throw error;
  }
}

async function openSnapshotStore(url: string, events: EventLog): Promise<SnapshotStore> {
  const { openPostgresStore } = await import('../service/store/open-postgres-store.js');
  return openPostgresStore(url, { log: ({ event, ...fields }) => events.add(event, fields) });
}
