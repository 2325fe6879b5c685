import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import {
  type Answer,
  answerHttp,
  answerStatus,
  answerWith,
  encode,
  startRawNode,
} from '../faults/raw-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';

const node = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  startEvmNode({ answer: { status, headers, body: '' } });

/** Checks the nodes in one process, all at once, and resolves to the result of each, by its name. */
async function checkAll(kind: 'grpc' | 'evm', nodes: Readonly<Record<string, Promise<SandboxServer>>>) {
  const servers = await Promise.all(Object.values(nodes).map(use));
  const urls = servers.map(({ port }) =>
    kind === 'grpc' ? `localhost:${port}` : `http://localhost:${port}`,
  );
  const { report } = await runForReport([kind, ...urls, '--allow-private', '--per-host', '20']);
  return Object.fromEntries(
    Object.keys(nodes).map((name, at) => {
      const { verdict, attempts } = report.endpoints[at] ?? {};
      return [name, { verdict, attempts }];
    }),
  );
}

describe('only transient failures are retried', () => {
  const limited = { verdict: 'inconclusive', attempts: 3 };
  const retried = { verdict: 'fail', attempts: 3 };
  const definite = { verdict: 'fail', attempts: 1 };

  test('of EVM nodes', async () => {
    const nodes = Object.fromEntries(
      [429, 502, 503, 504, 301, 401, 403, 404, 500].map((status) => [`HTTP ${status}`, node(status)]),
    );
    expect(await checkAll('evm', nodes)).toEqual({
      'HTTP 429': limited,
      'HTTP 502': retried,
      'HTTP 503': retried,
      'HTTP 504': retried,
      'HTTP 301': definite,
      'HTTP 401': definite,
      'HTTP 403': definite,
      'HTTP 404': definite,
      'HTTP 500': { verdict: 'fail', attempts: 3 },
    });
  });

  test('of gRPC nodes', async () => {
    const answers = {
      'status 14': answerStatus(14),
      'status 8': answerStatus(8),
      'HTTP 503': answerHttp(503),
      'status 12': answerStatus(12),
      'status 13': answerStatus(13),
      'status 16': answerStatus(16),
      'HTTP 404': answerHttp(404),
      'a web page': answerHttp(200, '<html>'),
    };
    const nodes = Object.entries(answers).map(([name, all]) => [name, startRawNode({ all })] as const);
    expect(await checkAll('grpc', Object.fromEntries(nodes))).toEqual({
      'status 14': retried,
      'status 8': limited,
      'HTTP 503': retried,
      'status 12': definite,
      'status 13': definite,
      'status 16': definite,
      'HTTP 404': definite,
      'a web page': definite,
    });
  });
});

describe('a node that answers with a transient error at first passes', () => {
  const passed = { verdict: 'pass', attempts: 2 };
  const timestamp = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;
  const latestBlock = { number: '0x1', hash: `0x${'ab'.repeat(32)}`, timestamp };
  const nodeInfo = encode('GetNodeInfo', { default_node_info: { network: 'sandbox-1' } });

  test('of EVM', async () => {
    const fail = (code: number, message: string) => {
      let calls = 0;
      const answer = (body: string) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const result = method === 'eth_chainId' ? '0x1' : latestBlock;
        // The first attempt sends three requests at once.
        const reply = ++calls > 3 ? { result } : { error: { code, message } };
        return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...reply }) };
      };
      return startEvmNode({ answer });
    };
    const nodes = {
      'error 19': fail(19, 'Temporary internal error. Please retry'),
      'error -32603': fail(-32603, 'internal error'),
      'a time-out': fail(-32000, 'request timed out'),
    };
    expect(await checkAll('evm', nodes)).toEqual({
      'error 19': passed,
      'error -32603': passed,
      'a time-out': passed,
    });
  });

  test('of gRPC', async () => {
    const fail = (status: number, details: string) => {
      let calls = 0;
      const GetNodeInfo: Answer = (stream) =>
        (++calls > 1 ? answerWith(nodeInfo) : answerStatus(status, details))(stream);
      return startRawNode({ answers: { GetNodeInfo } });
    };
    const dial = 'dial tcp 127.0.0.1:26657: connect: connection refused';
    const nodes = {
      DEADLINE_EXCEEDED: fail(4, 'Deadline Exceeded'),
      ABORTED: fail(10, 'aborted'),
      'a restart': fail(2, `post failed: Post "http://127.0.0.1:26657": ${dial}`),
    };
    expect(await checkAll('grpc', nodes)).toEqual({
      DEADLINE_EXCEEDED: passed,
      ABORTED: passed,
      'a restart': passed,
    });
  });
});

test('an attempt that the budget cuts short does not replace the result of the attempt before', async () => {
  let requests = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    // The first attempt sends three requests at once; later requests are never answered.
    if (++requests <= 3) response.writeHead(502).end();
  });
  const { port } = await use(listen(server));
  const args = [
    'evm',
    `http://localhost:${port}`,
    '--allow-private',
    '--timeout',
    '1500ms',
    '--retries',
    '1',
  ];
  const { report } = await runForReport(args);
  expect(report.endpoints[0]).toMatchObject({ verdict: 'fail', attempts: 2 });
  expect(report.findings.map(({ rule }) => rule)).toEqual(['http/upstream-down']);
});

describe('an endpoint that was rate limited before', () => {
  test('stays rate limited when it then answers as a proxy whose node is down', async () => {
    let answers = 0;
    // The first attempt sends three requests at once.
    const answer = () => ({ status: ++answers > 3 ? 503 : 429, headers: {}, body: '' });
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://127.0.0.1:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['net/rate-limited']);
  });
});

describe('Retry-After', () => {
  test('is honoured', async () => {
    const times: number[] = [];
    const answer = () => {
      times.push(performance.now());
      return times.length > 4 ? undefined : { status: 429, headers: { 'retry-after': '2' }, body: '' };
    };
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://127.0.0.1:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
    // The first attempt sends four requests at once.
    // The server may notice the first attempt late, on a busy machine.
    expect((times[4] ?? 0) - (times[3] ?? 0)).toBeGreaterThanOrEqual(1_500);
  });

  test('is not started if it would end after the budget', async () => {
    const server = await use(node(429, { 'retry-after': '5' }));
    const args = ['evm', `http://127.0.0.1:${server.port}`, '--allow-private', '--timeout', '4s'];
    const { report } = await runForReport(args);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'inconclusive', attempts: 1 });
  });
});

/** A node behind a network that does something to the first connection; others lead to a port by their first bytes. */
async function startLossy(lose: (socket: net.Socket) => void, choosePort: (head: Buffer) => number) {
  let connections = 0;
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (head: Buffer) => {
      connections += 1;
      if (connections === 1) {
        lose(socket);
        return;
      }
      const behind = net.connect(choosePort(head), '127.0.0.1', () => behind.write(head));
      behind.on('error', () => socket.destroy());
      socket.once('close', () => behind.destroy());
      socket.pipe(behind).pipe(socket);
    });
  });
  return use(listen(server));
}

describe('a node of two kinds is not another one because a network lost one connection', () => {
  test.each([
    ['keeps silent', () => undefined],
    ['breaks', (socket: net.Socket) => void socket.resetAndDestroy()],
  ])('an EVM node over a websocket and by POST, to which a connection %s', async (_, lose) => {
    const [socket, post] = await Promise.all([use(startEvmWebSocket()), use(startEvmNode())]);
    const { port } = await startLossy(
      lose,
      (head) => (head.toString().startsWith('GET') ? socket : post).port,
    );
    const { report } = await runForReport(['evm-ws', `ws://localhost:${port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
  });

  test('an EVM node with gRPC at the same port, for which a proxy answers HTTP 502', async () => {
    const [grpc, evm] = await Promise.all([use(startCosmosNode()), use(startEvmNode())]);
    const { port } = await startLossy(
      (socket) => void socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'),
      (head) => (head.toString().startsWith('PRI') ? grpc : evm).port,
    );
    const { report } = await runForReport(['evm', `http://localhost:${port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
  });
});
