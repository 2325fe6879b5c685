import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryClient } from '../../src/query/client/index.js';
import type { RouteName } from '../../src/query/client/answers.generated.js';
import { collect, createClient, fail, ways } from '../support/query-service.js';
import { account, contract, transferTopic } from '../support/sandbox-logs.js';
import {
  holders,
  lists,
  mistakableDenoms,
  type SandboxRegistry,
  startSandboxRegistry,
} from '../support/sandbox-registry.js';
import { type SpawnedService, spawnService } from '../support/spawn-service.js';

let registry: SandboxRegistry;
let service: SpawnedService;
beforeAll(async () => {
  registry = await startSandboxRegistry();
  service = await spawnService([registry.directory, '--allow-private'], registry.env);
});
afterAll(async () => {
  await service.stop();
  await registry.close();
});

const search = { address: account, contractAddress: contract, tokenType: 'ERC20' } as const;
const largestFirst = holders.toReversed();

describe.each(ways)('a client of serve, through %s', (_name, options) => {
  const connect = (otherwise: object = {}) =>
    createClient(service.url, { token: service.token, timeoutMs: 20_000, ...options, ...otherwise });

  test.each<[RouteName, (client: QueryClient) => Promise<unknown>, unknown]>([
    ['assets', (client) => client.assets('kava'), lists.assets],
    ['asset', (client) => client.asset('kava', 'KAVA'), lists.assets[0]],
    ['erc20Assets', (client) => client.erc20Assets('kava'), lists.erc20],
    ['erc20Asset', (client) => client.erc20Asset('kava', contract), lists.erc20[0]],
    ['cw20Assets', (client) => client.cw20Assets('kava'), lists.cw20],
    ['cw20Asset', (client) => client.cw20Asset('kava', lists.cw20[0]?.address ?? ''), lists.cw20[0]],
    [
      'accountTransferEvents',
      (client) => client.accountTransferEvents('kava', { ...search, endBlock: 101, sort: 'asc' }),
      {
        ...{ network: 'kava', ...search, page: 1, offset: 10, sort: 'asc' },
        ...{ range: { startBlock: 0, endBlock: 101 }, next: null },
        transactions: [{ blockNumber: 100 }, { blockNumber: 101 }],
      },
    ],
    [
      'transactionsByEvent',
      (client) =>
        client.transactionsByEvent('kava', { topics: [transferTopic, transferTopic], endBlock: 100 }),
      { network: 'kava', transactions: [{ blockNumber: 100, logs: [{ address: contract }] }] },
    ],
    [
      'holders',
      (client) => client.holders('kava', { denom: 'ukava', keyword: 'kava104' }),
      { denom: 'ukava', keyword: 'kava104', holders: largestFirst.slice(0, 5), next: null },
    ],
    [
      'holderSummary',
      (client) => client.holderSummary('kava', { denom: 'ibc/0471F1C4' }),
      { denom: 'ibc/0471F1C4', holderCount: 3, metadata: null },
    ],
  ])('%s resolves to the data of the registry', async (_, call, answer) => {
    expect(await call(connect())).toMatchObject(answer as object);
  });

  test.each(mistakableDenoms.map((denom, at) => [denom, at] as const))(
    'the denom %j is one segment',
    async (denom, at) => {
      const answer = connect().asset('kava', denom);
      // fetch removes these from a path, so they are refused.
      if (/^\.\.?$/.test(denom)) {
        expect((await fail(answer)).reason).toBe('invalid-params');
      } else expect(await answer).toEqual({ denom, symbol: `ODD${at}` });
    },
  );

  test('pages of events and holders are followed to the end, which next names', async () => {
    const client = connect();
    const listBlocks = (pages: readonly unknown[]) =>
      (pages as { transactions: { blockNumber: number }[] }[]).flatMap(({ transactions }) =>
        transactions.map(({ blockNumber }) => blockNumber),
      );
    const newest = (from: number, count: number) => Array.from({ length: count }, (_, at) => from - at);
    const transfers = await collect(client.accountTransferEventsPages('kava', search));
    expect(listBlocks(transfers)).toEqual(newest(124, 25));
    const byEvent = { address: contract, offset: 12, page: 2, startBlock: 1 };
    const events = await collect(client.transactionsByEventPages('kava', byEvent));
    expect(listBlocks(events)).toEqual(newest(112, 13));
    const pages = await collect(client.holdersPages('kava', { denom: 'ukava', limit: 15, offset: 15 }));
    const parts = pages as { holders: unknown[]; next: string | null }[];
    expect(parts.flatMap((part) => part.holders)).toEqual(largestFirst.slice(15));
    expect(parts.map(({ next }) => next === null)).toEqual([false, true]);
    const [first] = parts;
    const rest = { denom: 'ukava', limit: 15, cursor: first?.next ?? '' };
    expect(await client.holders('kava', rest)).toMatchObject({ holders: largestFirst.slice(30), next: null });
    expect(await fail(client.holders('kava', { ...rest, limit: 16 }))).toMatchObject({ status: 400 });
  });
});
