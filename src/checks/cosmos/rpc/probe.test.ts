import type http from 'node:http';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../test/support/free-port.js';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { sendJson, startRecordingServer } from '../../../../test/support/recording-server.js';
import { use } from '../../../../test/support/servers.js';
import { createResults, startRpcNode } from '../../../sandbox/rpc-node.js';
import { probeRpc } from './probe.js';

const results = createResults();

/** Answers a route as a node does; the root has the status, which is posted there. */
function answer(path: string, response: http.ServerResponse): void {
  sendJson(response, { jsonrpc: '2.0', id: -1, result: results[path === '/' ? 'status' : path.slice(1)] });
}

const result = { kind: 'result', node: { chainId: 'sandbox-1', moniker: 'sandbox' } };

describe('the status is requested', () => {
  test('by GET and POST at once on the first attempt, on one connection', async () => {
    let first: (() => void) | null = null;
    const node = await startRecordingServer((path, response) => {
      if (first === null) first = () => answer(path, response);
      else {
        answer(path, response);
        first();
      }
    });
    expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({
      secure: false,
      node: result,
      second: { node: { chainId: 'sandbox-1' } },
      refusal: null,
      redirect: null,
      cors: null,
    });
    expect([node.requests, node.answeredBefore]).toEqual([
      ['GET /status', 'POST /'],
      [0, 0],
    ]);
    expect(node.countConnections()).toBe(1);
    await node.whenClosed();
  });

  test('by one after the other on later attempts', async () => {
    const node = await startRecordingServer(answer);
    expect(await probeRpc(createProbeContext(node.port), 2)).toMatchObject({
      node: result,
      second: { node: { chainId: 'sandbox-1' } },
    });
    expect([node.requests, node.answeredBefore]).toEqual([
      ['GET /status', 'POST /'],
      [0, 1],
    ]);
  });

  test('below the path of the url, its query last', async () => {
    const node = await startRecordingServer((_, response) => answer('/status', response));
    const target = { host: '127.0.0.1', port: node.port, path: '/chain/rpc?key=a', secure: false };
    expect(await probeRpc(createProbeContext(node.port, { target }), 2)).toMatchObject({ node: result });
    expect(node.requests).toEqual(['GET /chain/rpc/status?key=a', 'POST /chain/rpc?key=a']);
  });
});

test('a server that confuses the requests of a connection gets one for each', async () => {
  const node = await startRecordingServer((path, response) => {
    if (node.countConnections() === 1) sendJson(response, { jsonrpc: '2.0', id: -1, result: {} });
    else answer(path, response);
  });
  expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({ node: result });
});

test('a chain id that changes between two answers is observed', async () => {
  let count = 0;
  const { port } = await use(
    startRpcNode({
      answer: () => {
        const { status } = createResults({ network: `chain-${++count}` });
        return { body: JSON.stringify({ jsonrpc: '2.0', id: -1, result: status }) };
      },
    }),
  );
  expect(await probeRpc(createProbeContext(port), 1)).toMatchObject({
    node: { node: { chainId: 'chain-1' } },
    second: { node: { chainId: 'chain-2' } },
  });
});

test.each([429, 503])(
  'a first request that is limited (HTTP %i) is decided by the second',
  async (status) => {
    let count = 0;
    const node = await startRecordingServer((path, response) => {
      if (++count === 1) response.writeHead(status).end();
      else answer(path, response);
    });
    expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({
      node: result,
      refusal: null,
    });
    expect(node.requests).toHaveLength(2);
  },
);

test('if the system resets the connection with the second request, each gets a connection', async () => {
  const node = await startRecordingServer((path, response) => {
    if (node.countConnections() === 1) response.socket?.resetAndDestroy();
    else answer(path, response);
  });
  expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({
    node: result,
    second: { kind: 'result' },
    refusal: null,
  });
  const resetting = await startRecordingServer((_, response) => response.socket?.resetAndDestroy());
  expect(await probeRpc(createProbeContext(resetting.port), 1)).toMatchObject({
    node: { problem: { code: 'net/reset' } },
  });
});

describe('the newest block tells the chain and its head if the status is refused', () => {
  const refusals: readonly (readonly [string, (response: http.ServerResponse) => void])[] = [
    ['HTTP 403', (response) => response.writeHead(403).end()],
    ['HTTP 404', (response) => response.writeHead(404).end()],
    ['HTTP 405', (response) => response.writeHead(405).end()],
    [
      'error -32601',
      (response) => sendJson(response, { jsonrpc: '2.0', id: -1, error: { code: -32601, message: 'no' } }),
    ],
    [
      'an error with HTTP 500',
      (response) =>
        sendJson(
          response,
          { jsonrpc: '2.0', id: -1, error: { code: -32603, message: 'Internal error' } },
          500,
        ),
    ],
  ];

  test.each(refusals)('with %s', async (_, refuse) => {
    for (const attempt of [1, 2]) {
      const node = await startRecordingServer((path, response) =>
        ['/', '/status'].includes(path) ? refuse(response) : answer(path, response),
      );
      const observation = await probeRpc(createProbeContext(node.port), attempt);
      const { head } = { head: { height: 1_234 } };
      expect(observation).toMatchObject({
        node: { kind: 'result', node: { chainId: 'sandbox-1', isCatchingUp: null, head } },
        second: null,
      });
      expect(observation.refusal).toMatchObject({ code: 'rpc/status-unavailable' });
      expect(node.requests).toEqual(['GET /status', 'POST /', 'GET /block']);
    }
  });

  test('also if the server closes after each answer', async () => {
    const node = await startRecordingServer((path, response) => {
      response.setHeader('connection', 'close');
      if (path !== '/block') response.writeHead(403).end();
      else answer(path, response);
    });
    expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({ node: { kind: 'result' } });
  });

  test('also if the POST, which was sent with the GET, is not answered', async () => {
    const node = await startRecordingServer((path, response) => {
      if (path === '/status') response.writeHead(403).end();
      else if (path !== '/') answer(path, response);
    });
    expect(await probeRpc(createProbeContext(node.port), 1)).toMatchObject({ node: { kind: 'result' } });
    expect(node.countConnections()).toBe(2);
  });

  test('only its header if the block is beyond the limit', async () => {
    const node = await startRecordingServer((path, response) => {
      if (path === '/block') response.end(Buffer.alloc(3 << 20, 0x20));
      else if (path !== '/commit') response.writeHead(403).end();
      else answer(path, response);
    });
    expect(await probeRpc(createProbeContext(node.port), 2)).toMatchObject({
      node: { kind: 'result', node: { chainId: 'sandbox-1', head: { height: 1_234 } } },
    });
    expect(node.requests).toEqual(['GET /status', 'POST /', 'GET /block', 'GET /commit']);
  });

  test.each<[string, number, string]>([
    ['HTTP 403 to both is a refusal', 403, 'http/forbidden'],
    ['a limit after it proves nothing', 429, 'net/rate-limited'],
    ['a proxy whose node is down may pass', 503, 'http/upstream-down'],
  ])('%s', async (_, status, code) => {
    const node = await startRecordingServer((path, response) =>
      response.writeHead(path === '/block' ? status : 403).end(),
    );
    expect(await probeRpc(createProbeContext(node.port), 2)).toMatchObject({
      node: { problem: { code } },
      refusal: null,
    });
  });

  test('not if a bot protection or a limit refuses it', async () => {
    for (const headers of [{ 'cf-mitigated': 'challenge' }, {}]) {
      const status = 'cf-mitigated' in headers ? 403 : 429;
      const node = await startRecordingServer((_, response) => response.writeHead(status, headers).end());
      await probeRpc(createProbeContext(node.port), 2);
      expect(node.requests).toEqual(['GET /status']);
    }
  });
});

test('an address without a listener is a refused connection', async () => {
  const port = await findFreePort();
  expect(await probeRpc(createProbeContext(port), 1)).toMatchObject({
    connection: null,
    node: { problem: { code: 'net/refused' } },
  });
});

test('CORS is checked once the status is there, at the route that answers', async () => {
  const node = await startRecordingServer((path, response, request) => {
    if (path !== '/block') response.writeHead(403).end();
    else {
      if (request.headers.origin !== undefined) response.setHeader('access-control-allow-origin', '*');
      answer(path, response);
    }
  });
  const context = createProbeContext(node.port, { cors: true });
  expect(await probeRpc(context, 2)).toMatchObject({ cors: { allowed: true } });
  expect(node.requests).toEqual(['GET /status', 'POST /', 'GET /block', 'GET /block']);
  const broken = await startRecordingServer((_, response) => response.writeHead(500).end());
  const without = createProbeContext(broken.port, { cors: true });
  expect(await probeRpc(without, 2)).toMatchObject({ cors: null });
});
