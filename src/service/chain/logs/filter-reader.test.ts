import { expect, test } from 'vitest';
import { serveEntries } from '../../../../test/support/chain-handlers.js';
import { contract, log } from '../../../../test/support/sandbox-logs.js';
import { startFinalNode } from '../../../../test/support/final-node.js';

test.each([
  ['the first block', 3_000, 0],
  ['one far below the head', 505_000, 4_000],
])('the last blocks are 128 where the node names %s as the final one', async (_name, head, finalized) => {
  const { searched, entry } = await startFinalNode({ head, finalized, logs: [log(head - 5, 0, 0)] });
  const ask = serveEntries([entry], { waitMs: 5_000 });
  await ask('transactionsByEvent', { address: contract, offset: 100 });
  expect(searched[0]).toBe(head - 128 + 1);
});
