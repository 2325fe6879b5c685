import { expect, test } from 'vitest';
import { standStill } from '../../../../test/support/stand-still.js';
import { createAbortController } from '../../../net/abort.js';
import { waitForNode } from './call-timeout.js';

test('a node is not blamed for a deadline that came while this process stood still', async () => {
  const ending = createAbortController();
  const waiting = waitForNode(new Promise(() => undefined), ending.signal);
  standStill(1_100);
  ending.abort();
  await expect(waiting).rejects.toMatchObject({ status: 504 });
});
