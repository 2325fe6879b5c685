import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { WatchedEngine } from '../../src/query/service/database/watched-engine.js';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { hasPostgres, type Postgres, startPostgres } from '../support/databases.js';
import { ask } from '../support/http.js';
import { spawnService } from '../support/spawn-service.js';

describe.skipIf(!hasPostgres)(
  `a service over Postgres${hasPostgres ? '' : ' (Postgres is not installed)'}`,
  () => {
    let postgres: Postgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(() => postgres.remove());

    /** An instance over a database, until the test ends. */
    const open = async (url: string): Promise<WatchedEngine> => {
      const database = await openDatabase(url, { bytes: 1e9, log: () => undefined });
      onTestFinished(() => database.engine.close());
      return database.engine;
    };
    const insertFilter = (network: string) => ({
      sql: 'insert into endpoint_check_filters (network, id, generation, low, high, final) values ($1, 1, 1, 0, 0, 0)',
      values: [network],
    });
    const insert = insertFilter('kava');

    test('ends in time though the database stands still', async () => {
      const url = postgres.urlFor(await postgres.createDatabase());
      const service = await spawnService(['fixtures/registries/real', '--database', url]);
      expect(await ask(service.url, '/readyz')).toMatchObject({ status: 200 });
      await postgres.freeze();
      onTestFinished(postgres.thaw);
      expect(await service.stop()).toMatchObject({ exitCode: 0 });
    });

    test('uses none of the settings that its user has for statements', async () => {
      const database = await postgres.createDatabase();
      const settings = {
        default_transaction_isolation: 'serializable',
        default_transaction_read_only: 'on',
        standard_conforming_strings: 'off',
        lock_timeout: '5000',
        statement_timeout: '5000',
        idle_in_transaction_session_timeout: '5000',
      };
      for (const [name, value] of Object.entries(settings))
        await postgres.query('postgres', `alter database ${database} set ${name} = '${value}'`);
      const engine = await open(postgres.urlFor(database));
      const names = [...Object.keys(settings).slice(2), 'transaction_isolation'];
      const sql = `select ${names.map((name) => `current_setting('${name}') as ${name}`).join(', ')}`;
      expect(await engine.read(sql, [])).toEqual([
        {
          transaction_isolation: 'read committed',
          standard_conforming_strings: 'on',
          lock_timeout: '0',
          statement_timeout: '10s',
          idle_in_transaction_session_timeout: '10s',
        },
      ]);
    });

    test.each([`\\'); create table pwned (); --`, 'transaction_ms', '$now', `it's "x" $$ %L`])(
      'keeps the name of a network as it is: %s',
      async (network) => {
        const database = await postgres.createDatabase();
        await postgres.query('postgres', `alter database ${database} set standard_conforming_strings = off`);
        const engine = await open(postgres.urlFor(database));
        await engine.prepareNetwork(network);
        expect(await engine.write([insertFilter(network)])).toBe(true);
        expect(await engine.read('select network from endpoint_check_filters', [])).toEqual([{ network }]);
        expect(await engine.read(`select to_regclass('pwned')::text as name`, [])).toEqual([{ name: null }]);
      },
    );

    test('waits longer for a step of a migration', async () => {
      const url = postgres.urlFor(await postgres.createDatabase());
      const engine = await open(`${url}?query_timeout=300`);
      const step = { sql: 'select pg_sleep(0.6)', values: [] };
      await expect(engine.write([step])).rejects.toThrow('Query read timeout');
      expect(await engine.write([{ ...step, pace: 'long' }])).toBe(true);
    });

    test('makes its tables again where they have gone, and the parts of networks', async () => {
      const database = await postgres.createDatabase();
      const [one, other] = [await open(postgres.urlFor(database)), await open(postgres.urlFor(database))];
      for (const engine of [one, other]) await engine.prepareNetwork('kava');
      await postgres.query(database, 'drop schema public cascade; create schema public');
      // What is under way fails.
      const gone = 'the tables in the database have gone: they are made again';
      await expect(one.write([insert])).rejects.toThrow(gone);
      // On a busy machine this takes longer than a look at the database may.
      await expect.poll(() => one.check()).toBe(true);
      await expect(other.write([insert])).rejects.toThrow(gone);
      for (const engine of [one, other]) {
        await engine.prepareNetwork('kava');
        expect(await engine.write([insert])).toBe(true);
        await engine.write([{ sql: 'delete from endpoint_check_filters', values: [] }]);
      }
    });
  },
);
