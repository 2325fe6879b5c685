import { describe, expect, onTestFinished, test } from 'vitest';
import { createChainHandlers } from '../../src/service/chain/create-chain-handlers.js';
import { createService } from '../../src/service/http/create-service.js';
import { startServer } from '../../src/http-server/server.js';
import { listEntries, openEngine } from '../support/chain-handlers.js';
import { createPlaces } from '../support/database-places.js';
import { createDirectory } from '../support/directory.js';
import { createOwners } from '../support/holders.js';
import { writeSnapshot } from '../support/write-snapshot.js';

const places = createPlaces();
const token = 'a-token-of-the-test';

describe.each(Object.keys(places))('beside searches through the holders in %s', (name) => {
  test('other routes are answered before them', async () => {
    const engine = await openEngine(await places[name]?.());
    await writeSnapshot(engine, { network: 'kava', denom: 'ukava' }, createOwners(60_000));
    const chain = createChainHandlers({
      loadEntries: () => Promise.resolve(listEntries([])),
      allowPrivate: false,
      engine,
    });
    onTestFinished(chain.close);
    const service = createService({
      registry: await createDirectory({ 'chain/kava/assets.json': '[{"denom":"ukava","symbol":"KAVA"}]' }),
      handlers: chain.handlers,
      getTokens: () => [{ name: null, token }],
      cacheMs: 0,
      log: () => undefined,
    });
    const server = await startServer(service, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => server.close(0));
    const ended: string[] = [];
    const get = async (path: string) => {
      const answer = await fetch(`${server.url}/v1/kava/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      ended.push(path);
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
    };
    // Nobody has these letters: each search reads all of them.
    const searches = Array.from({ length: 200 }, (_, at) => get(`holders?denom=ukava&keyword=x${at}x`));
    const other = ['assets/ukava', 'holders?denom=ukava&offset=30000', 'holders/summary?denom=ukava'];
    for (const path of other) await get(path);
    // One after another, and yet before most of what came first.
    expect(ended.indexOf(other.at(-1) ?? '')).toBeLessThan(searches.length / 2);
    await Promise.all(searches);
  });
});
