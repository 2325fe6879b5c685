import { status } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import {
  ageSnapshots,
  catchProblem,
  createOwners,
  serveHolders,
  sortHolders,
  startHeldBank,
  withOwnersCall,
} from '../../../../../test/support/holders.js';
import { listNode, openEngine } from '../../../../../test/support/chain-handlers.js';
import { use } from '../../../../../test/support/servers.js';
import { createAbortController } from '../../../../net/abort.js';
import { startCosmosNode } from '../../../../sandbox/cosmos-node.js';

const owners = createOwners(1_500);
const sorted = sortHolders(owners);
const balances = { ukava: owners };

describe('a walk', () => {
  test('is one for all who ask meanwhile, whoever they are', async () => {
    const { entry, walks, release } = await startHeldBank({ balances });
    const { holders, summary } = serveHolders([entry]);
    const answers = Array.from({ length: 60 }, (_, at) =>
      holders({ offset: at * 20 }, { owner: `owner ${at % 3}` }),
    );
    const counted = summary();
    await expect.poll(() => walks.length).toBe(1);
    release();
    expect((await Promise.all(answers)).flatMap((answer) => answer.holders)).toEqual(sorted.slice(0, 1_200));
    expect((await counted).holderCount).toBe(1_500);
    expect(walks).toEqual(['ukava']);
  });

  test('goes on when all who asked have gone', async () => {
    const { entry, walks, release } = await startHeldBank({ balances });
    const { holders } = serveHolders([entry]);
    const gone = createAbortController();
    const asked = catchProblem(holders({}, { signal: gone.signal }));
    await expect.poll(() => walks.length).toBe(1);
    gone.abort();
    await asked;
    release();
    expect((await holders()).holders).toEqual(sorted.slice(0, 20));
    expect(walks).toEqual(['ukava']);
  });

  test('that takes longer is a 503 with its progress', async () => {
    const { entry, release } = await startHeldBank({ balances });
    const { holders, summary } = serveHolders([entry], { waitMs: 0 });
    const building = {
      status: 503,
      type: 'snapshot-building',
      retryAfterSeconds: 1,
      detail: 'the holders of ukava are being counted: 1000 so far; try again later',
      progress: { holders: 1_000, startedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string },
    };
    await expect.poll(() => catchProblem(holders())).toEqual(building);
    expect(await catchProblem(summary())).toEqual(building);
    release();
    await expect.poll(() => holders().catch(() => null)).toMatchObject({ holders: sorted.slice(0, 20) });
  });
});

describe('an old snapshot', () => {
  /** A chain in which everybody has the height of everything. */
  async function startMoving() {
    const state = { last: 10, isDown: false, walks: 0 };
    const bank = withOwnersCall(
      {
        balances: (height) => ({
          ukava: owners.map((owner, at) => ({ ...owner, amount: String(((at * height) % 977) + 1) })),
        }),
        knownHeights: {
          first: 1,
          get last() {
            return state.last;
          },
        },
      },
      ({ denom, pagination }) => {
        if (denom === 'ukava' && pagination.key.length === 0) state.walks += 1;
        return state.isDown
          ? Promise.reject(Object.assign(new Error(), { code: status.INTERNAL }))
          : Promise.resolve(undefined);
      },
    );
    const { port } = await use(startCosmosNode(bank));
    const engine = await openEngine();
    const instance = serveHolders([listNode('grpc', port)], { engine, snapshotAgeMs: 3_600_000 });
    const age = (ms: number) => ageSnapshots(engine, ms);
    const holdersAt = (height: number) =>
      sortHolders(owners.map((owner, at) => ({ ...owner, amount: String(((at * height) % 977) + 1) })));
    return { ...instance, state, holdersAt, age };
  }

  test('answers at once while a new one is made, which is one', async () => {
    const { holders, state, holdersAt, age } = await startMoving();
    expect((await holders()).asOf.height).toBe(10);
    state.last = 11;
    await age(3_000_000);
    expect((await holders()).asOf.height).toBe(10);
    // Had the first walk gone on, it would have ended before this one.
    await holders({ denom: 'uother' });
    expect(state.walks).toBe(1);
    await age(600_000);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => holders({ offset: at })));
    expect(new Set(answers.map(({ asOf }) => asOf.height))).toEqual(new Set([10]));
    await expect
      .poll(() => holders())
      .toMatchObject({ asOf: { height: 11 }, holders: holdersAt(11).slice(0, 20) });
    expect(state.walks).toBe(2);
  });

  test('is there for its cursors, whatever has moved meanwhile', async () => {
    const { holders, state, holdersAt, age } = await startMoving();
    const first = await holders({ limit: 700 });
    state.last = 11;
    await age(3_600_000);
    await expect.poll(async () => (await holders()).asOf.height).toBe(11);
    const second = await holders({ limit: 700 }, { cursor: first.next });
    const third = await holders({ limit: 700 }, { cursor: second.next });
    expect([first, second, third].flatMap((page) => page.holders)).toEqual(holdersAt(10));
    expect([second.asOf.height, third.next, state.walks]).toEqual([10, null, 2]);
  });

  test('goes on answering where a new one fails, which is tried again ten seconds later', async () => {
    const { holders, state, events, age } = await startMoving();
    await holders();
    await age(3_600_000);
    state.isDown = true;
    // While the work on the one before ends, nothing is asked for.
    await expect
      .poll(async () => [(await holders({}, { owner: 'a' })).asOf.height, events.length])
      .toEqual([10, 1]);
    expect(events).toMatchObject([{ event: 'holders-failed', network: 'kava', denom: 'ukava', status: 502 }]);
    await age(5_000);
    await holders({}, { owner: 'b' });
    // Had the first walk gone on, it would have ended before this one.
    await catchProblem(holders({ denom: 'uother' }));
    expect(state.walks).toBe(2);
    await age(5_000);
    await holders({}, { owner: 'c' });
    await expect.poll(() => state.walks).toBe(3);
  });

  test('that never was: a failure is that of all, and is tried again three seconds later', async () => {
    const { holders, state, age } = await startMoving();
    state.isDown = true;
    const problems = await Promise.all([0, 1, 2].map((offset) => catchProblem(holders({ offset }))));
    expect(problems.map(({ status }) => status)).toEqual([502, 502, 502]);
    // A client that waits so long has not used up its retries before the next try.
    expect(problems[0]).toMatchObject({ retryAfterSeconds: 3 });
    expect(await catchProblem(holders({}, { owner: 'b' }))).toMatchObject({ status: 502 });
    expect(state.walks).toBe(1);
    await age(3_000);
    state.isDown = false;
    expect((await holders({}, { owner: 'c' })).asOf.height).toBe(10);
  });
});

test.each([
  ['before it is walked', true],
  ['where no node counts its owners', false],
])(
  'a denom that does not fit into its half of the database is a 507 %s, once in the age of a snapshot, and leaves nothing',
  async (_, isCounted) => {
    const calls: [limit: number, hasKey: boolean][] = [];
    const { port } = await use(
      startCosmosNode(
        withOwnersCall({ balances: { ukava: createOwners(10_000) } }, ({ pagination }) => {
          calls.push([pagination.limit, pagination.key.length > 0]);
          return isCounted || pagination.limit > 1
            ? Promise.resolve(undefined)
            : Promise.reject(Object.assign(new Error(), { code: status.INTERNAL }));
        }),
      ),
    );
    const engine = await openEngine();
    const { holders, events } = serveHolders([listNode('grpc', port)], {
      ...{ engine, databaseBytes: 1_000_000, snapshotAgeMs: 60_000 },
    });
    const refuse = async (owner: string) =>
      expect(await catchProblem(holders({}, { owner }))).toEqual({
        status: 507,
        type: 'snapshot-too-large',
        detail: 'the holders of ukava do not fit into half of the database of the service (1 MB)',
      });
    await refuse('a');
    expect(events).toMatchObject([{ event: 'holders-failed', reason: 'too-large' }]);
    // The first page, the next one meanwhile, and the number of all.
    const first = [
      [1_000, false],
      [1_000, true],
      [1, false],
    ];
    expect(isCounted ? calls : calls.slice(0, 3)).toEqual(first);
    const { length } = calls;
    await ageSnapshots(engine, 30_000);
    await refuse('b');
    expect(calls).toHaveLength(length);
    await ageSnapshots(engine, 30_000);
    await refuse('c');
    expect(calls).toHaveLength(2 * length);
    for (const table of ['owners', 'holders', 'snapshots'])
      expect(await engine.read(`select * from endpoint_check_${table}`, []), table).toEqual([]);
  },
);
