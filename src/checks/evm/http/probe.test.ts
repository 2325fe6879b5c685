import http from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { findFreePort } from '../../../../test/support/free-port.js';
import { useInFile } from '../../../../test/support/servers.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';
import { listen } from '../../../sandbox/server.js';
import { longestPauseMs } from '../../http/calls.js';
import { probeEvm } from './probe.js';

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

// Most of these tests wait, so they run together.
const use = useInFile();

/** A node with these answers, which records how many were answered when each request came. */
async function startNode(handle: (call: Call, response: http.ServerResponse) => void) {
  const calls: Call[] = [];
  const answeredBefore: number[] = [];
  let answered = 0;
  let connections = 0;
  const server = http.createServer((request, response) => {
    answeredBefore.push(answered);
    response.on('finish', () => answered++);
    const answerCall = (body: string) => {
      const call = JSON.parse(body) as Call;
      calls.push(call);
      handle(call, response);
    };
    // A client may go away in the middle of its request.
    text(request).then(answerCall, () => undefined);
  });
  // No server of this test closes idle connections.
  server.keepAliveTimeout = 0;
  const closed: Promise<unknown>[] = [];
  server.on('connection', (socket) => {
    connections++;
    // Not by once(), which rejects if the socket has an error.
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  const { port } = await use(listen(server));
  return { port, calls, answeredBefore, server, closed, countConnections: () => connections };
}

/** Answers the block with its method, and an id with 1. */
const answer = ({ id, method }: Call, response: http.ServerResponse) => {
  const result = { eth_chainId: '0x1', net_version: '1' }[method] ?? method;
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
};

const block = { kind: 'result', result: 'eth_getBlockByNumber' };
const chainId = { kind: 'result', result: '0x1' };

describe.concurrent('the latest block and the chain id are requested', () => {
  test('at once on the first attempt', async () => {
    let first: (() => void) | null = null;
    const node = await startNode((call, response) => {
      if (call.id === 1) first = () => answer(call, response);
      else {
        answer(call, response);
        if (call.id === 3) first?.();
      }
    });
    const observation = await probeEvm(createProbeContext(node.port), 1);
    expect(observation).toMatchObject({
      secure: false,
      block,
      chainId,
      secondChainId: chainId,
      networkId: null,
    });
    expect(node.calls).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] },
      { jsonrpc: '2.0', id: 2, method: 'eth_chainId', params: [] },
      { jsonrpc: '2.0', id: 3, method: 'eth_chainId', params: [] },
    ]);
    expect(node.answeredBefore).toEqual([0, 0, 0]);
    expect(node.countConnections()).toBe(1);
  });

  test('one after the other on later attempts', async () => {
    const node = await startNode(answer);
    expect(await probeEvm(createProbeContext(node.port), 2)).toMatchObject({ block, chainId });
    expect(node.answeredBefore).toEqual([0, 1]);
    expect(node.countConnections()).toBe(1);
  });

  test('the chain id only if there is a block', async () => {
    const node = await startNode((_call, response) => response.writeHead(403).end());
    const observation = await probeEvm(createProbeContext(node.port), 2);
    expect(observation).toMatchObject({ block: { problem: { code: 'http/forbidden' } }, chainId: null });
    expect(node.calls).toHaveLength(1);
  });
});

describe.concurrent(
  'a server that closes the connection after each answer gets a connection for each request',
  () => {
    test.each([1, 2])('attempt %i', async (attempt) => {
      const node = await startNode((call, response) => {
        response.setHeader('connection', 'close');
        answer(call, response);
      });
      expect(await probeEvm(createProbeContext(node.port), attempt)).toMatchObject({ block, chainId });
      expect(node.countConnections()).toBe(2);
    });

    test('also if the system resets the connection with the other requests, before the first answer is received', async () => {
      const node = await startNode((call, response) => {
        if (node.countConnections() === 1) response.socket?.resetAndDestroy();
        else answer(call, response);
      });
      expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({ block, chainId });
      const resetting = await startNode((_call, response) => response.socket?.resetAndDestroy());
      expect(await probeEvm(createProbeContext(resetting.port), 1)).toMatchObject({
        block: { kind: 'problem', problem: { code: 'net/reset' } },
      });
    });

    test('a failure of the second request is that of the chain id', async () => {
      const node = await startNode((call, response) => {
        node.server.close();
        response.setHeader('connection', 'close');
        answer(call, response);
      });
      const observation = await probeEvm(createProbeContext(node.port), 1);
      expect(observation).toMatchObject({
        block,
        chainId: { kind: 'problem', problem: { code: 'net/refused' } },
      });
    });

    test('not if the chain id failed otherwise, or the budget is used up', async () => {
      const broken = await startNode((call, response) =>
        call.id === 1 ? answer(call, response) : response.writeHead(500).end(),
      );
      const observation = await probeEvm(createProbeContext(broken.port), 1);
      expect(observation).toMatchObject({ block, chainId: { problem: { code: 'http/status' } } });
      expect(broken.calls.map(({ method }) => method).slice(1)).toEqual([
        ...Array<string>(3).fill('eth_chainId'),
        'net_version',
      ]);

      const ending = new AbortController();
      const late = await startNode((call, response) =>
        call.id === 1 ? answer(call, response) : ending.abort(),
      );
      const cut = await probeEvm(createProbeContext(late.port, { signal: ending.signal, budgetMs: 700 }), 2);
      expect(cut).toMatchObject({ block, chainId: { problem: { code: 'net/response-timeout' } } });
      expect(late.countConnections()).toBe(1);
    });
  },
);

test.concurrent(
  'a node that reads one request per connection gets a second connection for the chain id',
  async () => {
    const answered = new Set<unknown>();
    const node = await startNode((call, response) => {
      // And is silent on the connection afterwards.
      if (answered.has(response.socket)) return;
      answered.add(response.socket);
      answer(call, response);
    });
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({
      block,
      chainId,
      networkId: null,
    });
  },
);

describe.concurrent('a node without a valid chain id gets a request for its network id', () => {
  test.each<[string, (call: Call, response: http.ServerResponse) => void, object]>([
    [
      'that answers HTTP 500',
      (_, response) => response.writeHead(500).end(),
      { problem: { code: 'http/status' } },
    ],
    [
      'that answers null',
      ({ id }, response) => response.end(JSON.stringify({ jsonrpc: '2.0', id, result: null })),
      { kind: 'result', result: null },
    ],
    // For as long as on the first connection, not as on a new one.
    [
      'that does not answer',
      () => undefined,
      { problem: { code: 'net/response-timeout', data: { limitMs: longestPauseMs } } },
    ],
  ])('one %s', async (_name, refuse, refused) => {
    const node = await startNode((call, response) =>
      call.method === 'eth_chainId' ? refuse(call, response) : answer(call, response),
    );
    const observation = await probeEvm(createProbeContext(node.port), 1);
    expect(observation).toMatchObject({
      block,
      chainId: refused,
      secondChainId: null,
      networkId: { kind: 'result', result: '1' },
    });
    expect(node.calls.at(-1)?.method).toBe('net_version');
  });

  test('not one whose failure passes', async () => {
    let failures = 0;
    const node = await startNode((call, response) =>
      call.method === 'eth_chainId' && ++failures <= 2
        ? response.writeHead(502).end()
        : answer(call, response),
    );
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({ chainId, networkId: null });
  });

  test('not one that limits requests', async () => {
    const node = await startNode((call, response) =>
      call.method === 'eth_chainId' ? response.writeHead(429).end() : answer(call, response),
    );
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({ networkId: null });
  });
});

test.concurrent('a chain id that changes between two answers is observed', async () => {
  const node = await startNode(({ id, method }, response) => {
    const result = method === 'eth_chainId' ? `0x${id}` : method;
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({
    chainId: { result: '0x2' },
    secondChainId: { result: '0x3' },
  });
});

describe.concurrent('a chain id that is refused after the answer to the block', () => {
  test.each([429, 503])('with HTTP %i is requested again, a second later', async (status) => {
    const cameAt: number[] = [];
    const node = await startNode((call, response) => {
      if (call.id === 2) cameAt.push(performance.now());
      if (cameAt.length === 1) response.writeHead(status).end();
      else answer(call, response);
    });
    expect(await probeEvm(createProbeContext(node.port), 2)).toMatchObject({ block, chainId });
    const [first = 0, second = 0] = cameAt;
    expect(second - first).toBeGreaterThan(990);
  });

  test.each([429, 503])('with HTTP %i each time is a rate limit', async (status) => {
    const node = await startNode((call, response) =>
      call.id === 1 ? answer(call, response) : response.writeHead(status).end(),
    );
    const problem = { code: 'net/rate-limited', data: { detail: `HTTP ${status}` } };
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({ block, chainId: { problem } });
    expect(node.calls.map(({ id }) => id)).toEqual([1, 2, 3, 2]);
  });

  test.each([
    ['a refusal', (response: http.ServerResponse) => response.writeHead(403).end()],
    ['a reset', (response: http.ServerResponse) => response.destroy()],
    ['another limit', (response: http.ServerResponse) => response.writeHead(429).end()],
  ])('is still a rate limit if %s follows', async (_, follow) => {
    let limited = 0;
    const node = await startNode((call, response) => {
      if (call.id === 1) answer(call, response);
      else if (limited++ === 0) response.writeHead(429).end();
      else follow(response);
    });
    expect(await probeEvm(createProbeContext(node.port), 2)).toMatchObject({
      block,
      chainId: { problem: { code: 'net/rate-limited', data: { detail: 'HTTP 429' } } },
    });
    expect(limited).toBe(2);
  });

  test('is requested again even if the server closes the connection after each answer', async () => {
    let limited = 0;
    const node = await startNode((call, response) => {
      response.setHeader('connection', 'close');
      if (call.id === 2 && limited++ === 0) response.writeHead(503).end();
      else answer(call, response);
    });
    expect(await probeEvm(createProbeContext(node.port), 2)).toMatchObject({ block, chainId });
    expect(limited).toBe(2);
  });

  test.each([
    ['2', 2],
    ['60', 1],
  ])('is requested again after Retry-After, or not at all: %s s', async (seconds, requests) => {
    const cameAt: number[] = [];
    const node = await startNode((call, response) => {
      if (call.id === 2) cameAt.push(performance.now());
      if (cameAt.length === 1) response.writeHead(429, { 'retry-after': seconds }).end();
      else answer(call, response);
    });
    await probeEvm(createProbeContext(node.port), 2);
    expect(cameAt).toHaveLength(requests);
    const [first = 0, second = Infinity] = cameAt;
    expect(second - first).toBeGreaterThan(1_990);
  });

  test('is waited for no longer than the budget lasts', async () => {
    const ending = new AbortController();
    const end = async () => {
      // Time for the limit to be read, in turns of the loop too: after a stall, timers come before what is to be read.
      await sleep(100);
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      ending.abort();
    };
    const node = await startNode((call, response) => {
      if (call.id !== 2) return answer(call, response);
      response.writeHead(429, { 'retry-after': '4' }).end();
      void end();
    });
    const observation = await probeEvm(createProbeContext(node.port, { signal: ending.signal }), 2);
    expect(observation).toMatchObject({ block, chainId: { problem: { code: 'net/rate-limited' } } });
    expect(node.calls).toHaveLength(2);
  });
});

describe.concurrent('a server that confuses the requests of a connection gets one for each', () => {
  test.each<[string, (call: Call, response: http.ServerResponse) => void]>([
    [
      'by answers in another order',
      ({ id, params }, response) => {
        const method = id === 3 ? 'eth_getBlockByNumber' : 'eth_chainId';
        answer({ id: (id % 3) + 1, method, params }, response);
      },
    ],
    ['by HTTP 400', (_, response) => response.writeHead(400).end()],
  ])('%s', async (_, confuse) => {
    const node = await startNode((call, response) => {
      (node.countConnections() === 1 ? confuse : answer)(call, response);
    });
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({
      block,
      chainId,
      networkId: null,
    });
  });
});

describe.concurrent('a block beyond the limit', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const transactions = Array<string>(32_000).fill(hash);
  const answerWith = (result: unknown) => (call: Call, response: http.ServerResponse) => {
    if (call.method === 'eth_getBlockByNumber')
      response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result }));
    else answer(call, response);
  };

  test.each([1, 2])('is still a block, and the chain id is requested: attempt %i', async (attempt) => {
    const header = { number: '0x10', hash, timestamp: '0x6b02d940' };
    const node = await startNode(answerWith({ ...header, transactions }));
    expect(await probeEvm(createProbeContext(node.port), attempt)).toMatchObject({
      block: { kind: 'result', result: header, limitBytes: 2 << 20 },
      chainId,
    });
  });

  test('is none if it does not begin as one', async () => {
    const node = await startNode(answerWith('x'.repeat(3 << 20)));
    expect(await probeEvm(createProbeContext(node.port), 1)).toMatchObject({
      block: { problem: { code: 'net/response-too-large' } },
      chainId: null,
    });
  });
});

describe.concurrent('CORS is checked once the block is there', () => {
  /** A node that lets pages of all origins post JSON. */
  const startOpenNode = async () => {
    const requests: string[] = [];
    const server = http.createServer((request, response) => {
      requests.push(`${request.method ?? ''} ${request.headers.origin ?? 'without an origin'}`);
      response.setHeader('access-control-allow-origin', '*');
      if (request.method === 'OPTIONS') {
        response.writeHead(204, { 'access-control-allow-headers': 'Content-Type' }).end();
        return;
      }
      text(request).then(
        (body) => answer(JSON.parse(body) as Call, response),
        () => undefined,
      );
    });
    const { port } = await use(listen(server));
    return { port, requests };
  };

  test('by a preflight and the request itself', async () => {
    const { port, requests } = await startOpenNode();
    const observation = await probeEvm(createProbeContext(port, { cors: true }), 2);
    expect(observation).toMatchObject({ block, chainId, cors: { allowed: true } });
    const origin = 'https://example.com';
    expect(requests.slice(2)).toEqual([`OPTIONS ${origin}`, `POST ${origin}`]);
  });

  test('not unless the run requests it', async () => {
    const { port, requests } = await startOpenNode();
    expect(await probeEvm(createProbeContext(port), 2)).toMatchObject({ cors: null });
    expect(requests).toEqual(['POST without an origin', 'POST without an origin']);
  });

  test('not without a block', async () => {
    const node = await startNode((_call, response) => response.writeHead(403).end());
    expect(await probeEvm(createProbeContext(node.port, { cors: true }), 2)).toMatchObject({ cors: null });
    expect(node.calls).toHaveLength(1);
  });
});

describe.concurrent('connection and phases are reported', () => {
  test('of a connection', async () => {
    const { port } = await use(startEvmNode());
    const { connection, phasesMs } = await probeEvm(createProbeContext(port), 1);
    expect(connection).toMatchObject({ address: `127.0.0.1:${port}`, certificateExpiresAt: null });
    expect([phasesMs.connect, phasesMs.firstByte]).not.toContain(null);
  });

  test('without a connection', async () => {
    const port = await findFreePort();
    const target = { host: '127.0.0.1', port, path: '/', secure: true };
    expect(await probeEvm(createProbeContext(port, { target }), 1)).toMatchObject({
      connection: null,
      secure: true,
      block: { kind: 'problem', problem: { code: 'net/refused' } },
      chainId: null,
    });
  });

  test('and every connection is closed', async () => {
    const node = await startNode(answer);
    await probeEvm(createProbeContext(node.port), 1);
    await Promise.all(node.closed);
    const closing = await startNode((call, response) => {
      // The server ends the first connection with the answer to the block, and leaves the second to the probe.
      if (call.id === 1) response.setHeader('connection', 'close');
      answer(call, response);
    });
    await probeEvm(createProbeContext(closing.port), 2);
    expect(closing.closed).toHaveLength(2);
    await Promise.all(closing.closed);
  });
});
