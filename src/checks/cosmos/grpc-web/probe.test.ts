import type http from 'node:http';
import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { holdClosedPort } from '../../../sandbox/server.js';
import {
  answerFrames,
  answerMessage,
  answerStatus,
  encodeAnswer,
  formatFrame,
  type GrpcWebAnswer,
  type GrpcWebCall,
  type GrpcWebNodeOptions,
  startGrpcWebNode,
} from '../../../sandbox/grpc-web-node.js';
import { use } from '../../../../test/support/servers.js';
import { probeGrpcWeb } from './probe.js';

interface Received {
  readonly call: GrpcWebCall | null;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly method: string;
  readonly remotePort: number;
}

/** A node that records its requests; `answer` gets the number of the same call before this one. */
async function startNode(
  options: Omit<GrpcWebNodeOptions, 'answer'> = {},
  answer: (
    call: GrpcWebCall | null,
    before: number,
    request: http.IncomingMessage,
  ) => GrpcWebAnswer | undefined = () => undefined,
) {
  const received: Received[] = [];
  const { port } = await use(
    startGrpcWebNode({
      ...options,
      answer: ({ call, request }) => {
        const before = received.filter((past) => past.call === call && past.method === request.method).length;
        received.push({
          call,
          url: request.url ?? '',
          headers: request.headers,
          method: request.method ?? '',
          remotePort: request.socket.remotePort ?? 0,
        });
        return request.method === 'OPTIONS' ? undefined : answer(call, before, request);
      },
    }),
  );
  return { port, received };
}

const info = (network: string) =>
  answerMessage(encodeAnswer('GetNodeInfo', { default_node_info: { network } }));
const target = (port: number, path: string) => ({ host: '127.0.0.1', port, path, secure: false });

test('a server that answers the requests of a connection in another order gets one for each', async () => {
  const next: Readonly<Record<string, GrpcWebCall>> = {
    GetNodeInfo: 'GetSyncing',
    GetSyncing: 'GetNodeInfo',
  };
  const node = await startNode({}, (call, _, request) => {
    const isFirst = request.socket.remotePort === node.received[0]?.remotePort;
    const other = isFirst && call !== null ? next[call] : undefined;
    return other === undefined ? undefined : answerMessage(encodeAnswer(other, { syncing: true }));
  });
  expect(await probeGrpcWeb(createProbeContext(node.port), 1)).toMatchObject({
    nodeInfo: { result: { network: 'sandbox-1' } },
  });
});

describe('what is requested', () => {
  test('on the first attempt is the info twice, the state and the newest block, on one connection', async () => {
    const { port, received } = await startNode();
    const seen = await probeGrpcWeb(createProbeContext(port), 1);
    expect(received.map(({ call }) => call)).toEqual([
      'GetNodeInfo',
      'GetNodeInfo',
      'GetSyncing',
      'GetLatestBlock',
    ]);
    expect(new Set(received.map(({ remotePort }) => remotePort)).size).toBe(1);
    expect(seen).toMatchObject({
      connection: { address: `127.0.0.1:${port}` },
      secure: false,
      nodeInfo: { kind: 'result', result: { network: 'sandbox-1' }, isText: false },
      secondInfo: { network: 'sandbox-1' },
      syncing: false,
      latestBlock: { height: 1_234, chainId: 'sandbox-1' },
      headProblem: null,
      cors: null,
    });
    expect(seen.phasesMs.firstByte).not.toBeNull();
  });

  test('on later ones is the info alone', async () => {
    const { port, received } = await startNode();
    const seen = await probeGrpcWeb(createProbeContext(port), 2);
    expect(received.map(({ call }) => call)).toEqual(['GetNodeInfo']);
    expect(seen).toMatchObject({
      nodeInfo: { kind: 'result' },
      secondInfo: null,
      syncing: null,
      latestBlock: null,
    });
  });

  test('is gRPC-web below the path of the url, with its query', async () => {
    const { port, received } = await startNode({ path: '/chain/rest' });
    const context = createProbeContext(port, { target: target(port, '/chain/rest?key=1') });
    expect(await probeGrpcWeb(context, 2)).toMatchObject({ nodeInfo: { kind: 'result' } });
    expect(received).toMatchObject([
      {
        method: 'POST',
        url: '/chain/rest/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo?key=1',
        headers: {
          'content-type': 'application/grpc-web+proto',
          accept: 'application/grpc-web+proto',
          'x-grpc-web': '1',
          'content-length': '5',
          'user-agent': 'endpoint-check',
        },
      },
    ]);
  });
});

describe('the required call', () => {
  test('gets a second connection if the server closes after each answer', async () => {
    const close = { headers: { ...info('a-1').headers, connection: 'close' } };
    const { port, received } = await startNode({}, (call) =>
      call === 'GetNodeInfo' ? { ...info('a-1'), ...close } : undefined,
    );
    const seen = await probeGrpcWeb(createProbeContext(port), 1);
    expect(seen).toMatchObject({
      nodeInfo: { result: { network: 'a-1' } },
      secondInfo: null,
      syncing: null,
      latestBlock: { height: 1_234 },
    });
    expect(received.at(-1)?.call).toBe('GetLatestBlock');
  });

  test('gets a second connection if the one with several requests is reset', async () => {
    const { port, received } = await startNode({}, (call, before, request) => {
      if (call === 'GetNodeInfo' && before === 0) request.socket.destroy();
      return undefined;
    });
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { result: { network: 'sandbox-1' } },
      latestBlock: { height: 1_234 },
    });
    expect(new Set(received.map(({ remotePort }) => remotePort)).size).toBe(3);
    // A later attempt sends only one request.
    const later = await startNode({}, (_call, _before, request) => {
      request.socket.destroy();
      return undefined;
    });
    expect(await probeGrpcWeb(createProbeContext(later.port), 2)).toMatchObject({
      nodeInfo: { problem: { code: 'net/reset' } },
    });
  });

  test('that is limited while others are answered is a limit', async () => {
    const { port } = await startNode({}, (call) => (call === 'GetNodeInfo' ? { status: 503 } : undefined));
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { problem: { code: 'net/rate-limited', data: { detail: 'HTTP 503' } } },
      latestBlock: null,
    });
  });

  test.each([{ status: 429 }, { status: 503 }, answerStatus(8)])(
    'that is limited once and answered the second time is answered: %j',
    async (limit) => {
      const { port } = await startNode({}, (call, before) =>
        call === 'GetNodeInfo' && before === 0 ? limit : undefined,
      );
      const seen = await probeGrpcWeb(createProbeContext(port), 1);
      expect(seen.nodeInfo).toMatchObject({ kind: 'result', result: { network: 'sandbox-1' } });
    },
  );

  test('that is refused with nothing answered is that', async () => {
    const { port } = await startNode({}, () => ({ status: 503 }));
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { problem: { code: 'http/upstream-down' } },
    });
    const closed = await use(holdClosedPort());
    expect(await probeGrpcWeb(createProbeContext(closed.port), 1)).toMatchObject({
      connection: null,
      nodeInfo: { problem: { code: 'net/refused' } },
    });
  });

  test('whose own failure is not hidden by the second call', async () => {
    const { port } = await startNode({}, (call, before) =>
      call === 'GetNodeInfo' && before === 0 ? answerFrames() : undefined,
    );
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { problem: { code: 'grpc-web/no-status' } },
    });
  });
});

describe('optional calls', () => {
  test('that fail only leave the head unknown', async () => {
    const { port } = await startNode({}, (call, before) =>
      call === 'GetNodeInfo' && before === 0 ? undefined : answerStatus(12),
    );
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { kind: 'result' },
      secondInfo: null,
      syncing: null,
      latestBlock: null,
      headProblem: { code: 'grpc-web/service-missing' },
    });
  });

  test('tell of another chain, of syncing, and of a block beyond the limit', async () => {
    const large = answerMessage(Buffer.alloc((1 << 20) + 1));
    const { port } = await startNode({ syncing: true }, (call, before) =>
      call === 'GetLatestBlock' ? large : call === 'GetNodeInfo' ? info(`turn-${before}`) : undefined,
    );
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      nodeInfo: { result: { network: 'turn-0' } },
      secondInfo: { network: 'turn-1' },
      syncing: true,
      latestBlock: null,
      headProblem: { code: 'net/response-too-large' },
    });
  });

  test('that are beyond the limit of a body lose nothing else', async () => {
    const { port } = await startNode({}, (call) =>
      call === 'GetLatestBlock' ? answerFrames(formatFrame(0, Buffer.alloc(2 << 20))) : undefined,
    );
    expect(await probeGrpcWeb(createProbeContext(port), 1)).toMatchObject({
      secondInfo: { network: 'sandbox-1' },
      syncing: false,
      headProblem: { code: 'net/response-too-large' },
    });
  });
});

describe('whether pages may use it', () => {
  test.each([
    [true, { allowed: true }],
    [false, { allowed: false, reason: 'the preflight (OPTIONS) is answered with HTTP 501' }],
  ])('if the run requests it: %j', async (cors, expected) => {
    const { port, received } = await startNode({ cors });
    const context = createProbeContext(port, { cors: true });
    expect((await probeGrpcWeb(context, 2)).cors).toEqual(expected);
    const path = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';
    expect(received[1]).toMatchObject({
      method: 'OPTIONS',
      url: path,
      headers: { 'access-control-request-headers': 'content-type,x-grpc-web' },
    });
  });

  test('is not requested from an endpoint that does not answer', async () => {
    const { port, received } = await startNode({ cors: true }, () => ({ status: 429 }));
    expect((await probeGrpcWeb(createProbeContext(port, { cors: true }), 2)).cors).toBeNull();
    expect(received).toHaveLength(1);
  });
});
