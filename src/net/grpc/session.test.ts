import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { answerWith, encode, startRawNode } from '../../../test/faults/raw-node.js';
import { createProbeContext, openForTest as open } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { getNodeInfo, getSyncing } from './messages.js';

const settings = '000000040000000000';

describe('frames that end the connection end the calls too', () => {
  test.each([
    // RFC 9113 sections 4.2, 4.3, 6.1 and 6.8.
    ['of a length beyond the limit', 'ffffff000000000001'],
    ['of fields that cannot be decoded', '000005010500000001ffffffff0f'],
    ['of data before its fields', '000001000000000001ff'],
    ['that end too early', '00000407000000000000000000'],
  ])('%s', async (_, bytes) => {
    const server = net.createServer((socket) =>
      socket.once('data', () => socket.write(Buffer.from(settings + bytes, 'hex'))),
    );
    const { port } = await use(listen(server));
    const connection = open(createProbeContext(port));
    const failure = { code: 'grpc/stream-reset', data: { errorCode: 2 } };
    expect(await Promise.all([connection.call(getNodeInfo), connection.call(getSyncing)])).toEqual([
      { kind: 'failure', failure },
      { kind: 'failure', failure },
    ]);
  });
});

test('a node that is only slow gets one PING for all calls, and may answer after it', async () => {
  let pings = 0;
  const waiting: (() => void)[] = [];
  const answer = answerWith(encode('GetNodeInfo', { default_node_info: { network: 'a-1' } }));
  const node = startRawNode({
    onSession: (session) =>
      session.on('ping', () => {
        pings++;
        // Not before the others would have been sent.
        setTimeout(() => waiting.forEach((go) => go()), 300);
      }),
    all: (stream) => waiting.push(() => answer(stream)),
  });
  const { port } = await use(node);
  const connection = open(createProbeContext(port));
  const made = await Promise.all([
    connection.call(getNodeInfo),
    connection.call(getNodeInfo),
    connection.call(getNodeInfo),
  ]);
  expect(made.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
  expect(pings).toBe(1);
});
