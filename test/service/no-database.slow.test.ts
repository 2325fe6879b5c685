import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findSqliteDriver } from '../../src/query/service/database/drivers.js';
import { runForReport, runProcess } from '../support/command-line.js';
import { createDirectory } from '../support/directory.js';
import { createAsker } from '../support/http.js';
import { summarize } from '../support/query-service.js';
import { spawnService, stopInTheEnd } from '../support/spawn-service.js';

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
