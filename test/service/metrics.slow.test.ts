import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { implementBank } from '../../src/sandbox/bank.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { runCli } from '../support/command-line.js';
import { hasPostgres, startPostgres } from '../support/databases.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { createAsker } from '../support/http.js';
import { hasPrometheus } from '../support/prometheus.js';
import { createTrust, use } from '../support/servers.js';
import { spawnService, stopInTheEnd } from '../support/spawn-service.js';

const prefix = 'endpoint_check_service';

/** As many holders of a denom as there are. */
const listOwners = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    address: `kava1${String(at).padStart(38, '0')}`,
    amount: String(1_000_000 + at),
  }));

/** The service over kava, whose node lists holders, and juno, whose node is down. */
async function serve(args: readonly string[] = []) {
  const trust = await createTrust();
  const tls = await trust.issue();
  const balances = { ukava: listOwners(20), ularge: listOwners(100_000) };
  const node = await use(startCosmosNode({ tls, balances, bankCalls: implementBank({ balances }) }));
  const claims = { chain_id_cosmos: 'sandbox-1' };
  const registry = await createDirectory({
    'chain/kava/param.json': formatParam({ grpc: [`localhost:${node.port}`] }, claims),
    'chain/juno/param.json': formatParam({ grpc: ['localhost:1'] }, { chain_id_cosmos: 'juno-1' }),
  });
  const service = await spawnService([registry, '--allow-private', ...args], trust.env);
  stopInTheEnd(service);
  return { ...service, ...createAsker(service) };
}

/** The lines of a log with one of these events. */
function readEvents(stderr: string, events: readonly string[]) {
  return stderr
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)
    .filter(({ event }) => events.includes(String(event)));
}

describe('/metrics of the program', () => {
  test('has the snapshots that were made, and why others failed', async () => {
    const service = await serve(['--database-size', '4MB']);
    const readFailures = (reason: string) =>
      service.read(`${prefix}_snapshot_failures_total{reason="${reason}"}`);
    expect(await service.read(`${prefix}_snapshots_total`)).toBe(0);
    expect((await service.get('/v1/kava/holders?denom=ukava')).status).toBe(200);
    expect(await service.read(`${prefix}_snapshots_total`)).toBe(1);

    // Meanwhile the snapshot is being built.
    await expect.poll(async () => (await service.get('/v1/kava/holders?denom=ularge')).status).toBe(507);
    expect((await service.get('/v1/juno/holders?denom=ujuno')).status).toBe(503);
    expect(await Promise.all(['too-large', 'no-node', 'no-answer', 'error'].map(readFailures))).toEqual([
      1, 1, 0, 0,
    ]);
    expect(await service.read(`${prefix}_log_events_total{event="holders-failed"}`)).toBe(2);
    await expect.poll(() => service.read(`${prefix}_database_up`)).toBe(1);

    const { stderr } = await service.stop();
    expect(readEvents(stderr, ['holders-failed'])).toMatchObject([
      { network: 'kava', reason: 'too-large', status: 507 },
      { network: 'juno', reason: 'no-node', status: 503 },
    ]);
  });

  test.skipIf(!hasPostgres)(
    'tells that Postgres is down, and is back, even if it is unused; so does the log',
    async () => {
      const postgres = await startPostgres();
      onTestFinished(postgres.remove);
      const service = await serve(['--database', postgres.urlFor(await postgres.createDatabase())]);
      const readUp = () => service.read(`${prefix}_database_up`);
      await expect.poll(readUp).toBe(1);
      await postgres.kill();
      expect(await readUp()).toBe(0);
      expect(await readUp()).toBe(0);
      expect((await service.get('/v1/kava/holders?denom=ukava')).status).toBe(503);
      await postgres.start();
      await expect.poll(readUp).toBe(1);
      expect(await service.read(`${prefix}_log_events_total{event="database"}`)).toBe(2);
      const { stderr } = await service.stop();
      expect(readEvents(stderr, ['database'])).toMatchObject([{ state: 'down' }, { state: 'up' }]);
      expect(stderr).not.toContain('s3cr3t');
    },
  );

  test.skipIf(!hasPostgres)(
    'is not reached with a url that Postgres cannot serve: exit status 2',
    async () => {
      const postgres = await startPostgres();
      onTestFinished(postgres.remove);
      const registry = await createDirectory({ 'chain/kava/param.json': '{}' });
      const { exitCode, stdout, stderr } = await runCli(
        ['serve', registry, '--port', '0', '--database', `${postgres.urlFor('postgres')}?sslmode=require`],
        { env: { ENDPOINT_CHECK_TOKENS: 'one' } },
      );
      expect([exitCode, stdout]).toEqual([2, '']);
      expect(stderr).toContain('--database: the database has no TLS, which sslmode in the url requires');
      expect(stderr).not.toContain('s3cr3t');
    },
  );

  test.skipIf(!hasPrometheus)('is what promtool expects, whatever the names of tokens', async () => {
    const tokens = join(
      await createDirectory({ tokens: 'we"ird\\name: program-token\nplain: two' }),
      'tokens',
    );
    const service = await serve(['--database', 'postgres://user@127.0.0.1:1/name', '--token-file', tokens]);
    await service.get('/v1/kava/holders?denom=ukava');
    const { body } = await service.get('/metrics');
    expect(body).toContain(`${prefix}_database_up 0\n`);
    expect(body).toContain('token="we\\"ird\\\\name"');
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: body,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });
});
