import { type handleUnaryCall, status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { type OwnersRequest, refuseWith, withOwnersCall } from '../support/bank-calls.js';
import { listNode } from '../support/chain-handlers.js';
import {
  catchProblem,
  createOwners,
  type HoldersInstance,
  serveHolders,
  sortHolders,
} from '../support/holders.js';
import { use } from '../support/servers.js';
import type { BankOptions } from '../../src/sandbox/bank.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';

type OwnersCall = handleUnaryCall<OwnersRequest, object>;

const owners = createOwners(3_500);
const sorted = sortHolders(owners);
const honest: BankOptions = { balances: { ukava: owners } };

/** An instance over nodes, of which the first one is used first. */
async function start(...nodes: readonly BankOptions[]): Promise<HoldersInstance> {
  const entries = [];
  for (const [at, bank] of nodes.entries()) {
    // The pool uses nodes with recent blocks first.
    const blockTime = new Date(at === 0 ? Date.now() : Date.now() - 3_600_000);
    entries.push(listNode('grpc', (await use(startCosmosNode({ blockTime, ...bank }))).port));
  }
  return serveHolders(entries);
}

const owner = (address: string) => ({ address, balance: { denom: 'ukava', amount: '1' } });
/** Pages by their number, which is the key. */
const pages = (page: (at: number, limit: number) => object): { bankCalls: { DenomOwners: OwnersCall } } => ({
  bankCalls: {
    DenomOwners: ({ request: { pagination } }, callback) =>
      callback(null, page(Number(pagination.key.toString() || '0'), pagination.limit)),
  },
});
const next = (at: number) => ({ next_key: Buffer.from(String(at)) });
const fill = (at: number, count: number) =>
  Array.from({ length: count }, (_, index) => owner(`a${at * 1_000 + index}`));

const hostile: readonly (readonly [string, BankOptions, string])[] = [
  [
    'repeats an owner',
    pages((at) => ({ denom_owners: [...fill(at, 999), owner('a7')], pagination: next(at + 1) })),
    'DenomOwners repeats an owner',
  ],
  [
    'repeats a page',
    pages((at) => ({ denom_owners: fill(0, 1_000), pagination: next(at + 1) })),
    'DenomOwners repeats an owner',
  ],
  [
    'sends its pages in a circle',
    pages((at) => ({ denom_owners: [], pagination: next((at % 3) + 1) })),
    'the pages of DenomOwners repeat',
  ],
  [
    'sends one owner a page for ever',
    pages((at) => ({ denom_owners: [owner(`a${at}`)], pagination: next(at + 1) })),
    'the pages of DenomOwners are nearly empty',
  ],
  [
    'sends more than was requested',
    pages((_at, limit) => ({ denom_owners: fill(0, limit + 1) })),
    'grpc/malformed-response',
  ],
  [
    'says nothing but its own text',
    { bankCalls: { DenomOwners: refuseWith({ code: status.INTERNAL, details: 'evil text' }) } },
    'DenomOwners answered INTERNAL',
  ],
  [
    'has no supply',
    { ...honest, bankCalls: { SupplyOf: refuseWith({ code: status.INTERNAL, details: 'evil text' }) } },
    'SupplyOf answered INTERNAL',
  ],
];

describe('a node that', () => {
  test.each(hostile)('%s gives no answer', async (_name, bank, reason) => {
    const problem = await catchProblem((await start(bank)).holders());
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain(`1 × `);
    expect(problem.detail).toContain(reason);
    expect(problem.detail).not.toContain('evil');
  });

  test.each(hostile)('%s leaves the request to another one', async (_name, bank) => {
    const { holders, events } = await start(bank, honest);
    expect((await holders({ limit: 1_000 })).holders).toEqual(sorted.slice(0, 1_000));
    expect(events).toEqual([]);
  });

  test('may send its owners in any order', async () => {
    const shuffled = [...owners].reverse();
    const { listAll } = await start(
      pages((at) => ({
        denom_owners: shuffled
          .slice(at * 1_000, (at + 1) * 1_000)
          .map(({ address, amount }) => ({ address, balance: { denom: 'ukava', amount } })),
        ...(at < 3 ? { pagination: next(at + 1) } : {}),
      })),
    );
    expect(await listAll({ limit: 1_000 })).toEqual(sorted);
  });

  test('fails once in the middle gets the request again', async () => {
    let calls = 0;
    const { holders } = await start(
      withOwnersCall(honest, () =>
        ++calls === 3
          ? Promise.reject(Object.assign(new Error(), { code: status.INTERNAL }))
          : Promise.resolve(undefined),
      ),
    );
    expect((await holders()).asOf).toMatchObject({ height: 1_234 });
    expect(calls).toBe(5);
  });

  test('fails for good in the middle is followed by another one, from the beginning', async () => {
    const failing = withOwnersCall(honest, ({ pagination }) =>
      pagination.key.length === 0
        ? Promise.resolve(undefined)
        : Promise.reject(Object.assign(new Error(), { code: status.INTERNAL })),
    );
    const { listAll } = await start(failing, { balances: { ukava: owners.slice(0, 1_500) } });
    expect(await listAll({ limit: 1_000 })).toEqual(sortHolders(owners.slice(0, 1_500)));
  });
});

describe('the height of a snapshot', () => {
  test('is that of the first page, on every page', async () => {
    const heights: (string | null)[] = [];
    let last = 40;
    const { holders } = await start(
      withOwnersCall(
        {
          balances: (height) => ({ ukava: owners.map((holder) => ({ ...holder, amount: String(height) })) }),
          knownHeights: {
            first: 1,
            get last() {
              return last;
            },
          },
        },
        (_request, height) => {
          heights.push(height);
          last += 1;
          return Promise.resolve(undefined);
        },
      ),
    );
    // The chain grows while each page is read.
    const { asOf, holders: found } = await holders({ limit: 1_000 });
    expect(heights).toEqual([null, '41', '41', '41']);
    expect(asOf.height).toBe(41);
    expect(new Set(found.map(({ amount }) => amount))).toEqual(new Set(['41']));
  });

  test.each<[string, BankOptions]>([
    ['knows no heights', { ...honest, knownHeights: null }],
    [
      'loses it meanwhile',
      withOwnersCall(honest, (_request, height) =>
        height === null
          ? Promise.resolve(undefined)
          : Promise.reject(
              Object.assign(new Error(), {
                code: 2,
                details: 'failed to load state at height 1234; version does not exist',
              }),
            ),
      ),
    ],
    ['answers as if nothing was there once it has lost it', forgetSilently()],
  ])('is null if the node %s', async (_name, bank) => {
    const before = Date.now();
    const { listAll, holders, summary } = await start(bank);
    expect(await listAll({ limit: 1_000 })).toEqual(sorted);
    const { asOf } = await holders();
    expect(asOf.height).toBeNull();
    expect(Date.parse(asOf.time)).toBeGreaterThanOrEqual(before);
    expect(await summary()).toMatchObject({ holderCount: owners.length });
  });
});

/** Answers the first page of a height, and then, like SDK 0.45 for a pruned one, empty pages without an error. */
function forgetSilently(): BankOptions {
  const known = { first: 1, last: 40 };
  let isGone = false;
  return withOwnersCall(
    {
      balances: (height) => ({ ukava: isGone && height === 40 ? [] : owners }),
      knownHeights: known,
    },
    ({ pagination }) => {
      if (pagination.key.length > 0) isGone = true;
      if (isGone) known.last = 41;
      return Promise.resolve(undefined);
    },
  );
}

describe('nodes before Cosmos SDK 0.46, which do not list owners', () => {
  const old: BankOptions = {
    ...honest,
    bankCalls: { DenomOwners: refuseWith({ code: status.UNIMPLEMENTED }) },
  };

  test('are reported', async () => {
    expect(await catchProblem((await start(old)).holders())).toEqual({
      status: 502,
      type: 'holders-not-listed',
      detail:
        'no gRPC endpoint of kava lists holders: 1 × DenomOwners is not implemented, which Cosmos SDK 0.46 brought',
    });
  });

  test('provide a supply', async () => {
    const { summary } = await start(old);
    const supply = String(owners.reduce((sum, { amount }) => sum + BigInt(amount), 0n));
    expect(await summary()).toEqual({
      ...{ network: 'kava', denom: 'ukava', supply, holderCount: null, sum: null, difference: null },
      ...{ asOf: null, metadata: null },
    });
  });

  test('are passed over if another one is newer', async () => {
    const { holders } = await start(old, honest);
    expect((await holders()).holders).toEqual(sorted.slice(0, 20));
  });
});

describe('a denom that a node refuses', () => {
  const refuseShort: OwnersCall = ({ request: { denom } }, callback) =>
    denom.length < 3
      ? callback({ code: status.INVALID_ARGUMENT, details: `invalid denom: ${denom}` })
      : callback(null, { denom_owners: [] });
  const strict: BankOptions = { ...honest, bankCalls: { DenomOwners: refuseShort } };

  test('is the mistake of the client, and takes no node from other requests', async () => {
    const { holders } = await start(strict);
    for (const denom of ['aa', 'ab', 'ac', 'ad']) {
      expect(await catchProblem(holders({ denom }))).toMatchObject({ status: 400 });
    }
    expect((await holders({ denom: 'uatom' })).holders).toEqual([]);
  });

  test('is requested from another node', async () => {
    const { holders } = await start(strict, { balances: { aa: owners } });
    expect((await holders({ denom: 'aa' })).holders).toEqual(sorted.slice(0, 20));
  });
});
