import type http from 'node:http';
import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { sendJson, startRecordingServer } from '../../../../test/support/recording-server.js';
import { createResults } from '../../../sandbox/rpc-node.js';
import { probeRpc } from './probe.js';
import { rpcCheck } from './index.js';

const status = { jsonrpc: '2.0', id: 1, result: createResults()['status'] };
const error = (code: number) => ({ jsonrpc: '2.0', id: 1, error: { code, message: 'no' } });

type Reply = (response: http.ServerResponse) => void;

/** The problem that a probe finds if the server answers GET and POST so. */
async function probe(get: Reply, post: Reply, attempt = 1) {
  const node = await startRecordingServer((_, response, { method }) =>
    method === 'POST' ? post(response) : get(response),
  );
  return { observation: await probeRpc(createProbeContext(node.port), attempt), node };
}

const answer: Reply = (response) => sendJson(response, status);
const refuse =
  (code: number, headers = {}): Reply =>
  (response) =>
    response.writeHead(code, headers).end();
const page: Reply = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>');

const refusals: readonly (readonly [string, Reply, string])[] = [
  ['HTTP 401', refuse(401), 'http/auth-required'],
  ['HTTP 403', refuse(403), 'http/forbidden'],
  ['HTTP 404', refuse(404), 'http/status'],
  ['HTTP 405', refuse(405), 'http/status'],
  ['HTTP 405 and the end of the connection', refuse(405, { connection: 'close' }), 'http/status'],
  ['HTTP 500', refuse(500), 'http/status'],
  ['a redirect to another host', refuse(302, { location: 'https://a.example/' }), 'http/redirect'],
  ['a web page', page, 'rpc/not-json'],
  ['JSON of something else', (response) => sendJson(response, { ok: true }), 'rpc/bad-envelope'],
  ['a missing method', (response) => sendJson(response, error(-32601)), 'rpc/method-missing'],
  ['an error of the node', (response) => sendJson(response, error(-32600), 500), 'rpc/rpc-error'],
];

/** An answer that proves nothing about a single request. */
const open: readonly (readonly [string, Reply])[] = [
  ['a limit', refuse(429)],
  ['a limit of nginx', refuse(503)],
  ['a node that is down', refuse(502)],
  ['a bot protection', refuse(403, { 'cf-mitigated': 'challenge' })],
  ['an error that may pass', (response) => sendJson(response, error(-32603), 500)],
];

/** Resolves once the previous answer has been received; a response that waits for its turn has no socket yet. */
const reset: Reply = ({ req }) => setTimeout(() => req.socket.resetAndDestroy(), 100);

describe('a POST that is refused beside a GET that is answered', () => {
  test.each(refusals)('is found: %s', async (_, reply, code) => {
    for (const attempt of [1, 2]) {
      const { observation } = await probe(answer, reply, attempt);
      expect(observation).toMatchObject({
        node: { kind: 'result' },
        refusal: { code: 'rpc/no-post', problem: { code } },
      });
    }
  });

  test.each<readonly [string, Reply]>([
    ...open,
    ['a reset', reset],
    ['silence', () => undefined],
    ['a redirect that repeats it', refuse(308, { location: 'https://a.example/' })],
  ])('is none: %s', async (_, reply) => {
    const { observation } = await probe(answer, reply);
    expect(observation).toMatchObject({ node: { kind: 'result' }, second: null, refusal: null });
  });

  test('is none if it is answered on another connection', async () => {
    for (const reply of [refuse(400), reset]) {
      let count = 0;
      const { observation, node } = await probe(answer, (response) =>
        ++count === 1 ? reply(response) : answer(response),
      );
      expect(observation).toMatchObject({ second: { kind: 'result' }, refusal: null });
      expect(node.countConnections()).toBe(2);
    }
  });

  test('is none on a server that closes after each answer', async () => {
    const { observation } = await probe((response) => {
      response.setHeader('connection', 'close');
      answer(response);
    }, answer);
    expect(observation).toMatchObject({ second: { kind: 'result' }, refusal: null });
  });
});

describe('a GET that is refused beside a POST that is answered', () => {
  test.each(refusals)('is found: %s', async (_, reply, code) => {
    for (const attempt of [1, 2]) {
      const { observation } = await probe(reply, answer, attempt);
      expect(observation).toMatchObject({
        node: { kind: 'result', node: { chainId: 'sandbox-1', isCatchingUp: false } },
        second: null,
        refusal: { code: 'rpc/no-get', problem: { code } },
        redirect: null,
      });
    }
  });

  test.each(open)('is none: %s', async (_, reply) => {
    const { observation } = await probe(reply, answer);
    expect(observation).toMatchObject({ node: { kind: 'result' }, refusal: null });
  });

  test('is found if it is redirected to a missing page', async () => {
    let count = 0;
    const { observation } = await probe(
      (response) => refuse(++count === 1 ? 301 : 404, { location: '/new/status' })(response),
      answer,
    );
    expect(observation).toMatchObject({ node: { kind: 'result' }, refusal: { code: 'rpc/no-get' } });
  });
});

test('CORS is checked by POST if only that is answered', async () => {
  const node = await startRecordingServer((_, response, { method }) => {
    response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
    if (method === 'GET') response.writeHead(404).end();
    else answer(response);
  });
  const context = createProbeContext(node.port, { cors: true });
  expect(await probeRpc(context, 1)).toMatchObject({ cors: { allowed: true } });
  expect(node.requests).toEqual(['GET /status', 'POST /', 'OPTIONS /', 'POST /']);
});

test.each([
  ['', '/'],
  ['/?key=a', '/?key=a'],
  ['/rpc', '/rpc'],
  ['/rpc/', '/rpc/'],
  ['/rpc/?key=a', '/rpc/?key=a'],
])('the POST is sent to the url as it is listed: %j', async (ending, path) => {
  const node = await startRecordingServer((_, response) => answer(response));
  const { target } = rpcCheck.readUrl(`https://rpc.example.com${ending}`, {});
  const listed = { path: '', ...target, host: '127.0.0.1', port: node.port, secure: false };
  await probeRpc(createProbeContext(node.port, { target: listed }), 1);
  expect(node.requests.at(-1)).toBe(`POST ${path}`);
});
