import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { runCli } from '../support/command-line.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { fronts } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { spawnService } from '../support/spawn-service.js';

/** What a route answers. */
export interface RouteAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly retryAfter: string | null;
}

/** The service over a registry of one network, `real`. */
export type RealService = Awaited<ReturnType<typeof startRealService>>;

// A file lists only https, so there must be a proxy.
const [front] = fronts;
/** Whether a registry can list real nodes here. */
export const hasFront = front !== undefined;

/** Starts the program as it is shipped, over the gRPC of nodes at these ports, behind a TLS proxy each, until the test ends. */
export async function startRealService(...ports: readonly number[]) {
  if (front === undefined) throw new Error('there is no proxy');
  const trust = await createTrust();
  const tls = await trust.issue();
  const grpc: string[] = [];
  for (const port of ports) grpc.push(`localhost:${await front.startGrpc(tls, port)}`);
  const text = formatParam({ grpc }, { chain_id_cosmos: 'real-1' });
  const directory = await createDirectory({ 'chain/real/param.json': text });
  const database = await createDatabase();
  const options = ['--database', database, '--allow-private', '--cache', '1ms'];
  const service = await spawnService([directory, ...options], trust.env);
  onTestFinished(async () => {
    await service.stop();
  });
  return {
    /** Requests a path after `/v1/` with these parameters. */
    get: async (path: string, params: Readonly<Record<string, string | number>>): Promise<RouteAnswer> => {
      const search = new URLSearchParams();
      for (const [name, value] of Object.entries(params)) search.set(name, String(value));
      const headers = { authorization: `Bearer ${service.token}` };
      const response = await fetch(`${service.url}/v1/${path}?${search.toString()}`, { headers });
      const body = (await response.json()) as RouteAnswer['body'];
      return { status: response.status, body, retryAfter: response.headers.get('retry-after') };
    },
    /** Calls a route as the command does; resolves to the values that it prints. */
    query: async (route: string, ...more: readonly string[]) => {
      const env = { ENDPOINT_CHECK_BASE_URL: service.url, ENDPOINT_CHECK_TOKEN: service.token };
      const { stdout, stderr, exitCode } = await runCli(['query', route, 'real', ...more], { env });
      expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
      const lines = stdout.includes('\n{') ? stdout.trim().split('\n') : [stdout];
      return lines.map((line) => JSON.parse(line) as RouteAnswer['body']);
    },
  };
}

/** Creates an empty database; all of them sign cursors with the same key, as copies of one backup do. */
async function createDatabase(): Promise<string> {
  const path = join(await createDirectory({}), 'queries.db');
  const { engine } = await openDatabase(path, { bytes: 2 ** 30, log: () => undefined });
  const sql = 'insert into endpoint_check_keys (name, value) values ($1, $2)';
  await engine.write([{ sql, values: ['cursor', 'ab'.repeat(32)] }]);
  await engine.close();
  return path;
}
