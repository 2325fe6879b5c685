import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSqliteDriver } from '../../src/query/service/database/drivers.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createAsker } from '../support/http.js';
import { summarize } from '../support/query-service.js';
import { spawnService, stopInTheEnd } from '../support/spawn-service.js';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { createOwners, writeSnapshot } from '../support/holders.js';

test('without a database, routes 7 to 10 are refused, each of which fails the smoke test in one line', async () => {
  const registry = await createDirectory({
    'chain/kava/assets.json': JSON.stringify([{ symbol: 'KAVA', denom: 'ukava' }]),
  });
  const service = await spawnService([registry, '--no-database'], {
    ENDPOINT_CHECK_DATABASE: 'postgres://a/b',
  });
  stopInTheEnd(service);
  const { get, read } = createAsker(service);
  expect(JSON.parse((await get('/readyz')).body)).toEqual({ status: 'ok', database: 'none' });
  expect(await read('endpoint_check_service_log_events_total{event="database"}')).toBe(1);
  expect(await read('endpoint_check_service_database_up')).toBeNull();
  const { status, headers, body } = await get('/v1/kava/holders?denom=ukava');
  expect([status, headers['retry-after']]).toEqual([503, undefined]);
  expect(JSON.parse(body)).toMatchObject({
    type: 'urn:endpoint-check:no-database',
    detail: 'the service runs without a database: it serves routes 1 to 6 only',
  });
  const outcome = await runForReport(['smoke', 'kava', '--base-url', service.url], {
    env: { ENDPOINT_CHECK_TOKEN: service.token },
  });
  expect(outcome.exitCode).toBe(1);
  expect(summarize(outcome)).toMatchObject({
    assets: 'ok',
    asset: 'ok',
    'erc20-asset': 'skipped query/not-asked',
    'transactions-by-event': 'fail query/no-database',
    'account-transfer-events': 'fail query/no-database',
    holders: 'fail query/no-database',
    'holder-summary': 'fail query/no-database',
  });
  const { stderr } = await service.stop();
  expect(stderr).toContain('"state":"none","message":"routes 7 to 10 are not served: --no-database"');
});

test.skipIf(findSqliteDriver()?.name === 'node:sqlite')(
  'without a driver, serve is a usage error',
  async () => {
    // A copy, beside which no package is installed.
    const copy = await createDirectory({ 'registry/chain/kava/assets.json': '[]' });
    for (const part of ['package.json', 'bin', 'dist', 'schemas'])
      await cp(part, join(copy, part), { recursive: true });
    for (const args of [[], ['--database', 'queries.db']]) {
      const { exitCode, stderr } = await runProcess(['serve', 'registry', '--port', '0', ...args], {
        program: join(copy, 'bin/endpoint-check.js'),
        cwd: copy,
        env: { ENDPOINT_CHECK_TOKENS: 'one-token-of-a-test' },
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain('npm install --ignore-scripts @photostructure/sqlite');
      expect(stderr).toContain('--no-database');
    }
  },
);

/** A directory on a separate disk, which only root can make; null for other users. */
async function mountDisk(size: string): Promise<string | null> {
  const directory = await createDirectory({});
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return null;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
  return directory;
}

test('a database on a full disk is down until there is room, which is logged once, and can be read', async ({
  skip,
}) => {
  const disk = await mountDisk('24m');
  if (disk === null) return skip('only root can mount a disk');
  const logged: string[] = [];
  const database = await openDatabase(join(disk, 'database.sqlite'), {
    bytes: 1e9,
    log: (state) => logged.push(state),
  });
  const { engine } = database;
  onTestFinished(() => engine.close());
  expect(await engine.check()).toBe(true);
  const filler = join(disk, 'filler');
  // As large as the disk allows.
  expect(() => writeFileSync(filler, Buffer.alloc(40 << 20))).toThrow('ENOSPC');
  await expect(
    writeSnapshot(engine, { network: 'kava', denom: 'ukava' }, createOwners(100_000)),
  ).rejects.toThrow('cannot be used');
  for (let scrape = 0; scrape < 3; scrape++) {
    expect(await engine.check()).toBe(false);
    expect(await engine.read('select * from endpoint_check_snapshots', [])).toEqual([]);
    // Small ones may find room.
    await engine
      .write([{ sql: 'update endpoint_check_version set version = version', values: [] }])
      .catch(() => undefined);
  }
  expect(logged).toEqual(['down']);
  rmSync(filler);
  await expect.poll(() => engine.check()).toBe(true);
  expect(logged).toEqual(['down', 'up']);
  const owners = createOwners(2_000);
  expect((await writeSnapshot(engine, { network: 'kava', denom: 'u' }, owners)).holderCount).toBe(2_000);
});

test('a database that is made on a full disk ends the start, which says so', async ({ skip }) => {
  const disk = await mountDisk('64k');
  if (disk === null) return skip('only root can mount a disk');
  writeFileSync(join(disk, 'filler'), Buffer.alloc(40_000));
  const options = { bytes: 1e9, log: () => undefined };
  await expect(openDatabase(join(disk, 'database.sqlite'), options)).rejects.toThrow(
    'the disk of the database is full',
  );
});
