import { expect, test } from 'vitest';
import { standStill } from '../../../../../test/support/probe-context.js';
import { success } from '../../../../model/failure.js';
import { createAbortController } from '../../../../net/abort.js';
import { NodeConnections } from './node-connections.js';

const node = {
  target: { host: 'localhost', port: 1, path: '/', secure: false },
  resolve: () => Promise.resolve(success([])),
};

test('a node is not blamed for a deadline that came while this process stood still', async () => {
  const ending = createAbortController();
  const request = { signal: ending.signal, takeTurn: <Value>(part: () => Promise<Value>) => part() };
  const connections = new NodeConnections(node, request, () => Promise.resolve({ close: () => undefined }));
  const waiting = connections.use(() => new Promise<never>(() => undefined));
  standStill(1_100);
  ending.abort();
  await expect(waiting).rejects.toMatchObject({ status: 504 });
});
