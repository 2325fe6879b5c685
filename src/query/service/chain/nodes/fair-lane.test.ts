import { describe, expect, test } from 'vitest';
import { catchProblem } from '../../../../../test/support/chain-handlers.js';
import { createAbortController } from '../../../../net/abort.js';
import { FairLane } from './fair-lane.js';

/** A lane whose parts end when they are released, and the order in which they started. */
function createLane({ parts = 1, jobsPerOwner = 10 }) {
  const lane = new FairLane({ parts, jobsPerOwner });
  const started: string[] = [];
  const releases: (() => void)[] = [];
  const { signal: never } = createAbortController();
  /** Runs a job of some parts, one after the other. */
  const run = (owners: string, names: string, signal = never) =>
    lane.run(
      () => owners.split(','),
      signal,
      async (takeTurn) => {
        for (const name of names.split(' '))
          await takeTurn(() => {
            started.push(name);
            return name === 'fails'
              ? Promise.reject(new Error(name))
              : new Promise<void>((resolve) => releases.push(resolve));
          });
      },
    );
  const release = async () => {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const finish = async (jobs: readonly Promise<void>[]) => {
    for (let count = 0; count < 10; count++) await release();
    await Promise.all(jobs);
    return started;
  };
  return { run, release, finish, started };
}

describe('a lane', () => {
  test('runs a few parts at once', async () => {
    const { run, release, finish, started } = createLane({ parts: 2 });
    const jobs = ['a', 'b', 'c'].map((name) => run('x', name));
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['a', 'b']);
    await release();
    expect(started).toEqual(['a', 'b', 'c']);
    await finish(jobs);
  });

  test.each<[string, readonly (readonly [owners: string, names: string])[], string]>([
    [
      'lets owners take turns, however many jobs one has',
      [...['x1', 'x2', 'x3', 'x4'].map((name) => ['x', name] as const), ['y', 'y1'], ['z', 'z1']],
      'x1 x2 y1 z1 x3 x4',
    ],
    [
      'lets a long job give way between its parts',
      [
        ['x', 'long1 long2 long3'],
        ['x', 'short'],
      ],
      'long1 short long2 long3',
    ],
    [
      'goes on with a job when it is the turn of any of its owners',
      [...['x1', 'x2', 'x3'].map((name) => ['x', name] as const), ['x,y', 'both'], ['y', 'y1']],
      'x1 x2 both x3 y1',
    ],
  ])('%s', async (_, jobs, order) => {
    const { run, finish } = createLane({});
    expect(await finish(jobs.map(([owners, names]) => run(owners, names)))).toEqual(order.split(' '));
  });

  test('refuses the job of an owner that has too many at once, and no other owner’s', async () => {
    const { run, finish } = createLane({ jobsPerOwner: 2 });
    const jobs = [run('x', 'x1'), run('x', 'x2')];
    const refusal = { status: 503, extras: { retryAfterSeconds: 1 } };
    expect(await catchProblem(run('x', 'x3'))).toMatchObject(refusal);
    await finish([...jobs, run('y', 'y1')]);
    expect(await finish([run('x', 'x4')])).toEqual(['x1', 'x2', 'y1', 'x4']);
  });

  test('removes a part whose signal aborts while it waits, and continues after one that fails', async () => {
    const { run, finish } = createLane({});
    const gone = createAbortController();
    const jobs = [run('x', 'first')];
    const waiting = catchProblem(run('x', 'gone', gone.signal));
    const failed = expect(run('x', 'fails')).rejects.toThrow('fails');
    jobs.push(run('x', 'last'));
    gone.abort();
    expect(await waiting).toMatchObject({ status: 504 });
    expect(await finish(jobs)).toEqual(['first', 'fails', 'last']);
    await failed;
    expect(await catchProblem(run('x', 'late', gone.signal))).toMatchObject({ status: 504 });
  });
});
