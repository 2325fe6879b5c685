import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/engine/usage-error.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { SnapshotTime } from '../../src/service/api/answers.js';
import { Snapshot } from '../../src/service/chain/holders/snapshot.js';
import { SnapshotBuilder } from '../../src/service/chain/holders/snapshot-builder.js';
import {
  type SnapshotStore,
  StoreError,
  type WalkProgress,
} from '../../src/service/chain/holders/snapshot-store.js';
import { openPostgresStore } from '../../src/service/store/open-postgres-store.js';
import { createDirectory } from '../support/directory.js';
import { databasePassword, hasPostgres, type Postgres, startPostgres } from '../support/postgres.js';
import { hasPgbouncer, startPgbouncer } from '../support/pgbouncer.js';
import { createTrust } from '../support/servers.js';

const denom = { network: 'kava', denom: 'ukava' };
const day = 24;

/** A snapshot with this many holders, whose balances are as long as those of real denoms. */
async function takeSnapshot(asOf: SnapshotTime, holderCount = 1): Promise<Snapshot> {
  const builder = new SnapshotBuilder();
  for (let from = 0; from < holderCount; from += 1_000) {
    const owners = Array.from({ length: Math.min(1_000, holderCount - from) }, (_, at) => ({
      address: `kava1${String(from + at).padStart(38, '0')}`,
      amount: `${10n ** 18n + BigInt(from + at)}`,
    }));
    await builder.add(owners);
  }
  return builder.finish({ asOf, supply: 5n, metadata: null });
}

const at = (height: number | null, hour = 0): SnapshotTime => ({
  height,
  time: new Date(Date.UTC(2026, 10, 20, hour)).toISOString(),
});

/** The error that a promise rejects with. */
const fail = (ending: Promise<unknown>): Promise<unknown> =>
  ending.then(
    () => null,
    (error: unknown) => error,
  );

describe.skipIf(!hasPostgres)(
  `snapshots in Postgres${hasPostgres ? '' : ' (Postgres is not installed)'}`,
  () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.remove());

    /** A store with a pool of its own, as an instance has it, until the test ends. */
    const openStore = async (
      url: string,
    ): Promise<SnapshotStore & { readonly logged: readonly string[] }> => {
      const logged: string[] = [];
      const store = await openPostgresStore(url, { log: ({ message }) => logged.push(message) });
      onTestFinished(async () => {
        await store.close();
        expect(logged.join()).not.toContain(databasePassword);
      });
      return Object.assign(store, { logged });
    };
    /** Instances with one empty database, and statements in it. */
    const openStores = async () => {
      const database = await postgres.createDatabase();
      const url = postgres.urlFor(database);
      const query = (text: string, values?: readonly unknown[]) => postgres.query(database, text, values);
      return { url, query, one: await openStore(url), other: await openStore(url) };
    };

    describe('what one instance saves', () => {
      test.each([
        ['at a height', denom, at(7)],
        ['at none', denom, at(null)],
        ['of any name', { network: 'kava', denom: `\0\ud800'"${'x'.repeat(8_000)}` }, at(7)],
      ])('another one loads, the same bytes: %s', async (_, key, asOf) => {
        const { one, other } = await openStores();
        const snapshot = await takeSnapshot(asOf, 50_000);
        expect(await other.find(key, null)).toBe(null);
        await one.save(key, snapshot);
        expect(await other.find(key, null)).toEqual(asOf);
        expect(await other.find(key, asOf)).toEqual(asOf);
        const loaded = await other.load(key, asOf);
        // The order of the facts in it may change once.
        const bytes = Buffer.concat((await Snapshot.parse(snapshot.serialize()))?.serialize() ?? []);
        expect(bytes.length).toBeGreaterThan(3 << 20);
        expect(Buffer.concat(loaded?.serialize() ?? []).equals(bytes)).toBe(true);
        expect([...one.logged, ...other.logged]).toEqual([]);
      });

      test('is found by its denom and its time alone', async () => {
        const { one } = await openStores();
        await one.save(denom, await takeSnapshot(at(7, 1)));
        await one.save(denom, await takeSnapshot(at(9, 2)));
        await one.save(denom, await takeSnapshot(at(8, 1)));
        expect(await one.find(denom, null)).toEqual(at(9, 2));
        expect(await one.find(denom, at(8, 1))).toEqual(at(8, 1));
        for (const other of [at(8, 2), at(null, 1), at(10, 1)]) {
          expect(await one.find(denom, other)).toBe(null);
          expect(await one.load(denom, other)).toBe(null);
        }
        expect(await one.find({ network: 'kava', denom: 'other' }, null)).toBe(null);
        expect(await one.find({ network: 'juno', denom: 'ukava' }, null)).toBe(null);
      });

      test('may be saved twice, also at once', async () => {
        const { one, other, query } = await openStores();
        const snapshot = await takeSnapshot(at(null), 100_000);
        await Promise.all([one, other, one, other].map((store) => store.save(denom, snapshot)));
        await one.save(denom, snapshot);
        const parts = snapshot.serialize().length;
        expect(await query('select parts from endpoint_check_snapshots')).toEqual([{ parts }]);
        expect(await query('select count(*)::int as parts from endpoint_check_parts')).toEqual([{ parts }]);
      });

      test.each([
        ['a part is missing', 'delete from endpoint_check_parts where part = 1'],
        ['the last part is missing', 'delete from endpoint_check_parts where part = 3'],
        [
          'a byte has changed',
          'update endpoint_check_parts set bytes = set_byte(bytes, 9, 255 - get_byte(bytes, 9)) where part = 2',
        ],
      ])('is not used, and deleted, where %s', async (_, damage) => {
        const { one, query } = await openStores();
        const snapshot = await takeSnapshot(at(7), 30_000);
        await one.save(denom, snapshot);
        await query(damage);
        expect(await one.load(denom, at(7))).toBe(null);
        expect(one.logged).toEqual([
          'the store had a snapshot with missing or changed parts, which is deleted: ["kava","ukava",7,"2026-11-20T00:00:00.000Z"]',
        ]);
        expect(await one.find(denom, null)).toBe(null);
        await one.save(denom, snapshot);
        expect(await one.load(denom, at(7))).not.toBe(null);
      });

      test('takes little memory beside the snapshot, however large that is', async () => {
        const { one } = await openStores();
        const snapshot = await takeSnapshot(at(7), 1_500_000);
        expect(snapshot.bytes).toBeGreaterThan(100_000_000);
        expect(await measureMemory(() => one.save(denom, snapshot))).toBeLessThan(snapshot.bytes / 2);
        let loaded: Snapshot | null = null;
        const load = async () => {
          loaded = await one.load(denom, at(7));
        };
        expect(await measureMemory(load)).toBeLessThan(snapshot.bytes * 2);
        expect(loaded).toMatchObject({ holderCount: 1_500_000, sum: snapshot.sum });
      });
    });

    describe('what nobody uses goes', () => {
      /** Saves with an instance of its own, since each looks for what has expired when it saves for the first time. */
      const clean = async (url: string) => {
        const store = await openStore(url);
        await store.save({ network: 'kava', denom: 'cleaning' }, await takeSnapshot(at(1)));
      };
      const heights = 'select height::int from endpoint_check_snapshots order by height';
      const use = (hoursAgo: number, height: number) =>
        `update endpoint_check_snapshots set used_at = now() - interval '${hoursAgo} hours' where height = ${height}`;

      test('after a day without use', async () => {
        const { one, url, query } = await openStores();
        for (const height of [2, 3]) await one.save(denom, await takeSnapshot(at(height)));
        await query(use(day - 1, 2));
        await query(use(day + 1, 3));
        // Not even before it is deleted.
        expect(await one.find(denom, at(3))).toBe(null);
        expect(await one.find(denom, at(2))).toEqual(at(2));
        await clean(url);
        await expect.poll(() => query(heights)).toEqual([{ height: 1 }, { height: 2 }]);
        expect(await query('select count(distinct snapshot)::int as left from endpoint_check_parts')).toEqual(
          [{ left: 2 }],
        );
      });

      test('and loading is a use', async () => {
        const { one, other, query } = await openStores();
        await one.save(denom, await takeSnapshot(at(2)));
        const readUse = () => query('select used_at from endpoint_check_snapshots');
        const saved = await readUse();
        await other.load(denom, at(2));
        // Noted once a minute.
        expect(await readUse()).toEqual(saved);
        await query(use(day - 1, 2));
        const before = await readUse();
        await other.load(denom, at(2));
        expect(await readUse()).not.toEqual(before);
      });

      test('after an hour where the denom has 4 GiB of newer ones', async () => {
        const { one, url, query } = await openStores();
        for (const height of [2, 3, 4, 5]) await one.save(denom, await takeSnapshot(at(height, height)));
        await query('update endpoint_check_snapshots set bytes = 3::bigint << 29');
        await query(use(2, 2));
        await query(use(0.5, 3));
        await query(use(2, 4));
        await query(use(2, 5));
        await clean(url);
        const left = [1, 3, 4, 5].map((height) => ({ height }));
        await expect.poll(() => query(heights)).toEqual(left);
      });
    });

    describe('a walk', () => {
      const begun: WalkProgress = { holders: 1_000, startedAt: '2026-11-20T08:15:30.000Z' };

      test('is one at a time, and the others see how far it has come', async () => {
        const { one, other } = await openStores();
        const snapshot = await takeSnapshot(at(7));
        let finish: () => void = () => undefined;
        const finished = new Promise<void>((done) => (finish = done));
        let walking: Promise<unknown> = Promise.resolve();
        const report = await new Promise<(progress: WalkProgress) => void>((done) => {
          walking = one.walkAlone(denom, 7, async (reportIt) => {
            done(reportIt);
            await finished;
            await one.save(denom, snapshot);
            return 'a value';
          });
        });
        const elsewhere = (store: SnapshotStore) =>
          store.walkAlone(denom, 7, () => Promise.resolve('walked twice'));
        expect(await elsewhere(other)).toMatchObject({ elsewhere: { holders: 0 } });
        await expect
          .poll(() => {
            report(begun);
            return elsewhere(other);
          })
          .toEqual({ elsewhere: begun });
        expect(await elsewhere(one)).toEqual({ elsewhere: begun });
        // Another denom, network or height is another walk.
        for (const [key, height] of [
          [denom, null],
          [denom, 8],
          [{ ...denom, network: 'juno' }, 7],
        ] as const) {
          expect(await other.walkAlone(key, height, () => Promise.resolve(1))).toEqual({ walked: 1 });
        }
        finish();
        expect(await walking).toEqual({ walked: 'a value' });
        expect(await other.find(denom, null)).toEqual(at(7));
        expect(await elsewhere(other)).toEqual({ walked: 'walked twice' });
      });

      test('of many, one runs', async () => {
        const { one, other } = await openStores();
        let [walks, finished] = [0, 0];
        const results = await Promise.all(
          Array.from({ length: 40 }, (_, index) =>
            (index % 2 === 0 ? one : other)
              .walkAlone(denom, null, async () => {
                walks += 1;
                while (finished < 39) await sleep(5);
              })
              .finally(() => finished++),
          ),
        );
        expect(walks).toBe(1);
        expect(results.filter((result) => 'walked' in result)).toHaveLength(1);
      });

      test('that fails is over for the others too, and fails as it does', async () => {
        const { one, other, query } = await openStores();
        const failure = new Error('no node');
        expect(await fail(one.walkAlone(denom, 7, () => Promise.reject(failure)))).toBe(failure);
        expect(await other.walkAlone(denom, 7, () => Promise.resolve(1))).toEqual({ walked: 1 });
        expect(await query('select * from endpoint_check_walks')).toEqual([]);
        expect(await query(`select * from pg_locks where locktype = 'advisory'`)).toEqual([]);
      });

      test('that loses its session goes on, and another may begin; what it has noted is not shown any more', async () => {
        const { one, other, query } = await openStores();
        let finish: () => void = () => undefined;
        const finished = new Promise<void>((done) => (finish = done));
        const lost = one.walkAlone(denom, 7, async (report) => {
          report(begun);
          await finished;
          return 'lost';
        });
        const noted = () => query('select holders::int, pid from endpoint_check_walks');
        await expect.poll(noted).toMatchObject([{ holders: 0 }]);
        const [{ pid } = { pid: 0 }] = await noted();
        await query('update endpoint_check_walks set holders = 500');
        await query('select pg_terminate_backend($1)', [pid]);
        // Whoever has the lock now has noted nothing.
        const [{ lock } = { lock: '' }] = await query('select lock::text from endpoint_check_walks');
        const holding = query(`select pg_advisory_lock(${String(lock)}), pg_sleep(3)`);
        await expect
          .poll(() => query(`select 1 from pg_locks where locktype = 'advisory' and granted`))
          .toHaveLength(1);
        expect(await other.walkAlone(denom, 7, () => Promise.resolve(1))).toMatchObject({
          elsewhere: { holders: 0 },
        });
        await holding;
        expect(await other.walkAlone(denom, 7, () => Promise.resolve(1))).toEqual({ walked: 1 });
        finish();
        expect(await lost).toEqual({ walked: 'lost' });
        expect(await one.walkAlone(denom, 7, () => Promise.resolve(2))).toEqual({ walked: 2 });
      });
    });

    describe('a database that goes away', () => {
      test('in the middle of a save leaves nothing, and works again when it is back', async () => {
        const { one, other, query } = await openStores();
        const snapshot = await takeSnapshot(at(7), 400_000);
        const walking = one.walkAlone(denom, 7, () => fail(one.save(denom, snapshot)));
        await expect
          .poll(
            () =>
              query(
                `select pg_relation_size(reltoastrelid) > 2e6 as large from pg_class where relname = 'endpoint_check_parts'`,
              ),
            { interval: 1 },
          )
          .toEqual([{ large: true }]);
        await postgres.kill();
        expect(await walking).toEqual({ walked: expect.any(StoreError) as StoreError });
        for (const store of [one, other]) {
          const calls = [
            store.find(denom, null),
            store.load(denom, at(7)),
            store.save(denom, snapshot),
            store.walkAlone(denom, 7, () => Promise.resolve(1)),
          ];
          for (const error of await Promise.all(calls.map(fail))) expect(error).toBeInstanceOf(StoreError);
        }
        await postgres.start();
        expect(await query('select * from endpoint_check_snapshots')).toEqual([]);
        expect(await query('select * from endpoint_check_parts')).toEqual([]);
        for (const store of [one, other]) {
          expect(await store.find(denom, null)).toBe(null);
          expect(await store.walkAlone(denom, 7, () => Promise.resolve(1))).toEqual({ walked: 1 });
        }
        await one.save(denom, snapshot);
        expect((await other.load(denom, at(7)))?.sum).toBe(snapshot.sum);
        expect(other.logged).toEqual([
          expect.stringMatching(/^the store fails, and snapshots stay in memory: /) as string,
          'the store can be used again',
        ]);
      });

      test('and comes back empty gets its tables again', async () => {
        const { one, query } = await openStores();
        await query('drop table endpoint_check_snapshots, endpoint_check_parts, endpoint_check_schema');
        expect(await fail(one.find(denom, null))).toBeInstanceOf(StoreError);
        await one.save(denom, await takeSnapshot(at(7)));
        expect(await one.find(denom, null)).toEqual(at(7));
      });

      test('and comes back for reads alone, as a standby does, cannot be used', async () => {
        const { one, url, query } = await openStores();
        const database = new URL(url).pathname.slice(1);
        const accept = async (writes: boolean) => {
          const value = writes ? 'off' : 'on';
          await postgres.query(
            'postgres',
            `alter database ${database} set default_transaction_read_only = ${value}`,
          );
          await query(`
            select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and pid <> pg_backend_pid()`);
        };
        expect(await one.check()).toBe(true);
        await accept(false);
        expect(await fail(one.save(denom, await takeSnapshot(at(7))))).toBeInstanceOf(StoreError);
        expect([await one.check(), await one.check()]).toEqual([false, false]);
        // Though it could still be read: its log would say so in turns.
        for (let scrape = 0; scrape < 3; scrape++) {
          expect(await fail(one.find(denom, null))).toEqual(
            new StoreError('the database cannot be used (it is read-only)'),
          );
          expect(await one.check()).toBe(false);
        }
        expect(one.logged).toHaveLength(1);
        const late = await openStore(url);
        expect(late.logged).toEqual([
          'the store fails, and snapshots stay in memory: the database cannot be used (it is read-only)',
        ]);
        await accept(true);
        expect(await one.check()).toBe(true);
        expect(one.logged).toHaveLength(2);
      });

      test('without a word is given up, at the start and later', async () => {
        const { port, close } = await startSilentServer();
        onTestFinished(close);
        const silent = await openStore(`postgres://user@127.0.0.1:${port}/name`);
        expect(silent.logged).toHaveLength(1);
        const calls = [silent.find(denom, null), silent.walkAlone(denom, 7, () => Promise.resolve(1))];
        for (const error of await Promise.all(calls.map(fail))) expect(error).toBeInstanceOf(StoreError);
        expect(await silent.check()).toBe(false);

        const { one, query } = await openStores();
        const blocking = query(`
        do $$ begin
          lock table endpoint_check_snapshots in access exclusive mode;
          perform pg_sleep(15);
        end $$`);
        await expect
          .poll(() => query(`select 1 from pg_locks where mode = 'AccessExclusiveLock' and granted`))
          .not.toEqual([]);
        // The code of a statement that takes too long.
        expect(await fail(one.find(denom, null))).toEqual(
          new StoreError('the database cannot be used (57014)'),
        );
        await blocking;
        expect(await one.find(denom, null)).toBe(null);
      });

      test('is waited for where it is not there at the start', async () => {
        const database = await postgres.createDatabase();
        await postgres.kill();
        const store = await openStore(postgres.urlFor(database));
        expect(store.logged).toEqual([
          'the store fails, and snapshots stay in memory: the database cannot be used (ECONNREFUSED)',
        ]);
        expect(await fail(store.find(denom, null))).toEqual(
          new StoreError('the database cannot be used (ECONNREFUSED)'),
        );
        await postgres.start();
        expect(await store.find(denom, null)).toBe(null);
        expect(store.logged.slice(1)).toEqual(['the store can be used again']);
      });
    });

    describe('at the start', () => {
      test('several instances create the tables together', async () => {
        const url = postgres.urlFor(await postgres.createDatabase());
        const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(url)));
        expect(stores.flatMap(({ logged }) => logged)).toEqual([]);
        await Promise.all(stores.map((store) => store.find(denom, null)));
      });

      const refuse = async (url: string): Promise<readonly string[]> => {
        const error = await fail(openPostgresStore(url, { log: () => undefined }));
        if (!(error instanceof UsageError)) throw new Error('not a usage error', { cause: error });
        expect(error.message).not.toMatch(/s3cr3t|wrong-password/);
        return error.errors;
      };

      test.each<[string, () => string, string]>([
        [
          'a password',
          () => postgres.urlFor('postgres', 'postgres', 'wrong-password'),
          'the database refuses the user or the password',
        ],
        [
          'no password',
          () => postgres.urlFor('postgres').replace(/:[^:]*@/, '@'),
          'the database requires a password: add it to the url, or name a file in ENDPOINT_CHECK_DATABASE_PASSWORD_FILE',
        ],
        [
          'a user',
          () => postgres.urlFor('postgres', 'nobody'),
          'the database refuses the user or the password',
        ],
        [
          'a name',
          () => postgres.urlFor('missing'),
          'the database does not exist: create it, or correct the name at the end of the url',
        ],
        [
          'a port',
          () => 'postgres://user:s3cr3t@host:port/name',
          'malformed url: write postgres://user:password@host:5432/database, with special characters of the password percent-encoded',
        ],
        [
          'a password with a slash',
          () => 'postgres://user:s3cr3t/x@127.0.0.1/name',
          'malformed url: write postgres://user:password@host:5432/database, with special characters of the password percent-encoded',
        ],
        ...['require', 'prefer', 'verify-ca', 'verify-full', 'no-verify'].map(
          (mode): [string, () => string, string] => [
            `TLS with sslmode=${mode}`,
            () => `${postgres.urlFor('postgres')}?sslmode=${mode}`,
            'the database has no TLS, which sslmode in the url requires: turn ssl on in Postgres, or write sslmode=disable',
          ],
        ),
      ])('%s that is wrong is a usage error', async (_, getUrl, message) => {
        expect(await refuse(getUrl())).toEqual([`--database: ${message}`]);
      });

      test('so are connections without TLS where Postgres wants it, and a certificate that is not trusted, or of another host', async () => {
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
        const store = await openStore(`${url}?sslmode=no-verify`);
        expect([await store.check(), store.logged]).toEqual([true, []]);
        for (const file of ['sslcert', 'sslkey']) {
          expect(await refuse(`${url}?${file}=${join(ca, '..', 'text')}`)).toEqual([
            '--database: the files of sslcert and sslkey in the url are not a certificate and its key, both in PEM and without a password',
          ]);
        }
      });

      test('privileges that lack are a usage error; who may not create tables uses those that are there', async () => {
        const { query, url } = await openStores();
        const database = new URL(url).pathname.slice(1);
        await query(`create user guest_of_${database} password '${databasePassword}'`);
        const guestUrl = postgres.urlFor(database, `guest_of_${database}`);
        expect(await refuse(guestUrl)).toEqual([
          expect.stringMatching(/^--database: the database user lacks privileges: /) as string,
        ]);
        await query('grant select on all tables in schema public to public');
        expect(await refuse(guestUrl)).toEqual([
          '--database: the database user lacks privileges: grant select, insert, update and delete on the tables endpoint_check_*',
        ]);
        await query('grant insert, update, delete on all tables in schema public to public');
        const guest = await openStore(guestUrl);
        await guest.save(denom, await takeSnapshot(at(7)));
        expect(await guest.load(denom, at(7))).not.toBe(null);
        expect(guest.logged).toEqual([]);

        const empty = await postgres.createDatabase();
        expect(await refuse(postgres.urlFor(empty, `guest_of_${database}`))).toEqual([
          '--database: the database user lacks privileges: let it create tables, or create them as another user',
        ]);
      });

      describe.skipIf(!hasPgbouncer)(
        `through pgbouncer${hasPgbouncer ? '' : ' (pgbouncer is not installed)'}`,
        () => {
          const start = async (...lines: readonly string[]) =>
            startPgbouncer(postgres, await postgres.createDatabase(), lines);

          test('works where the pool keeps sessions', async () => {
            const urlFor = await start('pool_mode = session');
            const [one, other] = await Promise.all([openStore(urlFor()), openStore(urlFor())]);
            await one.save(denom, await takeSnapshot(at(7)));
            expect(await other.load(denom, at(7))).not.toBe(null);
            const walking = one.walkAlone(denom, 8, () =>
              other.walkAlone(denom, 8, () => Promise.resolve('walked twice')),
            );
            expect(await walking).toMatchObject({ walked: { elsewhere: { holders: 0 } } });
            expect(await other.walkAlone(denom, 8, () => Promise.resolve(1))).toEqual({ walked: 1 });
            expect([...one.logged, ...other.logged]).toEqual([]);
          });

          test.each(
            ['transaction', 'statement'].flatMap((mode) =>
              [1, 5].map((size) => [mode, `default_pool_size = ${size}`] as const),
            ),
          )('is a usage error with pool_mode = %s and %s', async (mode, more) => {
            const urlFor = await start(`pool_mode = ${mode}`, more);
            expect(await refuse(urlFor())).toEqual([
              '--database: the pooler before the database gives each transaction another session, and locks need their own: let the url lead to Postgres itself, or to a pool with pool_mode = session',
            ]);
          });

          test('is a usage error where a pool that others use gives each transaction another session, by turns', async () => {
            const urlFor = await start('pool_mode = transaction', 'server_round_robin = 1');
            const others = Array.from({ length: 4 }, () => new pg.Client(urlFor()));
            for (const other of others) {
              await other.connect();
              await other.query('begin');
            }
            for (const other of others) await other.query('rollback');
            expect(await refuse(urlFor())).toEqual([
              expect.stringMatching(/^--database: the pooler before the database gives/) as string,
            ]);
            for (const other of others) await other.end();
          });

          test.each([
            ['a password', { password: 'wrong-password' }, 'the database refuses the user or the password'],
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
        const { query, url } = await openStores();
        await query('create schema own');
        const inPath = (path: string) => `${url}?options=-csearch_path%3D${path}`;
        const message =
          '--database: the database has no schema for tables that the user may use: create one, grant usage and create on it, or correct the search_path';
        expect(await refuse(inPath('missing'))).toEqual([message]);
        const database = new URL(url).pathname.slice(1);
        await query(`create user stranger_of_${database} password '${databasePassword}'`);
        await query('revoke all on schema public from public');
        expect(await refuse(postgres.urlFor(database, `stranger_of_${database}`))).toEqual([message]);

        const store = await openStore(inPath('own'));
        await store.save(denom, await takeSnapshot(at(7)));
        expect(await query('select count(*)::int as saved from own.endpoint_check_snapshots')).toEqual([
          { saved: 1 },
        ]);
        expect(await query('select * from public.endpoint_check_snapshots')).toEqual([]);
      });

      test.each([
        [
          'sslrootcert=/nowhere/ca.pem',
          'a file that the url names in sslrootcert, sslcert or sslkey cannot be read (ENOENT)',
        ],
        ['sslmode=verify-ca&uselibpqcompat=true', 'sslmode=verify-ca needs sslrootcert=<file> in the url'],
      ])('so are files of TLS that lack: %s', async (params, message) => {
        expect(await refuse(`${postgres.urlFor('postgres')}?${params}`)).toEqual([`--database: ${message}`]);
      });

      test.each(['one.internal,two.internal', 'one.internal:5432,two.internal:5432', '[::1],two.internal'])(
        'and several hosts: %s',
        async (hosts) => {
          expect(
            await refuse(`postgres://us,er:s3cr3t,@${hosts}/queries?target_session_attrs=primary`),
          ).toEqual([
            '--database: the url names several hosts: name one, such as an address that always leads to the primary',
          ]);
        },
      );

      test('tables of a later version are a usage error', async () => {
        const { query, url } = await openStores();
        await query('update endpoint_check_schema set version = 2');
        expect(await refuse(url)).toEqual([
          '--database: the tables in the database have version 2, of a later endpoint-check; this one knows version 1: update it, or use another database',
        ]);
      });
    });
  },
);

/** A server that accepts connections, and never says anything. */
async function startSilentServer(): Promise<SandboxServer> {
  return listen(createServer((socket) => socket.on('error', () => undefined)));
}

/** By how much the memory of this process grows at most while something runs, in bytes. */
async function measureMemory(run: () => Promise<unknown>): Promise<number> {
  const read = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = read();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, read())), 5);
  await run();
  clearInterval(timer);
  return most - before;
}
