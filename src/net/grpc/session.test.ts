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

describe('a server that is only slow', () => {
  test('gets one PING for all calls until it answers, and then another', async () => {
    let pings = 0;
    const answer = answerWith(encode('GetNodeInfo', { default_node_info: { network: 'a-1' } }));
    const node = startRawNode({
      onSession: (session) => session.on('ping', () => pings++),
      // Not before a PING for each call would have been sent.
      all: (stream) => setTimeout(() => answer(stream), 1_400),
    });
    const { port } = await use(node);
    const connection = open(createProbeContext(port));
    const call = () => connection.call(getNodeInfo);
    const made = await Promise.all([call(), call(), call()]);
    expect(made.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    expect(pings).toBe(1);
    expect((await call()).kind).toBe('answer');
    expect(pings).toBe(2);
  });

  test('may send its SETTINGS late', async () => {
    const node = await use(startRawNode());
    const front = net.createServer((socket) => {
      const onward = net.connect(node.port, '127.0.0.1').on('error', () => undefined);
      socket.on('error', () => undefined).pipe(onward);
      setTimeout(() => onward.pipe(socket), 1_400);
    });
    const { port } = await use(listen(front));
    expect((await open(createProbeContext(port)).call(getNodeInfo)).kind).toBe('answer');
  });
});
