import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openEngine } from '../../../../test/support/chain-handlers.js';
import type { Engine } from '../database/engine.js';
import { identify, type Job, type JobFailure, nextTurn } from './job.js';
import { JobLoop, type Worker } from './job-loop.js';
import { JobTable } from './job-table.js';
import { LeaseLost } from './lease.js';

const failure: JobFailure = { status: 502, detail: 'no node answers', extras: {}, keepMs: 0 };

function createJob(name: string): Job {
  return { ...identify('kava', [name]), kind: 'events' };
}

/** A table of jobs with a loop, whose worker is the test's, and the faults that it reports. */
function startLoop(engine: Engine, worker: Partial<Worker> & Pick<Worker, 'work'>) {
  const faults: Error[] = [];
  const table = new JobTable(engine, 15_000, () => performance.now());
  const loop = new JobLoop({
    table,
    workers: { events: { limit: 1, clear: () => Promise.resolve(), explain: () => failure, ...worker } },
    limitSize: () => Promise.resolve(),
    onError: (error) => faults.push(error),
  });
  onTestFinished(async () => {
    await loop.close();
    expect(faults.splice(0)).toEqual([]);
  });
  return { table, faults };
}

test('a job is done once for all who want it, and again for whoever wants it after that began', async () => {
  const engine = await openEngine();
  let open: () => void = () => undefined;
  const opened = new Promise<void>((done) => (open = done));
  let count = 0;
  const { table } = startLoop(engine, {
    work: async () => {
      count += 1;
      if (count === 1) await opened;
      return 'done';
    },
  });
  const job = createJob('a');
  await table.want(job, 'alice');
  await table.want(job, 'bob');
  await expect.poll(() => count).toBe(1);
  await table.want(job, 'carol');
  open();
  await expect.poll(() => count).toBe(2);
  await expect.poll(() => table.listWaiting()).toEqual([]);
});

test('however often it is woken, the loop looks for a fifth of the time at most', async () => {
  const engine = await openEngine();
  const lookMs = 20;
  let looks = 0;
  const slow: Engine = {
    ...engine,
    read: async (...query) => {
      looks += 1;
      await pause(lookMs);
      return engine.read(...query);
    },
  };
  const startedAt = performance.now();
  const { table } = startLoop(slow, { work: () => Promise.resolve('done') });
  for (let wakes = 0; wakes < 60; wakes++) {
    table.onWanted();
    await pause(5);
  }
  expect(looks).toBeGreaterThan(1);
  expect(looks - 1).toBeLessThanOrEqual((performance.now() - startedAt) / (5 * lookMs - 5));
});

test('tokens take turns, and a worker gives up its place', async () => {
  const engine = await openEngine();
  const served: string[] = [];
  const { table } = startLoop(engine, {
    work: async (lease) => {
      served.push(lease.job.key);
      // It would go on for ever.
      if (served.length === 1)
        while (!lease.isOver && !lease.signal.aborted) await new Promise((done) => setTimeout(done, 10));
      return served.length === 1 ? 'unfinished' : 'done';
    },
  });
  // Jobs that are wanted in the same millisecond are served in any order.
  await table.want(createJob('a1'), 'alice');
  await expect.poll(() => served.length).toBe(1);
  for (const name of ['a2', 'a3']) await table.want(createJob(name), 'alice');
  await table.want(createJob('b1'), 'bob');
  await expect.poll(() => served.length).toBe(5);
  expect(served.slice(0, 2)).toEqual(['["a1"]', '["b1"]']);
  expect([...served].sort()).toEqual(['["a1"]', '["a1"]', '["a2"]', '["a3"]', '["b1"]']);
});

test('the jobs of one token take turns too, so that a short one does not wait for the end of a long one', async () => {
  const engine = await openEngine();
  const served: string[] = [];
  const { table } = startLoop(engine, {
    work: async (lease) => {
      served.push(lease.job.key);
      if (lease.job.key === '["short"]') return 'done';
      while (!lease.isOver && !lease.signal.aborted) await new Promise((done) => setTimeout(done, 10));
      return 'unfinished';
    },
  });
  await table.want(createJob('long'), 'alice');
  await expect.poll(() => served.length).toBe(1);
  await table.want(createJob('short'), 'alice');
  await expect.poll(() => served.length).toBe(3);
  expect(served).toEqual(['["long"]', '["short"]', '["long"]']);
});

test('whoever has lost the lease writes nothing', async () => {
  const engine = await openEngine();
  const outcomes: unknown[] = [];
  const { table } = startLoop(engine, {
    work: async (lease) => {
      await engine.write([{ sql: "update endpoint_check_jobs set leased_by = 'another'", values: [] }]);
      await lease.note({ blocks: 1 }).catch((error: unknown) => outcomes.push(error));
      await lease
        .write([{ sql: "insert into endpoint_check_keys values ('lost', '')", values: [] }])
        .catch((error: unknown) => outcomes.push(error));
      throw new LeaseLost();
    },
  });
  await table.want(createJob('a'), 'alice');
  await expect.poll(() => outcomes.length).toBe(2);
  expect(outcomes.every((error) => error instanceof LeaseLost)).toBe(true);
  expect(await engine.read("select * from endpoint_check_keys where name = 'lost'", [])).toEqual([]);
});

test('a lease that is not renewed is taken over, and its job is not changed by the one before', async () => {
  const engine = await openEngine();
  // The first one never comes to renew it.
  const table = new JobTable(engine, 15_000, () => performance.now());
  const job = createJob('a');
  await table.want(job, 'alice');
  const first = await table.claim(job, 'alice');
  expect(await table.claim(job, 'alice')).toBeNull();
  await engine.write([{ sql: 'update endpoint_check_jobs set leased_until = 1', values: [] }]);
  const second = await table.claim(job, 'alice');
  await first?.fail(failure);
  expect(await table.read(job)).toMatchObject({ done: 0, failure: null });
  await second?.finish();
  expect(await table.read(job)).toMatchObject({ done: 1, failure: null });
});

test('a fault of the program is reported, and its job tried again after a while, by whoever is there', async () => {
  const engine = await openEngine();
  const fault = new TypeError('undefined is not a function');
  let count = 0;
  const { table, faults } = startLoop(engine, {
    work: () => (++count === 1 ? Promise.reject(fault) : Promise.resolve('done')),
    explain: (error) => {
      throw error;
    },
  });
  const job = createJob('a');
  await table.want(job, 'alice');
  await expect.poll(() => faults.splice(0)).toEqual([fault]);
  const read = async () => (await engine.read('select leased_by, retry_at from endpoint_check_jobs', []))[0];
  await expect.poll(read).toEqual({ leased_by: null, retry_at: expect.any(Number) as number });
  expect(Number((await read())?.['retry_at'])).toBeGreaterThan(Date.now() + 5_000);
  expect([await table.listWaiting(), count]).toEqual([[], 1]);
  await engine.write([{ sql: 'update endpoint_check_jobs set retry_at = 0', values: [] }]);
  await expect.poll(async () => (await table.read(job))?.done).toBe(1);
});

test('a failure is kept until the job is wanted again', async () => {
  const engine = await openEngine();
  let count = 0;
  const { table } = startLoop(engine, {
    work: () => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('out of reach')) : Promise.resolve('done');
    },
  });
  const job = createJob('a');
  await table.want(job, 'alice');
  await expect.poll(async () => (await table.read(job))?.failure).toEqual(failure);
  expect(await table.listWaiting()).toEqual([]);
  await table.want(job, 'bob');
  await expect.poll(async () => (await table.read(job))?.failure).toBeNull();
});

test.each([
  ['one that nobody wanted', null, 1],
  ['one that waits', { wanted: 2, claimed: 1, done: 1 }, 2],
  ['one that is worked on', { wanted: 2, claimed: 2, done: 1 }, 3],
  ['one that failed for all who wanted it', { wanted: 2, claimed: 1, done: 2 }, 3],
])('what is wanted of %s is done by work that begins later', (_, state, turn) => {
  expect(nextTurn(state)).toBe(turn);
});
