import { readdirSync, readFileSync } from 'node:fs';
import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { QueryClient } from '../../src/query/client/index.js';
import { routes } from '../../src/query/client/routes.js';
import { spawnService, type SpawnedService } from '../support/spawn-service.js';
import { runForReport } from '../support/command-line.js';
import { ask, readProblem } from '../support/http.js';

const registry = 'fixtures/registries/real';
const networks = readdirSync(`${registry}/chain`);
const kinds = ['assets', 'erc20', 'cw20'] as const;

let service: SpawnedService;
beforeAll(async () => (service = await spawnService([registry])));
afterAll(() => service.stop());

async function get(path: string, headers: http.OutgoingHttpHeaders = {}, method = 'GET') {
  return ask(service.url, path, {
    method,
    headers: { authorization: `Bearer ${service.token}`, ...headers },
  });
}

/** A list of the registry, verbatim. */
function readList(network: string, kind: string): string {
  const names = readdirSync(`${registry}/chain/${network}`).filter((name) => name === `${kind}.json`);
  return names.length === 0 ? '[]' : readFileSync(`${registry}/chain/${network}/${kind}.json`, 'utf8').trim();
}

type Listed = Readonly<Record<'denom' | 'address' | 'symbol', string | undefined>>;

describe('every network of a real registry', () => {
  test('the registry has many, with lists of each kind', () => {
    const found = kinds.map((kind) => networks.filter((network) => readList(network, kind) !== '[]').length);
    expect([networks.length, ...found]).toEqual([76, 74, 4, 5]);
  });

  test.each(networks)('%s is answered with its files', async (network) => {
    for (const kind of kinds) {
      const text = readList(network, kind);
      const list = await get(`/v1/${network}/${kind}`);
      expect([list.status, list.headers['content-type'], list.body]).toEqual([200, 'application/json', text]);
      for (const item of JSON.parse(text) as readonly Listed[]) {
        const key = (kind === 'assets' ? item.denom : item.address) ?? '';
        const answer = await get(`/v1/${network}/${kind}/${encodeURIComponent(key)}`);
        expect(answer.status).toBe(200);
        // Two entries share a denom: the first one wins.
        const first = (JSON.parse(text) as readonly Listed[]).find(
          (candidate) => (kind === 'assets' ? candidate.denom : candidate.address) === key,
        );
        expect(JSON.parse(answer.body)).toEqual(first);
        expect(text).toContain(answer.body);
      }
    }
  });

  test('symbols and addresses are found in any case', async () => {
    const asset = (await get('/v1/kava/assets/KAVA')).body;
    expect(JSON.parse(asset)).toMatchObject({ denom: 'ukava' });
    expect((await get('/v1/kava/assets/kava')).body).toBe(asset);
    const token = await get('/v1/kava/erc20/0x919c1c267bc06a7039e03fcc2ef738525769109c');
    expect(JSON.parse(token.body)).toMatchObject({ symbol: 'USDt' });
  });

  test('HEAD has the headers of GET, and a known ETag gets a 304', async () => {
    const whole = await get('/v1/kava/assets');
    const head = await get('/v1/kava/assets', {}, 'HEAD');
    expect([head.status, head.body]).toEqual([200, '']);
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control']) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
    const known = await get('/v1/kava/assets', { 'if-none-match': whole.headers.etag });
    expect([known.status, known.body, known.headers.etag]).toEqual([304, '', whole.headers.etag]);
    expect(known.headers['cache-control']).toBe('private, max-age=10');
    expect((await get('/v1/kava/assets', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('a token is required', () => {
  const path = '/v1/kava/assets';
  test.each([
    [undefined, 'Bearer'],
    ['Bearer wrong', 'Bearer error="invalid_token"'],
    ['Basic cHJvZ3JhbTp0b2tlbg==', 'Bearer'],
  ])('not %s', async (authorization, challenge) => {
    for (const route of [...routes.map((known) => known.path.replaceAll(/\{\w+\}/g, 'kava')), '/metrics']) {
      const answer = await ask(service.url, route, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(readProblem(answer)).toMatchObject({ status: 401, title: 'Unauthorized' });
      expect(answer.headers['www-authenticate']).toBe(challenge);
    }
  });

  test('each of the tokens, on every line of the variable', async () => {
    const statuses = ['another', service.token].map(
      async (token) => (await get(path, { authorization: `Bearer ${token}` })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('none is needed for health and the description', async () => {
    const description = await ask(service.url, '/openapi.json');
    expect(JSON.parse(description.body)).toEqual(
      JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')),
    );
    expect((await ask(service.url, '/healthz')).body).toBe('{"status":"ok"}');
  });

  test('metrics need one', async () => {
    expect((await get('/metrics')).body).toContain('http_requests_total{route="assets",status="200"}');
  });
});

describe('invalid parameters are named all at once', () => {
  const hex = `0x${'ab'.repeat(20)}`;
  const transfers = '/v1/evm/kava/account/transfer-event';
  test.each([
    ['/v1/evm/kava/tx/list-by-event', ['address', 'topics']],
    ['/v1/evm/kava/tx/list-by-event?topics=0x1&page=0', ['topics', 'page']],
    ['/v1/kava/holders?denom=ukava&limit=1001', ['limit']],
    ['/v1/kava/holders', ['denom']],
    ['/v1/kava/holders/summary', ['denom']],
    [transfers, ['address', 'contract_address', 'token_type']],
    [`${transfers}?address=0x1&token_type=ERC20`, ['address', 'contract_address']],
    [`${transfers}?address=${hex}&contract_address=0x&token_type=ERC777`, ['contract_address', 'token_type']],
    [`${transfers}?address=${hex}&contract_address=${hex}&token_type=ERC20&sort=up&x=1`, ['sort', 'x']],
    ['/v1/kava/erc20/USDt', ['symbol']],
    ['/v1/kava/assets?x=1&x=2', ['x']],
    ['/v1/kava/assets/%FF', ['symbol']],
  ])('%s', async (path, invalid) => {
    const problem = readProblem(await get(path));
    expect(problem).toMatchObject({ status: 400, title: 'Bad Request', type: 'about:blank' });
    expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(invalid);
  });

  test('valid ones reach the nodes, of which there are none', async () => {
    expect(readProblem(await get('/v1/kava/holders?denom=ukava')).status).toBe(503);
  });
});

describe('unknown paths, networks and symbols', () => {
  test.each([
    '/v1/nowhere/assets',
    '/v1/KAVA/assets',
    '/v1/kava/assets/nothing',
    `/v1/kava/erc20/0x${'1'.repeat(40)}`,
    '/v1/kava/cw20/x',
    '/v1/kava',
    '/v1/kava/assets/',
    '/v1//assets',
    '/v1/kava/assets/ibc/A',
    '/',
    '//v1/kava/assets',
    '/v2/kava/assets',
    '/v1/kava/%61ssets',
  ])('%s', async (path) => {
    expect(readProblem(await get(path)).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('the method %s', async (method) => {
    const answer = await get('/v1/kava/assets', {}, method);
    expect(readProblem(answer).status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('the client and the smoke test of this program', () => {
  test('find routes 1 to 6 in order', async () => {
    const { report } = await runForReport(
      ['smoke', 'kava', 'juno', '--base-url', service.url, '--retries', '0'],
      { env: { ENDPOINT_CHECK_TOKEN: service.token } },
    );
    const verdicts = report.endpoints.map(
      ({ chain, facts, verdict }) => `${chain ?? ''} ${JSON.stringify(facts['route'])} ${verdict}`,
    );
    expect(verdicts).toEqual(
      expect.arrayContaining([
        'kava "assets" ok',
        'kava "asset" ok',
        'kava "erc20-assets" ok',
        'kava "erc20-asset" ok',
        'kava "cw20-assets" ok',
        'kava "cw20-asset" skipped',
        'juno "cw20-asset" ok',
      ]),
    );
    const refused = report.endpoints.map(({ facts }) => [
      facts['statusWithoutToken'],
      facts['statusWithMadeUpToken'],
    ]);
    expect(refused).toEqual(Array.from({ length: 20 }, () => [401, 401]));
  });

  test('return the objects of the files', async () => {
    const client = new QueryClient({ baseUrl: service.url, token: service.token });
    const assets = JSON.parse(readList('osmosis', 'assets')) as readonly Listed[];
    expect(await client.assets('osmosis')).toEqual(assets);
    const ibc = assets.find(({ denom }) => denom?.startsWith('ibc/'));
    expect(await client.asset('osmosis', ibc?.denom ?? '')).toEqual(ibc);
    expect(await client.cw20Assets('juno')).toEqual(JSON.parse(readList('juno', 'cw20')));
    await expect(client.asset('osmosis', 'none')).rejects.toMatchObject({ status: 404 });
  });
});
