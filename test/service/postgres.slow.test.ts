import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/engine/exit-code.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { DatabaseError } from '../../src/query/service/database/engine.js';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import type { WatchedEngine } from '../../src/query/service/database/watched-engine.js';
import { catchProblem, createOwners, serveHolders, sortHolders, withOwnersCall } from '../support/holders.js';
import { listNode } from '../support/chain-handlers.js';
import {
  databasePassword,
  hasPgbouncer,
  hasPostgres,
  type Postgres,
  startPgbouncer,
  startPostgres,
} from '../support/databases.js';
import { createDirectory } from '../support/directory.js';
import { createTrust, use } from '../support/servers.js';

/** The error that a promise rejects with. */
const fail = (ending: Promise<unknown>): Promise<unknown> =>
  ending.then(
    () => null,
    (error: unknown) => error,
  );

describe.skipIf(!hasPostgres)(
  `a database of Postgres${hasPostgres ? '' : ' (Postgres is not installed)'}`,
  () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.remove());

    /** The engine that an instance opens, until the test ends, and its log. */
    const open = async (url: string): Promise<{ engine: WatchedEngine; logged: readonly string[] }> => {
      const logged: string[] = [];
      const database = await openDatabase(url, { bytes: 1e9, log: (_, message) => logged.push(message) });
      onTestFinished(async () => {
        await database.engine.close();
        expect(logged.join()).not.toContain(databasePassword);
      });
      return { engine: database.engine, logged };
    };
    /** An instance with an empty database, and statements in it. */
    const openNew = async () => {
      const database = await postgres.createDatabase();
      const url = postgres.urlFor(database);
      const query = (text: string, values?: readonly unknown[]) => postgres.query(database, text, values);
      return { url, database, query, ...(await open(url)) };
    };
    const read = (engine: WatchedEngine) => engine.read('select * from endpoint_check_filters', []);
    const again = 'the database can be used again';

    test('gets the time in changes as a number: Citus refuses functions there', async () => {
      const { engine } = await openNew();
      const { now } = engine.dialect;
      await engine.prepareNetwork('kava');
      const [row] = await engine.read(`select pg_typeof(${now})::text as type, ${now} as now`, []);
      expect(row).toEqual({ type: 'bigint', now: expect.any(Number) as number });
      const plan = await engine.read(`explain (verbose) update endpoint_check_jobs set used_at = ${now}`, []);
      expect(JSON.stringify(plan)).not.toMatch(/clock_timestamp|now\(/);
    });

    describe('that goes down', () => {
      test('in the middle of a snapshot leaves no damage, and works again when it is back', async () => {
        const { engine, logged, url } = await openNew();
        const owners = createOwners(20_000);
        let release: () => void = () => undefined;
        const released = new Promise<undefined>((resolve) => (release = () => resolve(undefined)));
        let pages = 0;
        const { port } = await use(
          startCosmosNode(
            withOwnersCall({ balances: { ukava: owners } }, () =>
              ++pages > 5 ? released : Promise.resolve(undefined),
            ),
          ),
        );
        const { holders, listAll } = serveHolders([listNode('grpc', port)], { engine, leaseMs: 500 });
        const pending = catchProblem(holders());
        await expect.poll(() => pages).toBe(6);
        await postgres.kill();
        release();
        expect(await pending).toMatchObject({ status: 503, type: 'database-failed' });
        expect(await catchProblem(holders())).toMatchObject({ status: 503, type: 'database-failed' });
        expect(logged).toHaveLength(1);
        await postgres.start();
        // Failures are those of all who ask for three seconds.
        await expect
          .poll(() => listAll({ limit: 1_000 }).catch(() => null), { interval: 1_000 })
          .toEqual(sortHolders(owners));
        const second = serveHolders([listNode('grpc', port)], { engine: (await open(url)).engine });
        expect((await second.summary()).holderCount).toBe(20_000);
        await expect.poll(() => logged.slice(1)).toEqual([again]);
      });

      test('and comes back as a standby cannot be used until it is promoted, which is logged once', async () => {
        const { engine, logged, url, query } = await openNew();
        await expect.poll(() => engine.check()).toBe(true);
        await query(`do $$ begin
          execute format('copy (select) to %L', current_setting('data_directory') || '/standby.signal');
        end $$`);
        await postgres.kill();
        expect(await engine.check()).toBe(false);
        await postgres.start();
        for (let scrape = 0; scrape < 3; scrape++) {
          expect(await engine.check()).toBe(false);
          // It can be read.
          expect(await read(engine)).toEqual([]);
        }
        expect(logged).toHaveLength(1);
        await query('select pg_promote()');
        await expect.poll(() => engine.check()).toBe(true);
        expect(logged.slice(1)).toEqual([again]);
        const { engine: another } = await open(url);
        await expect.poll(() => another.check()).toBe(true);
      });

      test('and has no room cannot be used until there is some, which is logged once', async () => {
        const { engine, logged, query } = await openNew();
        await query(`
          create function refuse() returns trigger language plpgsql as $$ begin raise exception using errcode = '53100'; end $$;
          create trigger refuse before insert on endpoint_check_version execute function refuse()`);
        const insert = { sql: 'insert into endpoint_check_version values (2, 0)', values: [] };
        for (let time = 0; time < 2; time++) {
          await expect(engine.write([insert])).rejects.toThrow('53100');
          await read(engine);
          expect(await engine.check()).toBe(false);
        }
        expect(logged).toEqual(['the database cannot be used (53100)']);
        await query('drop function refuse cascade');
        await expect.poll(() => engine.check()).toBe(true);
        expect(logged.slice(1)).toEqual([again]);
        expect(await query('select id from endpoint_check_version')).toEqual([{ id: 1 }]);
      });

      test('silently is given up', async () => {
        const { port, close } = await startSilentServer();
        onTestFinished(close);
        const silent = await open(`postgres://user@127.0.0.1:${port}/name`);
        expect(silent.logged).toHaveLength(1);
        expect(await fail(read(silent.engine))).toBeInstanceOf(DatabaseError);
        expect(await silent.engine.check()).toBe(false);
      });

      test('is waited for if it is down at the start', async () => {
        const database = await postgres.createDatabase();
        await postgres.kill();
        const { engine, logged } = await open(postgres.urlFor(database));
        expect(logged).toEqual(['the database cannot be used (ECONNREFUSED)']);
        expect(await fail(read(engine))).toEqual(
          new DatabaseError('the database cannot be used (ECONNREFUSED)'),
        );
        await postgres.start();
        expect(await read(engine)).toEqual([]);
        await expect.poll(() => logged.slice(1)).toEqual([again]);
      });
    });

    describe('at the start', () => {
      const refuse = async (url: string): Promise<readonly string[]> => {
        const error = await fail(openDatabase(url, { bytes: 1e9, log: () => undefined }));
        if (!(error instanceof UsageError)) throw new Error('not a usage error', { cause: error });
        expect(error.message).not.toMatch(/s3cr3t|wrong-password/);
        return error.errors;
      };

      const wrongPassword = 'the database refuses the user or the password';
      test.each<[string, () => string, string]>([
        ['a password', () => postgres.urlFor('postgres', 'postgres', 'wrong-password'), wrongPassword],
        [
          'no password',
          () => postgres.urlFor('postgres').replace(/:[^:]*@/, '@'),
          'the database requires a password: add it to the url, or name a file in ENDPOINT_CHECK_DATABASE_PASSWORD_FILE',
        ],
        ['a user', () => postgres.urlFor('postgres', 'nobody'), wrongPassword],
        [
          'a name',
          () => postgres.urlFor('missing'),
          'the database does not exist: create it, or correct the name at the end of the url',
        ],
        ...['require', 'no-verify'].map((mode): [string, () => string, string] => [
          `TLS with sslmode=${mode}`,
          () => `${postgres.urlFor('postgres')}?sslmode=${mode}`,
          'the database has no TLS, which sslmode in the url requires: turn ssl on in Postgres, or write sslmode=disable',
        ]),
      ])('%s that is wrong is a usage error', async (_, getUrl, message) => {
        expect(await refuse(getUrl())).toEqual([`--database: ${message}`]);
      });

      test('so are connections without TLS if Postgres requires it, and a certificate that is not trusted, or of another host', async () => {
        const trust = await createTrust();
        const secure = await startPostgres(await trust.issue({ hosts: ['db.internal'] }));
        onTestFinished(secure.remove);
        const ca = join(await createDirectory({ ca: trust.cert, text: 'no PEM' }), 'ca');
        const url = secure.urlFor(await secure.createDatabase());
        expect(await refuse(url)).toEqual([
          '--database: the database refuses the user, connections from this host, or connections without TLS, for which the url needs sslmode=verify-full',
        ]);
        expect(await refuse(`${url}?sslmode=require`)).toEqual([
          '--database: the certificate of the database is not trusted: add sslrootcert=<file> to the url, with the certificate of its CA',
        ]);
        expect(await refuse(`${url}?sslmode=require&sslrootcert=${ca}`)).toEqual([
          '--database: the certificate of the database is for another host name: write the one that it is for into the url',
        ]);
        const { engine, logged } = await open(`${url}?sslmode=no-verify`);
        await expect.poll(() => engine.check()).toBe(true);
        expect(logged).toEqual([]);
        for (const file of ['sslcert', 'sslkey']) {
          expect(await refuse(`${url}?${file}=${join(ca, '..', 'text')}`)).toEqual([
            '--database: the files of sslcert and sslkey in the url are not a certificate and its key, both in PEM and without a password',
          ]);
        }
      });

      test('missing privileges are a usage error', async () => {
        const { query, database } = await openNew();
        await query(`create user guest_of_${database} password '${databasePassword}'`);
        const empty = await postgres.createDatabase();
        for (const name of [database, empty])
          expect(await refuse(postgres.urlFor(name, `guest_of_${database}`))).toEqual([
            '--database: the database user lacks privileges: let it create tables, or create them as another user',
          ]);
      });

      describe.skipIf(!hasPgbouncer)(
        `through pgbouncer${hasPgbouncer ? '' : ' (pgbouncer is not installed)'}`,
        () => {
          const start = async (...lines: readonly string[]) =>
            startPgbouncer(postgres, await postgres.createDatabase(), lines);

          test('is a usage error if it allows no transactions', async () => {
            expect(await refuse((await start('pool_mode = statement'))())).toEqual([
              '--database: the pooler before the database allows no transactions: set pool_mode = transaction, or session',
            ]);
          });

          test.each([
            ['a password', { password: 'wrong-password' }, wrongPassword],
            [
              'a name',
              { path: 'missing' },
              'the database does not exist: create it, or correct the name at the end of the url',
            ],
            [
              'a parameter',
              { path: 'test_1?options=-csearch_path%3Dqueries' },
              'the pooler before the database refuses a parameter of the url: take it out, or list it in ignore_startup_parameters of pgbouncer',
            ],
          ])('%s that it refuses is a usage error', async (_, parts, message) => {
            const urlFor = await start('pool_mode = session');
            expect(await refuse(urlFor(parts))).toEqual([`--database: ${message}`]);
          });
        },
      );

      test('so is a search path without a schema that the user may create tables in; tables go to the first one', async () => {
        const { query, url, database } = await openNew();
        await query('create schema own');
        const inPath = (path: string) => `${url}?options=-csearch_path%3D${path}`;
        const message =
          '--database: the database has no schema for tables that the user may use: create one, grant usage and create on it, or correct the search_path';
        expect(await refuse(inPath('missing'))).toEqual([message]);
        await query(`create user stranger_of_${database} password '${databasePassword}'`);
        await query('revoke all on schema public from public');
        expect(await refuse(postgres.urlFor(database, `stranger_of_${database}`))).toEqual([message]);
        const { engine } = await open(inPath('own'));
        expect(await read(engine)).toEqual([]);
        expect(await query('select version from own.endpoint_check_version')).toEqual(
          await query('select version from public.endpoint_check_version'),
        );
      });
    });
  },
);

/** A server that accepts connections, and stays silent. */
async function startSilentServer(): Promise<SandboxServer> {
  return listen(createServer((socket) => socket.on('error', () => undefined)));
}
