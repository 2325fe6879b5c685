import { describe, expect, test } from 'vitest';
import { catchProblem } from '../../../../test/support/chain-handlers.js';
import { createAbortController } from '../../../net/abort.js';
import { FairLane, type TakeTurn } from './fair-lane.js';

const { signal } = createAbortController();

/** Parts that end when they are released, and the order in which they started. */
function createParts() {
  const started: string[] = [];
  const releases: (() => void)[] = [];
  const part = (name: string) => () =>
    new Promise<void>((resolve) => {
      started.push(name);
      releases.push(resolve);
    });
  const release = async () => {
    releases.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, part, release };
}

describe('a lane', () => {
  test('runs a few parts at once', async () => {
    const { started, part, release } = createParts();
    const lane = new FairLane({ parts: 2, jobsPerOwner: 10 });
    const jobs = ['a', 'b', 'c'].map((name) =>
      lane.run(
        () => ['x'],
        signal,
        (takeTurn) => takeTurn(part(name)),
      ),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(started).toEqual(['a', 'b']);
    await release();
    expect(started).toEqual(['a', 'b', 'c']);
    await release();
    await release();
    await Promise.all(jobs);
  });

  test('lets owners take turns, however many jobs one has', async () => {
    const { started, part, release } = createParts();
    const lane = new FairLane({ parts: 1, jobsPerOwner: 10 });
    const run = (owner: string, name: string) =>
      lane.run(
        () => [owner],
        signal,
        (takeTurn) => takeTurn(part(name)),
      );
    const jobs = [...['x1', 'x2', 'x3', 'x4'].map((name) => run('x', name)), run('y', 'y1'), run('z', 'z1')];
    for (let count = 0; count < 6; count++) await release();
    await release();
    await Promise.all(jobs);
    expect(started).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'x4']);
  });

  test('lets a long job give way between its parts', async () => {
    const { started, part, release } = createParts();
    const lane = new FairLane({ parts: 1, jobsPerOwner: 10 });
    const long = lane.run(
      () => ['x'],
      signal,
      async (takeTurn: TakeTurn) => {
        for (const name of ['long1', 'long2', 'long3']) await takeTurn(part(name));
      },
    );
    const short = lane.run(
      () => ['x'],
      signal,
      (takeTurn) => takeTurn(part('short')),
    );
    for (let count = 0; count < 5; count++) await release();
    await Promise.all([long, short]);
    expect(started).toEqual(['long1', 'short', 'long2', 'long3']);
  });

  test('goes on with a job when it is the turn of any of its owners', async () => {
    const { started, part, release } = createParts();
    const lane = new FairLane({ parts: 1, jobsPerOwner: 10 });
    const run = (owners: readonly string[], name: string) =>
      lane.run(
        () => owners,
        signal,
        (takeTurn) => takeTurn(part(name)),
      );
    const jobs = [
      ...['x1', 'x2', 'x3'].map((name) => run(['x'], name)),
      run(['x', 'y'], 'both'),
      run(['y'], 'y1'),
    ];
    for (let count = 0; count < 6; count++) await release();
    await Promise.all(jobs);
    expect(started).toEqual(['x1', 'x2', 'both', 'x3', 'y1']);
  });

  test('refuses the job of an owner that has too many at once, and no other owner’s', async () => {
    const { started, part, release } = createParts();
    const lane = new FairLane({ parts: 1, jobsPerOwner: 2 });
    const run = (owner: string, name: string) =>
      lane.run(
        () => [owner],
        signal,
        (takeTurn) => takeTurn(part(name)),
      );
    const jobs = [run('x', 'x1'), run('x', 'x2')];
    expect(await catchProblem(run('x', 'x3'))).toMatchObject({
      status: 503,
      extras: { retryAfterSeconds: 1 },
    });
    jobs.push(run('y', 'y1'));
    for (let count = 0; count < 4; count++) await release();
    await Promise.all(jobs);
    jobs.push(run('x', 'x4'));
    await release();
    await release();
    await Promise.all(jobs);
    expect(started).toEqual(['x1', 'x2', 'y1', 'x4']);
  });

  test('removes a part whose signal aborts while it waits, and continues after one that fails', async () => {
    const lane = new FairLane({ parts: 1, jobsPerOwner: 10 });
    const { started, part, release } = createParts();
    const first = lane.run(
      () => ['x'],
      signal,
      (takeTurn) => takeTurn(part('first')),
    );
    const gone = createAbortController();
    const waiting = lane.run(
      () => ['x'],
      gone.signal,
      (takeTurn) => takeTurn(part('gone')),
    );
    const failing = lane.run(
      () => ['x'],
      signal,
      (takeTurn) => takeTurn(() => Promise.reject(new Error('failed'))),
    );
    const failed = expect(failing).rejects.toThrow('failed');
    const last = lane.run(
      () => ['x'],
      signal,
      (takeTurn) => takeTurn(part('last')),
    );
    gone.abort();
    expect(await catchProblem(waiting)).toMatchObject({ status: 504 });
    await release();
    await failed;
    await release();
    await Promise.all([first, last]);
    expect(started).toEqual(['first', 'last']);
    expect(
      await catchProblem(
        lane.run(
          () => ['x'],
          gone.signal,
          (takeTurn) => takeTurn(part('late')),
        ),
      ),
    ).toMatchObject({
      status: 504,
    });
  });
});
