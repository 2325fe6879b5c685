import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createDirectory } from './directory.js';
import { hasPgbouncer, startPgbouncer } from './pgbouncer.js';
import { hasPostgres, type Postgres, startPostgres } from './postgres.js';

/**
 * A function that returns the place of an empty database, by the name of its engine: for those that are installed. A server of Postgres runs while
 * the tests of the file do.
 */
export function createPlaces(): Readonly<Record<string, () => Promise<string>>> {
  let postgres: Postgres | null = null;
  beforeAll(async () => {
    if (hasPostgres) postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  const requirePostgres = () => {
    if (postgres === null) throw new Error('Postgres has not started');
    return postgres;
  };
  return {
    sqlite: async () => join(await createDirectory({}), 'database.sqlite'),
    ...(hasPostgres
      ? { postgres: async () => requirePostgres().urlFor(await requirePostgres().createDatabase()) }
      : {}),
    ...(hasPostgres && hasPgbouncer
      ? {
          'postgres behind pgbouncer': async () => {
            const lines = ['pool_mode = transaction', 'ignore_startup_parameters = extra_float_digits'];
            const database = await requirePostgres().createDatabase();
            return (await startPgbouncer(requirePostgres(), database, lines))();
          },
        }
      : {}),
  };
}
