import { describe, expect, onTestFinished, test } from 'vitest';
import { catchProblem, listEntries, listNode } from '../../../../test/support/chain-handlers.js';
import { use } from '../../../../test/support/servers.js';
import { createAbortController } from '../../../net/abort.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';
import { createNodes, type NodeQuestion } from './failover.js';

const networks = ['a', 'b', 'c'];

/** Nodes of some networks, and requests whose calls last until they are released. */
async function startSlow() {
  const { port } = await use(startEvmNode({}));
  const nodes = createNodes({
    loadEntries: () =>
      Promise.resolve(listEntries(networks.map((chain) => listNode('evm', port, { chain })))),
    allowPrivate: true,
    now: () => performance.now(),
  });
  onTestFinished(nodes.close);
  const waiting: (() => void)[] = [];
  const request = (question: Partial<NodeQuestion> = {}) =>
    nodes.request(
      { network: 'a', kind: 'evm', owners: () => ['x'], signal: createAbortController().signal, ...question },
      (_, { takeTurn }) => takeTurn(() => new Promise<void>((resolve) => waiting.push(resolve))),
    );
  return { request, waiting };
}

const repeat = <Value>(count: number, make: () => Value) => Array.from({ length: count }, make);
/** Time for another call, if one were made. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('calls to the nodes of a network', () => {
  test('are made eight at a time, the rest wait', async () => {
    const { request, waiting } = await startSlow();
    const answers = Promise.all(repeat(20, () => request()));
    for (const count of [8, 8, 4]) {
      await expect.poll(() => waiting.length).toBe(count);
      await settle();
      expect(waiting).toHaveLength(count);
      for (const release of waiting.splice(0)) release();
    }
    await answers;
  });

  test('are held up neither by another network nor by long work', async () => {
    const { request, waiting } = await startSlow();
    const answers = [
      ...repeat(30, () => request({ network: 'a' })),
      ...repeat(10, () => request({ network: 'a', lane: 'walk' })),
    ];
    await expect.poll(() => waiting.length).toBe(12);
    answers.push(
      request({ network: 'b' }),
      request({ network: 'c' }),
      request({ network: 'c', lane: 'walk' }),
    );
    await expect.poll(() => waiting.length).toBe(15);
    while (waiting.length > 0) {
      for (const release of waiting.splice(0)) release();
      await settle();
    }
    await Promise.all(answers);
  });

  test('are refused at once beyond the limit of one token, but accepted from another', async () => {
    const { request, waiting } = await startSlow();
    const answers = repeat(64, () => request());
    await expect.poll(() => waiting.length).toBe(8);
    expect(await catchProblem(request())).toMatchObject({ status: 503, extras: { retryAfterSeconds: 1 } });
    answers.push(request({ owners: () => ['y'] }));
    waiting.shift()?.();
    await expect.poll(() => waiting.length).toBe(8);
    while (waiting.length > 0) {
      for (const release of waiting.splice(0)) release();
      await settle();
    }
    await Promise.all(answers);
  });

  test('that wait until the deadline end with 504', async () => {
    const { request, waiting } = await startSlow();
    const first = repeat(8, () => request());
    await expect.poll(() => waiting.length).toBe(8);
    const late = repeat(3, () => catchProblem(request({ signal: AbortSignal.timeout(50) })));
    expect((await Promise.all(late)).map(({ status }) => status)).toEqual([504, 504, 504]);
    for (const release of waiting.splice(0)) release();
    await Promise.all(first);
    const next = request();
    await expect.poll(() => waiting.length).toBe(1);
    waiting[0]?.();
    await next;
  });
});
