import { expect, onTestFinished, test } from 'vitest';
import { listEntries, listNode } from '../../../../../test/support/chain-handlers.js';
import { use } from '../../../../../test/support/servers.js';
import { standStill } from '../../../../../test/support/probe-context.js';
import { createAbortController } from '../../../../net/abort.js';
import { startEvmNode } from '../../../../sandbox/evm-node.js';
import { Nodes } from './failover.js';

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
