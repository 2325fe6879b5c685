import { expect, onTestFinished, test } from 'vitest';
import { listEntries, listNode } from '../../../../../test/support/chain-handlers.js';
import { use } from '../../../../../test/support/servers.js';
import { standStill } from '../../../../../test/support/probe-context.js';
import { createAbortController } from '../../../../net/abort.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';
import { Nodes } from './failover.js';
import { NodePool } from './node-pool.js';

test('a node that answered while this process stood still is among the first ones', async () => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const second = await use(startEvmNode({ delay: () => released }));
  let calls = 0;
  const first = await use(
    startEvmNode({
      answer: () => {
        // The last of a check: the node has passed a moment later. Not in callbacks of timers: the loop reads before it runs the next ones.
        if (++calls === 3)
          for (const act of [release, () => standStill(700)]) setTimeout(setImmediate, 50, act);
        return undefined;
      },
    }),
  );
  const nodes = new Nodes({
    loadEntries: () => Promise.resolve(listEntries([first, second].map(({ port }) => listNode('evm', port)))),
    allowPrivate: true,
    now: () => performance.now(),
  });
  onTestFinished(() => nodes.close());
  const question = {
    network: 'kava',
    kind: 'evm',
    owners: () => ['x'],
    signal: createAbortController().signal,
  } as const;
  expect(await nodes.request(question, (_, request) => Promise.resolve(request.nodes.length))).toBe(2);
});

test('calls are made eight at a time, and held up neither by another network nor by long work', async () => {
  const { port } = await use(startEvmNode({}));
  const entries = ['a', 'b'].map((chain) => listNode('evm', port, { chain }));
  const loadEntries = () => Promise.resolve(listEntries(entries));
  const nodes = new Nodes({ loadEntries, allowPrivate: true, now: () => performance.now() });
  onTestFinished(() => nodes.close());
  const waiting: (() => void)[] = [];
  const request = (network: string, lane: 'short' | 'walk') =>
    nodes.request(
      { network, kind: 'evm', lane, owners: () => ['x'], signal: createAbortController().signal },
      (_, { takeTurn }) => takeTurn(() => new Promise<void>((resolve) => waiting.push(resolve))),
    );
  const answers = Array.from({ length: 30 }, () => request('a', 'short'));
  await expect.poll(() => waiting.length).toBe(8);
  answers.push(...Array.from({ length: 10 }, () => request('a', 'walk')));
  await expect.poll(() => waiting.length).toBe(12);
  answers.push(request('b', 'short'), request('b', 'walk'));
  await expect.poll(() => waiting.length).toBe(14);
  while (waiting.length > 0) {
    for (const release of waiting.splice(0)) release();
    // Time for another call, if one were made.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(waiting.length).toBeLessThanOrEqual(14);
  }
  await Promise.all(answers);
});

test('a check in the background that fails leaves no rejection that nobody handles, which would end the process', async () => {
  const { port } = await use(startEvmNode());
  const state = { isBroken: false, now: 0 };
  const entry = {
    ...listNode('evm', port),
    get claim() {
      if (state.isBroken) throw new Error('a fault of the program');
      return null;
    },
  };
  const { signal } = createAbortController();
  const pool = new NodePool('evm', [entry], { allowPrivate: true, now: () => state.now, signal });
  await pool.listNodes(signal);
  await pool.settle();
  Object.assign(state, { isBroken: true, now: 180_001 });
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  expect(await pool.listNodes(signal)).toHaveLength(1);
  await new Promise((resolve) => setImmediate(resolve));
  expect(rejections).toEqual([]);
});
