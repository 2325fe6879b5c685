import { execFileSync, spawnSync } from 'node:child_process';
import { link, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bech32 } from '@scure/base';
import { describe, expect, onTestFinished, test } from 'vitest';
import { UsageError } from '../../src/engine/exit-code.js';
import type { TransactionsByEventPage } from '../../src/query/client/index.js';
import { createChainHandlers } from '../../src/query/service/chain/create-chain-handlers.js';
import { createEventFilter, type EventFilter } from '../../src/query/service/chain/logs/event-filter.js';
import { FilterRows } from '../../src/query/service/chain/logs/filter-rows.js';
import { createCursorKeyReader } from '../../src/query/service/http/cursor.js';
import { DatabaseError, type Engine } from '../../src/query/service/database/engine.js';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { DatabaseRoom } from '../../src/query/service/jobs/database-room.js';
import { JobTable } from '../../src/query/service/jobs/job-table.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { type EvmChain, startChain } from '../support/anvil.js';
import {
  type AskRoute,
  catchProblem,
  createContext,
  engineOf,
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../support/chain-handlers.js';
import { createPlaces, hasPostgres } from '../support/databases.js';
import { createDirectory } from '../support/directory.js';
import { checkRandomPages, followPages, startRecorded } from '../support/event-pages.js';
import { account, contract, log, other, transferTopic } from '../support/sandbox-logs.js';
import { use } from '../support/servers.js';
import { compileTokens } from './tokens.js';

const search = { address: contract };
const { Fungible } = compileTokens();

const places = createPlaces();

const hashesOf = (answer: unknown) =>
  (answer as TransactionsByEventPage).transactions.map(({ transactionHash }) => transactionHash);

const createAddress = (number: number) => bech32.encode('kava', bech32.toWords(Buffer.alloc(20, number)));

/** A chain with a token, and a function that sends it this often, each time in a separate block. */
async function startTokenChain(...args: string[]) {
  const chain: EvmChain = await startChain(...args);
  const [from = '', to = ''] = chain.accounts;
  const token = await chain.deploy(Fungible.bytecode);
  let sent = 0;
  const send = async (count: number) => {
    const hashes: string[] = [];
    for (let at = 0; at < count; at++) {
      const data = Fungible.encode('send', from, to, ++sent);
      hashes.push(...(await chain.mineTogether([{ to: token, data }])));
    }
    return hashes;
  };
  return { chain, token, send };
}

describe.each(Object.keys(places))('events in %s', (name) => {
  const open = async (): Promise<Engine> => openEngine(await places[name]?.());

  test('have each transaction of the range once, on any instance, whatever the nodes do', async () => {
    const engine = await open();
    await checkRandomPages({ numRuns: 3, minBlocks: 400, engine });
  });

  test('are read once for all accounts of a contract, and not again', async () => {
    const strangers = Array.from({ length: 20 }, (_, at) => `0x${String(at + 10).repeat(20)}`);
    const node = await startRecorded({
      logs: Array.from({ length: 30 }, (_, at) => log(at * 1_000, 0, 0)),
      logLimits: { blocks: 1_000 },
      blockNumber: 100_000,
    });
    const engine = await open();
    const ask = serveEntries([node.entry], { engine });
    const transfers = { contractAddress: contract, tokenType: 'ERC20' };
    expect(await ask('accountTransferEvents', { ...transfers, address: account })).toMatchObject({
      transactions: { length: 10 },
    });
    await expect
      .poll(() => ask('accountTransferEvents', { ...transfers, address: account, page: 3 }).catch(() => null))
      .toMatchObject({ transactions: { length: 10 }, next: null });
    const { length } = node.searches;
    for (const address of strangers)
      expect(await ask('accountTransferEvents', { ...transfers, address })).toMatchObject({
        transactions: [],
        next: null,
      });
    // Also by another instance.
    const another = serveEntries([node.entry], { engine });
    expect(await another('accountTransferEvents', { ...transfers, address: other })).toMatchObject({
      transactions: { length: 10 },
    });
    expect(node.searches).toHaveLength(length);
  });

  test.each([3, 40])('are those of the chain after %d blocks were replaced', async (depth) => {
    const { chain, token, send } = await startTokenChain();
    const ask = serveEntries([listNode('evm', chain.port)], { engine: await open(), confirmations: 0 });
    const kept = await send(5);
    await chain.call('anvil_mine', '0x64');
    kept.push(...(await send(2)));
    const lost = await send(depth);
    const params = { address: token, sort: 'asc', offset: 100 };
    expect(hashesOf(await ask('transactionsByEvent', params))).toEqual([...kept, ...lost]);
    await chain.call('anvil_reorg', depth, []);
    // Other blocks in place of the lost ones.
    const found = hashesOf(await ask('transactionsByEvent', params));
    expect(found.slice(0, kept.length)).toEqual(kept);
    expect(found.filter((hash) => lost.includes(hash))).toEqual([]);
    const more = await send(2);
    expect(hashesOf(await ask('transactionsByEvent', params))).toEqual([...kept, ...more]);
    expect(
      hashesOf(await ask('transactionsByEvent', { ...params, sort: 'desc', page: 2, offset: 2 })),
    ).toEqual([...kept, ...more].reverse().slice(2, 4));
  });

  test('are read on after the reading instance has died or stalled, without its unsaved part', async () => {
    const logs = Array.from({ length: 30 }, (_, at) => log(at * 1_000, 0, 0));
    let release: () => void = () => undefined;
    const released = new Promise<void>((done) => (release = done));
    let searches = 0;
    const frozen = await use(
      startEvmNode({
        logs,
        logLimits: { blocks: 1_000 },
        blockNumber: 30_002,
        delay: (body) => (body.includes('eth_getLogs') && ++searches > 8 ? released : undefined),
      }),
    );
    const engine = await open();
    const holder = serveEntries([listNode('evm', frozen.port)], { engine, waitMs: 200, leaseMs: 600 });
    let first: Partial<TransactionsByEventPage> = {};
    // Nothing may be read yet within this time.
    await expect
      .poll(async () => {
        first = await holder('transactionsByEvent', { ...search, offset: 100 }).catch(() => ({}));
        return first.next;
      })
      .toEqual(expect.any(String));
    const node = await startRecorded({ logs, logLimits: { blocks: 1_000 }, blockNumber: 30_002 });
    const heir = serveEntries([node.entry], { engine, leaseMs: 600 });
    const rest: string[] = [];
    await expect
      .poll(async () => {
        const { hashes } = await followPages(heir, { ...search, offset: 100, cursor: first.next });
        rest.splice(0, rest.length, ...hashes);
        return rest.length + hashesOf(first).length;
      })
      .toBe(30);
    release();
    expect([...hashesOf(first), ...rest]).toEqual(
      logs.map(({ transactionHash }) => transactionHash).reverse(),
    );
    expect(new Set([...hashesOf(first), ...rest]).size).toBe(30);
  });

  test('are dropped, the least recently used first, if the database is full', async () => {
    const logs = Array.from({ length: 3_000 }, (_, at) => log(at * 10, 0, 0));
    const node = await startRecorded({ logs, blockNumber: 30_002, logLimits: { results: 1_000 } });
    const ask = serveEntries([node.entry], { engine: await open(), databaseBytes: 5_000_000 });
    for (let number = 0; number < 4; number++) {
      const params = {
        ...search,
        topics: [transferTopic, `0x${String(number).repeat(64)}`],
        offset: 1,
        sort: 'asc',
      };
      await expect
        .poll(async () =>
          hashesOf(await ask('transactionsByEvent', params).catch(() => ({ transactions: [] }))),
        )
        .toHaveLength(1);
    }
    // It does not fit, even alone.
    const small = serveEntries([node.entry], { engine: await open(), databaseBytes: 1_000_000 });
    await expect
      .poll(async () => (await catchProblem(small('transactionsByEvent', { ...search, sort: 'asc' }))).status)
      .toBe(507);
  });
});

test('events that a node has pruned are an error, not none', async () => {
  const logs = [10, 4_900].map((block) => log(block, 0, 0));
  const { port } = await use(
    startEvmNode({
      logs: logs.slice(1),
      blockNumber: 5_002,
      // No headers, and [] for their events.
      answer: (body) => {
        const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: [string] };
        return method === 'eth_getBlockByNumber' && Number(params[0]) < 3_000
          ? { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: null }) }
          : undefined;
      },
    }),
  );
  const ask = serveEntries([listNode('evm', port)]);
  const first = await ask('transactionsByEvent', search);
  expect(hashesOf(first)).toEqual([logs[1]?.transactionHash]);
  const problem = await catchProblem(ask('transactionsByEvent', { ...search, cursor: first.next }));
  expect(problem).toMatchObject({ status: 502 });
  expect(problem.detail).toContain('as after pruning');
});

describe.each(Object.keys(places))('a job in %s', (name) => {
  const [old, recent] = [contract, other].map((address) =>
    createEventFilter('kava', { address, topics: [] }),
  ) as [EventFilter, EventFilter];

  async function start(leaseMs = 300) {
    const engine = await openEngine(await places[name]?.());
    const open = (through: Engine) => new JobTable(through, leaseMs, () => performance.now());
    const change = (set: string, { id }: EventFilter = old) =>
      engine.write([{ sql: `update endpoint_check_jobs set ${set} where id = $1`, values: [id] }]);
    return { engine, open, table: open(engine), change };
  }

  /** Deletes jobs until none is left. */
  const evictAll = (table: JobTable) => createRoom(table, 1).make();
  const createRoom = (table: JobTable, bytes: number) =>
    new DatabaseRoom(bytes, table, {
      events: { clear: (lease) => new FilterRows(lease).clear() },
    });

  test('is evicted completely after the evicting instance was killed or stalled', async () => {
    const { engine, open, table } = await start();
    const node = await startRecorded({ logs: [log(10, 0, 0), log(20, 0, 0)], blockNumber: 5_002 });
    const { handlers, close } = createChainHandlers({
      loadEntries: () => Promise.resolve(listEntries([node.entry])),
      ...{ allowPrivate: true, waitMs: 60_000, engine },
    });
    const read = () => handlers.transactionsByEvent({ network: 'kava', ...search }, createContext());
    const before = await read();
    await expect.poll(async () => (await table.listWaiting()).length).toBe(0);
    const killed: Engine = {
      ...engineOf(engine),
      write: (steps) =>
        steps.some(({ sql }) => sql.startsWith('delete from endpoint_check_events'))
          ? Promise.reject(new Error('killed'))
          : engine.write(steps),
    };
    await expect(evictAll(open(killed))).rejects.toThrow('killed');
    // Whoever reads it meanwhile reads all of it again.
    expect(await read()).toEqual(before);
    await close();
    await evictAll(table);
    for (const rows of ['jobs', 'filters', 'chunks', 'events', 'places'])
      expect(await engine.read(`select network from endpoint_check_${rows}`, []), rows).toEqual([]);
  });

  test('is evicted for what is about to be written', async () => {
    const { engine, table } = await start();
    await table.want(old, 'one');
    const room = createRoom(table, ((await engine.measure()) ?? 0) + 1_000_000);
    expect(await room.make()).toBe(true);
    expect(await table.findOldest()).toMatchObject({ id: old.id });
    expect(await room.make(2_000_000)).toBe(false);
    expect(await table.findOldest()).toBeNull();
  });

  test('is evicted if it was used least recently, or in the future, since the clock was set back', async () => {
    const { table, change } = await start();
    for (const filter of [old, recent]) await table.want(filter, 'one');
    // As by a transaction that began after the one that looks.
    await change('used_at = used_at + 30000', recent);
    expect(await table.findOldest()).toMatchObject({ id: old.id });
    await change('used_at = used_at + 100000', recent);
    expect(await table.findOldest()).toMatchObject({ id: recent.id });
  });

  test('is no longer that of whoever died before the clock was set back', async () => {
    const { table, change } = await start(15_000);
    await table.want(old, 'one');
    const claim = async () => (await table.claim(old, 'one')) !== null;
    expect([await claim(), await claim()]).toEqual([true, false]);
    await change('leased_until = leased_until + 3600000');
    expect(await table.findOldest()).toMatchObject({ id: old.id });
    expect([await claim(), await claim()]).toEqual([true, false]);
  });

  test.each<[string, (number: number) => Parameters<AskRoute>]>([
    [
      'searches',
      (number) => ['transactionsByEvent', { ...search, topics: [`0x${String(number).padStart(64, '0')}`] }],
    ],
    ['balances', (number) => ['holders', { denom: 'ukava', keyword: createAddress(number) }]],
  ])(
    'goes for new ones though none has rows, so that any number of %s keeps within the size',
    async (_, create) => {
      const { engine } = await start();
      const entries = [
        (await startRecorded({ logs: [], blockNumber: 102 })).entry,
        listNode('grpc', (await use(startCosmosNode())).port),
      ];
      // Otherwise the log of the tables' creation would count, which goes with the first eviction.
      await engine.reclaim();
      const bytes = ((await engine.measure()) ?? 0) + 20_000;
      const ask = serveEntries(entries, { engine, databaseBytes: bytes });
      const count = 100;
      for (let number = 0; number < count; number++) await ask(...create(number));
      const countJobs = async () => (await engine.read('select id from endpoint_check_jobs', [])).length;
      await expect.poll(countJobs).toBeLessThan(count * 0.8);
    },
  );
});

test.each(Object.keys(places))(
  'the key of cursors in %s is made once, by whoever asks first',
  async (name) => {
    const engine = await openEngine(await places[name]?.());
    const read = () => createCursorKeyReader(engine)();
    const keys = await Promise.all(Array.from({ length: 5 }, read));
    keys.push(await read());
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1);
    expect(keys[0]).toHaveLength(32);
  },
);

describe('a database file', () => {
  /** Opens a file until the test ends, with the lines that it logs. */
  async function openLogged(file: string) {
    const logged: string[] = [];
    const log = (...line: readonly string[]) => void logged.push(line.join(': '));
    const { engine } = await openDatabase(file, { bytes: 1e9, log });
    onTestFinished(() => engine.close());
    return { engine, logged };
  }
  /** Writes with one statement to a new database, and closes it. */
  async function make(file: string, sql: string, values: readonly string[] = []) {
    const { engine } = await openDatabase(file, { bytes: 1e9, log: () => undefined });
    await engine.write([{ sql, values }]);
    await engine.close();
    return readFile(file);
  }

  test.each<[string, string, (file: string) => Promise<unknown>]>([
    ['is of another process', 'another process uses the database', (file) => openEngine(file)],
    [
      'is of another process, behind a symbolic link',
      'another process uses the database',
      async (file) => {
        await openEngine(`${file}.real`);
        await symlink(`${file}.real`, file);
      },
    ],
    [
      'has a hard link',
      'the file has another hard link',
      async (file) => {
        await make(file, 'select 1');
        await link(file, `${file}.hard`);
      },
    ],
    [
      'is damaged',
      'the file is damaged',
      async (file) => writeFile(file, (await make(file, 'select 1')).subarray(0, 5_000)),
    ],
    [
      'is of another program',
      'the database of another program',
      (file) => make(file, 'create table users (id integer)'),
    ],
    ['is no database', 'the file is not a database', (file) => writeFile(file, 'a'.repeat(5_000))],
    ['is no file', 'not a regular file', (file) => mkdir(file)],
    ['is in no directory', 'cannot be opened', (file) => Promise.resolve(join(file, 'events.sqlite'))],
    [
      'is of a later version',
      'of a later endpoint-check',
      (file) => make(file, 'update endpoint_check_version set version = 99'),
    ],
  ])('that %s is a usage error', async (_, message, prepare) => {
    const file = join(await createDirectory({}), 'events.sqlite');
    const other = await prepare(file);
    const place = typeof other === 'string' ? other : file;
    const ending = openDatabase(place, { bytes: 1e9, log: () => undefined });
    await expect(ending).rejects.toThrow(UsageError);
    await expect(ending).rejects.toThrow(message);
  });

  test.each<[string, (file: string) => Promise<void>]>([
    ['removed', (file) => rm(file)],
    [
      'replaced',
      async (file) => {
        await writeFile(`${file}.new`, await readFile(file));
        await rename(`${file}.new`, file);
      },
    ],
  ])('that is %s cannot be used from then on, which is logged once', async (_, change) => {
    const file = join(await createDirectory({}), 'events.sqlite');
    const { engine, logged } = await openLogged(file);
    expect(await engine.check()).toBe(true);
    await change(file);
    for (let time = 0; time < 2; time++) {
      expect(await engine.check()).toBe(false);
      await engine.read('select version from endpoint_check_version', []);
    }
    expect(logged).toEqual(['down: the file of the database was removed or replaced: restart the service']);
  });

  test('that is damaged in the middle cannot be used from then on, which is logged once', async () => {
    const file = join(await createDirectory({}), 'events.sqlite');
    const insert = `insert into endpoint_check_holders
      select 'kava', 1, value, hex(randomblob(1000)), '1' from json_each($1)`;
    const bytes = await make(file, insert, [JSON.stringify([...Array(100).keys()])]);
    await writeFile(file, bytes.fill(0x5a, Math.ceil(bytes.length / 8_192) * 4_096, bytes.length - 4_096));
    const { engine, logged } = await openLogged(file);
    expect(await engine.check()).toBe(true);
    for (let time = 0; time < 2; time++) {
      const reading = engine.read('select address from endpoint_check_holders', []);
      await expect(reading).rejects.toThrow('the file is damaged');
      await engine.read('select version from endpoint_check_version', []);
      expect(await engine.check()).toBe(false);
    }
    expect(logged).toEqual([
      'down: the file is damaged: remove it and start again; nodes are asked again for what is in it',
    ]);
  });

  test('whose first page is damaged cannot be used from then on, which is logged once', async () => {
    const file = join(await createDirectory({}), 'events.sqlite');
    const { engine, logged } = await openLogged(file);
    const bytes = await readFile(`${file}-wal`);
    const header = Buffer.from('SQLite format 3');
    for (let at = bytes.indexOf(header); at !== -1; at = bytes.indexOf(header)) bytes.fill('X', at, at + 15);
    await writeFile(`${file}-wal`, bytes, { flag: 'r+' });
    for (let time = 0; time < 2; time++) {
      await engine
        .write([{ sql: `insert into endpoint_check_keys values ($1, '')`, values: [String(time)] }])
        .catch(() => undefined);
      const reading = engine.read('select version from endpoint_check_version', []);
      await expect(reading).rejects.toThrow('the file is not a database, or its first page is damaged');
      expect(await engine.check()).toBe(false);
    }
    expect(logged).toEqual(['down: the file is not a database, or its first page is damaged']);
  });

  test.skipIf(spawnSync('sqlite3', ['--version']).error !== undefined)(
    'is backed up while it is in use, by the command of docs/operating.md',
    async () => {
      const [command = ''] =
        /(?<=`)sqlite3 queries\.db .*?(?=`)/.exec(await readFile('docs/operating.md', 'utf8')) ?? [];
      const cwd = await createDirectory({});
      const engine = await openEngine(join(cwd, 'queries.db'));
      const insert = `insert into endpoint_check_keys values ($1, '')`;
      await engine.write([{ sql: insert, values: ['before'] }]);
      execFileSync('sh', ['-c', command], { cwd });
      // The service goes on, and the copy does not change any more.
      await engine.write([{ sql: insert, values: ['after'] }]);
      const copy = await openEngine(join(cwd, 'copy.db'));
      expect(await copy.read('select name from endpoint_check_keys', [])).toEqual([{ name: 'before' }]);
    },
  );

  test('keeps earlier events, which are not requested again', async () => {
    const file = join(await createDirectory({}), 'events.sqlite');
    const node = await startRecorded({ logs: [log(10, 0, 0), log(20, 0, 0)], blockNumber: 5_002 });
    const first = await openDatabase(file, { bytes: 1e9, log: () => undefined });
    const before = await serveEntries([node.entry], { engine: first.engine })('transactionsByEvent', search);
    await first.engine.close();
    node.searches.length = 0;
    const engine = await openEngine(file);
    expect(await serveEntries([node.entry], { engine })('transactionsByEvent', search)).toEqual(before);
    expect(node.searches).toEqual([]);
  });
});

test.each(Object.keys(places))('a value that %s refuses is no outage', async (name) => {
  const place = (await places[name]?.()) ?? null;
  const logged: string[] = [];
  const { engine } = await openDatabase(place, { bytes: 1e9, log: (state) => void logged.push(state) });
  onTestFinished(() => engine.close());
  const reading = engine.read('select cast($1 as text) as text', ['a\0b']);
  if (name === 'sqlite') await reading;
  else await expect(reading).rejects.not.toThrow(DatabaseError);
  expect(logged).toEqual([]);
});

test.skipIf(!hasPostgres)('instances that start together make the tables of Postgres once', async () => {
  const url = await places['postgres']?.();
  if (url === undefined) throw new Error('no url');
  const opened = await Promise.all(
    Array.from({ length: 6 }, () => openDatabase(url, { bytes: 1e9, log: () => undefined })),
  );
  onTestFinished(async () => {
    for (const database of opened) await database.engine.close();
  });
  for (const database of opened) await expect.poll(() => database.engine.check()).toBe(true);
});
