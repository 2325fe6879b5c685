import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createDirectory } from '../support/directory.js';
import { ask, readProblem } from '../support/http.js';
import { spawnServer, spawnService, type SpawnedService } from '../support/spawn-service.js';

const asset = { denom: 'ukava', symbol: 'KAVA', decimals: 6 };
const manyAssets = JSON.stringify(Array.from({ length: 100 }, (_, at) => ({ ...asset, denom: `u${at}` })));

/** The program over a small registry, with a file of tokens. */
async function serve(tokens: string, args: readonly string[] = []) {
  const root = await createDirectory({
    'chain/kava/assets.json': manyAssets,
    'chain/kava/cw20.json': '[]',
    'chain/broken/param.json': '{\n"grpc_endpoint": [\n]]',
    'tokens.txt': tokens,
  });
  const file = join(root, 'tokens.txt');
  const service = await spawnService([root, '--token-file', file, ...args]);
  onTestFinished(async () => {
    await service.stop('SIGKILL');
  });
  const get = (path: string, token: string) =>
    ask(service.url, path, { headers: { authorization: `Bearer ${token}` } });
  return { root, file, service, get };
}

/** The lines of a log, as JSON. */
function readLog(stderr: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = stderr.split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}

describe('tokens that change while the service runs', () => {
  test('count without a signal, and wrong ones change nothing', async () => {
    const { file, service, get } = await serve('alice:first-secret\nbob:second-secret\n');
    const statusOf = async (token: string) => (await get('/v1/kava/assets', token)).status;
    expect([await statusOf('first-secret'), await statusOf('second-secret')]).toEqual([200, 200]);
    await writeFile(file, 'alice:third-secret\n');
    await expect.poll(() => statusOf('third-secret')).toBe(200);
    expect([await statusOf('first-secret'), await statusOf('second-secret')]).toEqual([401, 401]);
    await rm(file);
    // Read at once, so that the next request certainly sees the change.
    service.send('SIGHUP');
    await writeFile(file, 'alice:not a secret\n');
    service.send('SIGHUP');
    await writeFile(file, 'carol:fourth-secret\n');
    await expect.poll(() => statusOf('fourth-secret')).toBe(200);
    expect(await statusOf('third-secret')).toBe(401);
    const { exitCode, stderr } = await service.stop();
    expect(exitCode).toBe(0);
    expect(stderr).not.toContain('secret');
    const log = readLog(stderr);
    expect(log.find(({ event }) => event === 'tokens-reread')).toMatchObject({ tokens: 1 });
    const named = log.filter(({ status }) => status === 200).map(({ token }) => token);
    expect(new Set(named)).toEqual(new Set(['alice', 'bob', 'carol']));
  });

  test('are read at once at SIGHUP, which ends nothing', async () => {
    const { file, service, get } = await serve('one-token\n');
    await writeFile(file, 'another-token\n');
    service.send('SIGHUP');
    await expect.poll(async () => (await get('/v1/kava/assets', 'another-token')).status).toBe(200);
    await writeFile(file, ':\n');
    for (let times = 0; times < 3; times++) service.send('SIGHUP');
    expect((await get('/v1/kava/assets', 'another-token')).status).toBe(200);
    const { exitCode, stderr } = await service.stop('SIGTERM');
    const events = readLog(stderr).map(({ event }) => event);
    expect(exitCode).toBe(0);
    expect(events).toEqual(expect.arrayContaining(['tokens-reread', 'tokens-invalid', 'request']));
  });
});

test('SIGHUP does not end the exporter, nor does SIGUSR1 open a debugger', async () => {
  const exporter = await spawnServer(['exporter', 'fixtures/registries/real']);
  exporter.send('SIGHUP');
  exporter.send('SIGUSR1');
  expect((await ask(exporter.url, '/healthz')).status).toBe(200);
  const { exitCode, stderr } = await exporter.stop();
  expect(exitCode).toBe(0);
  expect(stderr).not.toContain('Debugger');
});

test('--rate bounds each token, with Retry-After', async () => {
  const { get } = await serve('alice:one\nalice:two\n', ['--rate', '1/h']);
  expect((await get('/v1/kava/cw20', 'one')).status).toBe(200);
  const refused = await get('/v1/kava/cw20', 'one');
  expect(readProblem(refused)).toMatchObject({ status: 429, title: 'Too Many Requests' });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000);
  expect((await get('/v1/kava/cw20', 'two')).status).toBe(200);
  expect((await get('/metrics', 'one')).body).toContain(
    'http_requests_total{route="cw20Assets",status="429",token="alice"} 1\n',
  );
});

test('routes over nodes name the file and the line where param.json is broken', async () => {
  const { get } = await serve('one\n');
  for (const path of ['holders?denom=ukava', 'holders/summary?denom=ukava'])
    expect(readProblem(await get(`/v1/broken/${path}`, 'one'))).toMatchObject({
      status: 502,
      detail: expect.stringMatching(/^chain\/broken\/param\.json, line 3: invalid JSON: /) as string,
    });
  expect((await get('/v1/broken/assets', 'one')).status).toBe(200);
  expect((await get('/v1/nowhere/holders?denom=ukava', 'one')).status).toBe(404);
});

describe('lists are compressed for clients that accept it', () => {
  let service: SpawnedService;
  let authorization: string;
  beforeAll(async () => {
    service = await spawnService(['fixtures/registries/real']);
    authorization = `Bearer ${service.token}`;
  });
  afterAll(() => service.stop());

  const decoders = {
    br: (body: Buffer) => brotliDecompressSync(body),
    gzip: (body: Buffer) => gunzipSync(body),
  };

  /** As `fetch` returns it, but with the body as it was sent. */
  async function get(path: string, acceptEncoding: string, headers: Readonly<Record<string, string>> = {}) {
    const answer = await ask(service.url, path, {
      headers: { authorization, 'accept-encoding': acceptEncoding, ...headers },
      encoding: 'latin1',
    });
    return { ...answer, bytes: Buffer.from(answer.body, 'latin1') };
  }

  test.each([
    ['br', '/v1/osmosis/assets'],
    ['gzip', '/v1/osmosis/assets'],
    ['gzip', '/v1/ethereum/erc20'],
    ['br', '/openapi.json'],
  ] as const)('%s: %s', async (coding, path) => {
    const plain = await get(path, 'identity');
    const { status, headers, bytes } = await get(path, `${coding}, identity;q=0.5`);
    expect([status, headers['content-encoding'], headers.vary, plain.headers.vary]).toEqual([
      200,
      coding,
      'accept-encoding',
      'accept-encoding',
    ]);
    expect(headers['content-length']).toBe(String(bytes.length));
    expect(decoders[coding](bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 2);
    // A weak tag is that of all codings (RFC 9110 section 8.8.3).
    expect(headers.etag).toMatch(/^W\/"/);
    expect(headers.etag).toBe(plain.headers.etag);
    const head = await ask(service.url, path, {
      method: 'HEAD',
      headers: { authorization, 'accept-encoding': `${coding}, identity;q=0.5` },
    });
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary', 'cache-control'])
      expect([name, head.headers[name]]).toEqual([name, headers[name]]);
    const known = await get(path, coding, { 'if-none-match': headers.etag ?? '' });
    expect([known.status, known.headers.etag, known.headers.vary]).toEqual([
      304,
      headers.etag,
      'accept-encoding',
    ]);
  });
});
