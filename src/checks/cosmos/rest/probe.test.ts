import type http from 'node:http';
import { describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../test/support/free-port.js';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { sendJson, startRecordingServer } from '../../../../test/support/recording-server.js';
import { createAnswers } from '../../../sandbox/rest-node.js';
import { probeRest } from './probe.js';

const answers = createAnswers();
const service = '/cosmos/base/tendermint/v1beta1/';
const nameRoute = (path: string) => path.split(service)[1] ?? path;

/** Answers a route as a node does. */
function answer(path: string, response: http.ServerResponse): void {
  const value = answers[nameRoute(path)];
  if (value === undefined) sendJson(response, { code: 12, message: 'Not Implemented', details: [] }, 501);
  else sendJson(response, value);
}

/** A node with other answers for these routes. */
function startNode(
  otherwise: Readonly<Record<string, (response: http.ServerResponse, count: number) => void>> = {},
) {
  const counts = new Map<string, number>();
  return startRecordingServer((path, response) => {
    const route = nameRoute(path);
    const count = (counts.get(route) ?? 0) + 1;
    counts.set(route, count);
    const replaced = otherwise[route];
    if (replaced === undefined) answer(path, response);
    else replaced(response, count);
  });
}

const nodeInfo = { kind: 'result', value: { chainId: 'sandbox-1' } };
const block = { kind: 'result', value: { chainId: 'sandbox-1', height: 1_234 } };
const refuse = (status: number) => (response: http.ServerResponse) => response.writeHead(status).end();
const tooLarge = (response: http.ServerResponse) => response.end(Buffer.alloc(3 << 20, 0x20));

describe('node_info and the newest block are requested', () => {
  test('at once on the first attempt, with the state of syncing', async () => {
    const waiting: (() => void)[] = [];
    const node = await startRecordingServer((path, response) => {
      waiting.push(() => answer(path, response));
      if (waiting.length === 3) for (const send of waiting) send();
    });
    expect(await probeRest(createProbeContext(node.port), 1)).toMatchObject({
      secure: false,
      problem: null,
      nodeInfo,
      block,
      syncing: false,
      redirect: null,
      cors: null,
    });
    const routes = ['node_info', 'syncing', 'blocks/latest'].map((route) => `GET ${service}${route}`);
    expect([node.requests, node.answeredBefore]).toEqual([routes, [0, 0, 0]]);
    expect(node.countConnections()).toBe(1);
    await node.whenClosed();
  });

  test('one after the other on later attempts', async () => {
    const node = await startNode();
    expect(await probeRest(createProbeContext(node.port), 2)).toMatchObject({
      nodeInfo,
      block,
      syncing: null,
    });
    expect(node.answeredBefore).toEqual([0, 1]);
    expect(node.countConnections()).toBe(1);
  });

  test('below the path of the url, its query last', async () => {
    const node = await startNode();
    const target = { host: '127.0.0.1', port: node.port, path: '/a/rest?key=b', secure: false };
    await probeRest(createProbeContext(node.port, { target }), 2);
    expect(node.requests[0]).toBe(`GET /a/rest${service}node_info?key=b`);
  });
});

describe('a server that closes the connection after each answer gets a connection for each request', () => {
  test.each([1, 2])('attempt %i', async (attempt) => {
    const node = await startRecordingServer((path, response) => {
      response.setHeader('connection', 'close');
      answer(path, response);
    });
    expect(await probeRest(createProbeContext(node.port), attempt)).toMatchObject({ nodeInfo, block });
  });

  test('also if the system resets the connection with the other requests', async () => {
    const node = await startRecordingServer((path, response) => {
      if (node.countConnections() === 1) response.socket?.resetAndDestroy();
      else answer(path, response);
    });
    expect(await probeRest(createProbeContext(node.port), 1)).toMatchObject({ nodeInfo, block });
  });
});

test('a server that answers the requests of a connection in another order gets one for each', async () => {
  const node = await startRecordingServer((path, response) => {
    const next: Readonly<Record<string, string>> = {
      node_info: 'blocks/latest',
      'blocks/latest': 'node_info',
    };
    const route = nameRoute(path);
    answer(service + (node.countConnections() === 1 ? (next[route] ?? route) : route), response);
  });
  expect(await probeRest(createProbeContext(node.port), 1)).toMatchObject({ nodeInfo, block });
});

describe('either answer is enough', () => {
  test.each<[string, (response: http.ServerResponse) => void, string]>([
    ['HTTP 501', refuse(501), 'http/status'],
    ['HTTP 403', refuse(403), 'http/forbidden'],
    ['HTTP 404', refuse(404), 'http/status'],
    ['HTTP 429', refuse(429), 'net/rate-limited'],
    [
      'an error of the gateway',
      (response) => sendJson(response, { code: 12, message: 'Not Implemented', details: [] }, 501),
      'rest/method-missing',
    ],
    ['a page', (response) => response.end('<html>'), 'rest/not-json'],
  ])('the newest block if node_info is answered with %s', async (_, refuseInfo, code) => {
    for (const attempt of [1, 2]) {
      const node = await startNode({ node_info: refuseInfo });
      expect(await probeRest(createProbeContext(node.port), attempt)).toMatchObject({
        problem: null,
        nodeInfo: { problem: { code } },
        block,
      });
    }
  });

  test.each<[string, (response: http.ServerResponse) => void, string]>([
    ['HTTP 501', refuse(501), 'http/status'],
    ['HTTP 403', refuse(403), 'http/forbidden'],
    ['3 MiB', tooLarge, 'net/response-too-large'],
    ['HTTP 429, whenever it is requested,', refuse(429), 'net/rate-limited'],
    ['HTTP 503, whenever it is requested,', refuse(503), 'net/rate-limited'],
  ])('node_info if the newest block is answered with %s', async (_, refuseBlock, code) => {
    const node = await startNode({ 'blocks/latest': refuseBlock });
    expect(await probeRest(createProbeContext(node.port), 1)).toMatchObject({
      problem: null,
      nodeInfo,
      block: { problem: { code } },
      syncing: false,
    });
  });

  test('a newest block that is limited is requested again, a second later', async () => {
    const node = await startNode({
      'blocks/latest': (response, count) =>
        count === 1 ? refuse(503)(response) : answer('blocks/latest', response),
    });
    expect(await probeRest(createProbeContext(node.port), 2)).toMatchObject({ nodeInfo, block });
    expect(node.requests).toHaveLength(3);
  });

  test('the state of syncing, if the newest block is too large and node_info is refused', async () => {
    for (const attempt of [1, 2]) {
      const node = await startNode({ node_info: refuse(501), 'blocks/latest': tooLarge });
      expect(await probeRest(createProbeContext(node.port), attempt)).toMatchObject({
        problem: null,
        nodeInfo: { problem: {} },
        block: { problem: { code: 'net/response-too-large' } },
        syncing: false,
      });
    }
    const flood = await startNode({ node_info: refuse(501), 'blocks/latest': tooLarge, syncing: tooLarge });
    expect(await probeRest(createProbeContext(flood.port), 2)).toMatchObject({
      problem: { code: 'net/response-too-large' },
    });
  });
});

describe('the problem of an endpoint that answers neither', () => {
  test.each<[string, number, number, string]>([
    ['a refusal of both', 403, 403, 'http/forbidden'],
    ['a limit of the second proves nothing', 404, 429, 'net/rate-limited'],
    ['a limit of the first proves nothing', 429, 404, 'net/rate-limited'],
    ['a limit beside a proxy whose node is down', 502, 429, 'net/rate-limited'],
    ['a proxy whose node is down may pass', 403, 502, 'http/upstream-down'],
  ])('%s: HTTP %i and %i', async (_, first, second, code) => {
    for (const attempt of [1, 2]) {
      const node = await startNode({ node_info: refuse(first), 'blocks/latest': refuse(second) });
      expect(await probeRest(createProbeContext(node.port), attempt)).toMatchObject({ problem: { code } });
    }
  });

  test('is that of the connection if there is none', async () => {
    const port = await findFreePort();
    expect(await probeRest(createProbeContext(port), 1)).toMatchObject({
      connection: null,
      nodeInfo: null,
      problem: { code: 'net/refused' },
    });
  });

  test.each([404, 501])(
    'is the old API if only that answers, with HTTP %i to all other requests',
    async (status) => {
      const node = await startRecordingServer((path, response) =>
        path === '/node_info'
          ? sendJson(response, { node_info: { network: 'cosmoshub-3' }, application_version: {} })
          : response.writeHead(status).end(),
      );
      expect(await probeRest(createProbeContext(node.port), 2)).toMatchObject({
        problem: { code: 'rest/legacy-api', data: { chainId: 'cosmoshub-3' } },
      });
    },
  );
});

test('CORS is checked at the route that answers', async () => {
  const node = await startNode({ node_info: refuse(501) });
  expect(await probeRest(createProbeContext(node.port, { cors: true }), 2)).toMatchObject({
    cors: { allowed: false },
  });
  expect(node.requests.map(nameRoute)).toEqual(['node_info', 'blocks/latest', 'blocks/latest']);
});
