import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
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

const nodeInfo = encode('GetNodeInfo', { default_node_info: { network: 'sandbox-1' } });
const toQuantity = (value: number) => `0x${Math.trunc(value).toString(16)}`;

describe('transient failures are retried, and nothing else', () => {
  test.each([
    [429, 3],
    [502, 3],
    [503, 3],
    [504, 3],
    [301, 1],
    [401, 1],
    [403, 1],
    [404, 1],
    [500, 1],
  ])('EVM: HTTP %i is probed %i times', async (status, attempts) => {
    const server = await use(node(status));
    const { report } = await runForReport(['evm', `http://localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]?.attempts).toBe(attempts);
  });

  test.each([
    ['status 14', 3, answerStatus(14)],
    ['status 8', 3, answerStatus(8)],
    ['HTTP 503', 3, answerHttp(503)],
    ['status 12', 1, answerStatus(12)],
    ['status 13', 1, answerStatus(13)],
    ['status 16', 1, answerStatus(16)],
    ['HTTP 404', 1, answerHttp(404)],
    ['a web page', 1, answerHttp(200, '<html>')],
  ])('gRPC: %s is probed %i times', async (_name, attempts, all) => {
    const server = await use(startRawNode({ all }));
    const { report } = await runForReport(['grpc', `localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]?.attempts).toBe(attempts);
  });
});

describe('a node that answers with a transient error at first passes', () => {
  const latestBlock = {
    number: '0x1',
    hash: `0x${'ab'.repeat(32)}`,
    timestamp: toQuantity(Date.now() / 1_000),
  };
  test.each([
    [19, 'Temporary internal error. Please retry'],
    [-32603, 'internal error'],
    [-32000, 'request timed out'],
  ])('EVM: error %i', async (code, message) => {
    let calls = 0;
    const answer = (body: string) => {
      const { id, method } = JSON.parse(body) as { id: number; method: string };
      const result = method === 'eth_chainId' ? '0x1' : latestBlock;
      const reply = ++calls > 3 ? { result } : { error: { code, message } };
      return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, ...reply }) };
    };
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
  });

  test.each([
    [4, 'Deadline Exceeded'],
    [10, 'aborted'],
    [2, 'post failed: Post "http://127.0.0.1:26657": dial tcp 127.0.0.1:26657: connect: connection refused'],
  ])('gRPC: status %i', async (status, details) => {
    let calls = 0;
    const GetNodeInfo: Answer = (stream) =>
      (++calls > 1 ? answerWith(nodeInfo) : answerStatus(status, details))(stream);
    const server = await use(startRawNode({ answers: { GetNodeInfo } }));
    const { report } = await runForReport(['grpc', `localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
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
  const args = ['evm', `http://localhost:${port}`, '--allow-private', '--timeout', '1500ms'];
  const { report } = await runForReport(args);
  expect(report.endpoints[0]).toMatchObject({ verdict: 'fail', attempts: 2 });
  expect(report.findings.map(({ rule }) => rule)).toEqual(['http/upstream-down']);
});

describe('an endpoint that was rate limited before', () => {
  test('stays rate limited when it then answers as a proxy whose node is down', async () => {
    let answers = 0;
    // The first attempt sends two requests at once.
    const answer = () => ({ status: ++answers > 2 ? 503 : 429, headers: {}, body: '' });
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'inconclusive', attempts: 3 });
    expect(report.findings.map(({ rule }) => rule)).toEqual(['net/rate-limited']);
  });
});

describe('Retry-After', () => {
  test('is honoured', async () => {
    const times: number[] = [];
    const answer = () => {
      times.push(performance.now());
      return times.length > 3 ? undefined : { status: 429, headers: { 'retry-after': '2' }, body: '' };
    };
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
    // The first attempt sends three requests at once.
    expect((times[3] ?? 0) - (times[2] ?? 0)).toBeGreaterThanOrEqual(1_990);
  });

  test('is not started if it would end after the budget', async () => {
    const server = await use(node(429, { 'retry-after': '5' }));
    const args = ['evm', `http://localhost:${server.port}`, '--allow-private', '--timeout', '4s'];
    const { report } = await runForReport(args);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'inconclusive', attempts: 1 });
  });
});
