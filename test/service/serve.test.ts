import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../src/query/client/routes.js';
import { type SpawnedService, spawnService } from '../support/spawn-service.js';
import { ask, readProblem } from '../support/http.js';

const registry = 'fixtures/registries/real';
const networks = readdirSync(`${registry}/chain`);
const kinds = ['assets', 'erc20', 'cw20'] as const;

let service: SpawnedService;
beforeAll(async () => (service = await spawnService([registry])));
afterAll(() => service.stop());

const get = (path: string) =>
  ask(service.url, path, { headers: { authorization: `Bearer ${service.token}` } });

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
});

describe('a token is required', () => {
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

  test('none is needed for health and the description', async () => {
    const description = await ask(service.url, '/openapi.json');
    expect(JSON.parse(description.body)).toEqual(
      JSON.parse(readFileSync('schemas/query-api.openapi.json', 'utf8')),
    );
    expect((await ask(service.url, '/healthz')).body).toBe('{"status":"ok"}');
  });
});
