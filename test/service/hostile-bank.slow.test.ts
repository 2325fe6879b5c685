import { type handleUnaryCall, status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  answerWith,
  catchProblem,
  createOwners,
  type HoldersInstance,
  type OwnersRequest,
  refuseWith,
  serveHolders,
  sortHolders,
  withOwnersCall,
} from '../support/holders.js';
import { listEntries, listNode, openEngine } from '../support/chain-handlers.js';
import type { Entry } from '../../src/model/entry.js';
import type { ChainHandlersOptions } from '../../src/query/service/chain/create-chain-handlers.js';
import { use } from '../support/servers.js';
import type { BankOptions } from '../../src/sandbox/bank.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';

type OwnersCall = handleUnaryCall<OwnersRequest, object>;

const owners = createOwners(3_500);
const sorted = sortHolders(owners);
const honest: BankOptions = { balances: { ukava: owners } };

/** The entries of nodes, of which the first one is used first. */
async function list(...nodes: readonly BankOptions[]): Promise<readonly Entry[]> {
  const entries = [];
  for (const [at, bank] of nodes.entries()) {
    // The pool uses nodes with recent blocks first.
    const blockTime = new Date(at === 0 ? Date.now() : Date.now() - 3_600_000);
    entries.push(listNode('grpc', (await use(startCosmosNode({ blockTime, ...bank }))).port));
  }
  return entries;
}

/** An instance over such nodes. */
async function start(...nodes: readonly BankOptions[]): Promise<HoldersInstance> {
  return serveHolders(await list(...nodes));
}

const pass = () => Promise.resolve(undefined);
const fail = (details = '', code: number = status.INTERNAL) =>
  Promise.reject(Object.assign(new Error(), { code, details }));
const sumOf = (held: readonly { readonly amount: string }[]) =>
  held.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
const owner = (address: string, amount = '1') => ({ address, balance: { denom: 'ukava', amount } });
/** Pages by their number, which is the key, of a denom whose supply is large enough for all of them. */
const pages = (page: (at: number, limit: number) => object, supply = String(2n ** 200n)) => ({
  bankCalls: {
    SupplyOf: answerWith({ amount: { denom: 'ukava', amount: supply } }),
    DenomOwners: (({ request: { pagination } }, callback) =>
      callback(null, page(Number(pagination.key.toString() || '0'), pagination.limit))) as OwnersCall,
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
    'sends its pages in a circle',
    pages((at) => ({ denom_owners: [], pagination: next((at % 3) + 1) })),
    'the pages of DenomOwners are nearly empty',
  ],
  [
    'sends one owner a page for ever',
    pages((at) => ({ denom_owners: [owner(`a${at}`)], pagination: next(at + 1) })),
    'the pages of DenomOwners are nearly empty',
  ],
  [
    'sends full pages of owners without an amount for ever',
    pages((at) => ({
      denom_owners: Array.from({ length: 1_000 }, (_, index) => owner(`a${at * 1_000 + index}`, '0')),
      pagination: next(at + 1),
    })),
    'the pages of DenomOwners are nearly empty',
  ],
  [
    'sends many owners, and then only such without an amount',
    pages((at) => ({
      denom_owners: at === 0 ? fill(0, 1_000) : [owner(`b${at}`, '000')],
      pagination: next(at + 1),
    })),
    'the pages of DenomOwners are nearly empty',
  ],
  [
    'invents owners without end',
    pages((at) => ({ denom_owners: fill(at, 1_000), pagination: next(at + 1) }), '3000'),
    'the owners of DenomOwners have more than the supply',
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
  test.each(hostile)('%s gives no answer, and leaves nothing', async (_name, bank, reason) => {
    const engine = await openEngine();
    const problem = await catchProblem(serveHolders(await list(bank), { engine }).holders());
    expect(problem).toMatchObject({ status: 502 });
    expect(problem.detail).toContain(`1 × `);
    expect(problem.detail).toContain(reason);
    expect(problem.detail).not.toContain('evil');
    expect(await engine.read('select count(*) as rows from endpoint_check_owners', [])).toEqual([
      { rows: 0 },
    ]);
  });

  test('fails once in the middle gets the request again', async () => {
    let calls = 0;
    const { holders } = await start(withOwnersCall(honest, () => (++calls === 3 ? fail() : pass())));
    expect((await holders()).asOf).toMatchObject({ height: 1_234 });
    expect(calls).toBe(5);
  });

  test('fails for good in the middle is followed by another one, from the beginning', async () => {
    const failing = withOwnersCall(honest, ({ pagination }) =>
      pagination.key.length === 0 ? pass() : fail(),
    );
    const { listAll, events } = await start(failing, { balances: { ukava: owners.slice(0, 1_500) } });
    expect(await listAll({ limit: 1_000 })).toEqual(sortHolders(owners.slice(0, 1_500)));
    expect(events).toEqual([]);
  });
});

describe('of nodes whose index misses owners', () => {
  const heights = { knownHeights: { first: 1, last: 40 } };
  const supply = sumOf(owners);
  const lacking = (count: number): BankOptions => ({
    ...{ ...heights, balances: { ukava: owners.slice(0, count) } },
    bankCalls: { SupplyOf: answerWith({ amount: { denom: 'ukava', amount: String(supply) } }) },
  });
  const [partial, worse, whole] = [lacking(2_300), lacking(1_000), { ...honest, ...heights }];

  test.each<[string, readonly BankOptions[], number]>([
    ['a whole one that is asked last', [partial, whole], 3_500],
    ['a whole one that is asked first', [whole, partial], 3_500],
    ['the better one that is asked first, and it says so', [partial, worse], 2_300],
    ['the better one that is asked last, and it says so', [worse, partial], 2_300],
  ])('%s counts', async (_, nodes, count) => {
    const { holders, listAll } = await start(...nodes);
    const difference = supply - sumOf(owners.slice(0, count));
    const described = difference === 0n ? {} : { difference: String(difference) };
    const { complete, ...answer } = await holders();
    expect([complete, 'difference' in answer ? answer.difference : null]).toEqual([
      difference === 0n,
      described.difference ?? null,
    ]);
    expect(await listAll({ limit: 1_000 })).toEqual(sortHolders(owners.slice(0, count)));
  });
});

describe('a node that leaves the registry', () => {
  /** An instance over a registry of a bad node and a good one, which is asked after it; `change` keeps some of them. */
  async function startChanging(bad: BankOptions, options: Partial<ChainHandlersOptions> = {}) {
    const entries = await list(bad, honest);
    let loaded = listEntries(entries);
    const instance = serveHolders(entries, { ...options, loadEntries: () => Promise.resolve(loaded) });
    const change = (to: (entry: Entry, at: number) => readonly Entry[]) =>
      void (loaded = listEntries(entries.flatMap(to)));
    return { ...instance, change };
  }
  const keepBad = (entry: Entry, at: number) => (at === 0 ? [entry] : []);
  const keepGood = (entry: Entry, at: number) => (at === 1 ? [entry] : []);
  const endless = (onPage: () => void = () => undefined) =>
    pages((at) => {
      onPage();
      return { denom_owners: fill(at, 1_000), pagination: next(at + 1) };
    });

  test('ends its walk, and leaves the request to another one', async () => {
    let sent = 0;
    const { holders, change } = await startChanging(endless(() => (sent += 1)));
    const answer = holders();
    await expect.poll(() => sent).toBeGreaterThan(3);
    change(keepGood);
    expect((await answer).holders).toEqual(sorted.slice(0, 20));
  });

  test('takes its snapshots with it, and their cursors', async () => {
    const invented = createOwners(5_000);
    const engine = await openEngine();
    const { holders, change } = await startChanging({ balances: { ukava: invented } }, { engine });
    const before = await holders();
    expect(before.holders).toEqual(sortHolders(invented).slice(0, 20));
    change(keepGood);
    expect((await holders()).holders).toEqual(sorted.slice(0, 20));
    expect(await catchProblem(holders({}, { cursor: before.next }))).toMatchObject({ status: 410 });
    await expect
      .poll(() => engine.read('select distinct holders from endpoint_check_snapshots', []))
      .toEqual([{ holders: 3_500 }]);
  });

  test('takes its snapshots with it where only the claim of its chain was corrected', async () => {
    const { holders, change } = await startChanging(honest);
    await holders();
    const claim = { chainId: 'another-1', field: 'chain_id', derived: false };
    change((entry) => [{ ...entry, claim }]);
    expect(await catchProblem(holders())).toMatchObject({ status: 503 });
  });

  test('takes the 507 with it that its owners were answered with', async () => {
    const { holders, change } = await startChanging(endless(), { databaseBytes: 2_000_000 });
    change(keepBad);
    expect(await catchProblem(holders())).toMatchObject({ status: 507 });
    change(keepGood);
    expect((await holders({}, { owner: 'another' })).holders).toEqual(sorted.slice(0, 20));
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
        height === null ? pass() : fail('failed to load state at height 1234; version does not exist', 2),
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

test('nodes before Cosmos SDK 0.46, which do not list owners, are reported, and provide a supply, if none is newer', async () => {
  const old: BankOptions = {
    ...honest,
    bankCalls: { DenomOwners: refuseWith({ code: status.UNIMPLEMENTED }) },
  };
  const { holders, summary } = await start(old);
  expect(await catchProblem(holders())).toEqual({
    status: 502,
    type: 'holders-not-listed',
    detail:
      'no gRPC endpoint of kava lists holders: 1 × DenomOwners is not implemented, which Cosmos SDK 0.46 brought',
  });
  expect(await summary()).toEqual({
    ...{ network: 'kava', denom: 'ukava', supply: String(sumOf(owners)), holderCount: null },
    ...{ sum: null, difference: null, asOf: null, metadata: null },
  });
  expect((await (await start(old, honest)).holders()).holders).toEqual(sorted.slice(0, 20));
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
