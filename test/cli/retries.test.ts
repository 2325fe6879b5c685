import http from 'node:http';
import { describe, expect, test } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { answerHttp, answerStatus, startRawNode } from '../faults/raw-node.js';
import { runForReport } from '../support/command-line.js';
import { use } from '../support/servers.js';

const node = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  startEvmNode({ answer: { status, headers, body: '' } });

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

test('an attempt that the budget cuts short does not replace the result of the attempt before', async () => {
  let requests = 0;
  const server = http.createServer((request, response) => {
    request.resume();
    // The first attempt sends two requests at once; later requests are never answered.
    if (++requests <= 2) response.writeHead(502).end();
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
      return times.length > 2 ? undefined : { status: 429, headers: { 'retry-after': '2' }, body: '' };
    };
    const server = await use(startEvmNode({ answer }));
    const { report } = await runForReport(['evm', `http://localhost:${server.port}`, '--allow-private']);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'pass', attempts: 2 });
    // The first attempt sends two requests at once.
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(1_990);
  });

  test('is not started if it would end after the budget', async () => {
    const server = await use(node(429, { 'retry-after': '5' }));
    const args = ['evm', `http://localhost:${server.port}`, '--allow-private', '--timeout', '4s'];
    const { report } = await runForReport(args);
    expect(report.endpoints[0]).toMatchObject({ verdict: 'inconclusive', attempts: 1 });
  });
});
