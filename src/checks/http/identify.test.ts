import http from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  answerHttp,
  answerStatus,
  answerWith,
  encode,
  startRawNode,
} from '../../../test/faults/raw-node.js';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { failed } from '../../model/failure.js';
import { startEvmNode } from '../../sandbox/evm-node.js';
import { startGrpcWebNode } from '../../sandbox/grpc-web-node.js';
import { listen } from '../../sandbox/server.js';
import { identifyHttp, isGrpcServer } from './identify.js';

const nodeService = 'cosmos.base.tendermint.v1beta1.Service';
const inOrder = answerWith(encode('GetNodeInfo', { default_node_info: {} }));

async function identify(listener: http.RequestListener, path = '/') {
  const { port } = await use(listen(http.createServer(listener)));
  const target = { host: '127.0.0.1', port, path, secure: false };
  return identifyHttp(createProbeContext(port, { target }));
}

describe('a server over HTTP/1.1 is identified by its answers', () => {
  test('the REST API under a path, the query last', async () => {
    const paths: string[] = [];
    const kind = await identify((request, response) => {
      paths.push(`${request.method ?? ''} ${request.url ?? ''}`);
      const isRoute = request.url === '/kava/cosmos/base/tendermint/v1beta1/node_info?x=/y/';
      response.writeHead(isRoute ? 200 : 501).end(isRoute ? '{"default_node_info":{}}' : '{}');
    }, '/kava/?x=/y/');
    expect(kind).toBe('rest');
    expect(paths.at(-1)).toBe('GET /kava/cosmos/base/tendermint/v1beta1/node_info?x=/y/');
  });

  test('CometBFT RPC under a path that a proxy redirects to the one with a slash', async () => {
    const answer: http.RequestListener = ({ method, url }, response) => {
      if (method === 'POST' && url === '/kava/rpc/') response.end('{"result":{"node_info":{}}}');
      else response.writeHead(301, { location: '/kava/rpc/' }).end();
    };
    expect(await identify(answer, '/kava/rpc')).toBe('rpc');
  });

  test.each(['/kava/websocket', '/kava/websocket/', '/kava/websocket?x=y'])(
    'the REST API where a websocket was looked for, %s',
    async (path) => {
      const kind = await identify((request, response) => {
        const isRoute = request.url?.startsWith('/kava/cosmos/base/tendermint/v1beta1/node_info') === true;
        response.writeHead(isRoute ? 200 : 501).end(isRoute ? '{"default_node_info":{}}' : '{}');
      }, path);
      expect(kind).toBe('rest');
    },
  );

  test('gRPC-web, if it answers with a message', async () => {
    const { port } = await use(startGrpcWebNode({ path: '/kava' }));
    const at = (path: string) => ({ target: { host: '127.0.0.1', port, path, secure: false } });
    expect(await identifyHttp(createProbeContext(port, at('/kava')))).toBe('grpc-web');
    expect(await identifyHttp(createProbeContext(port, at('/other')))).toBeNull();
  });

  test.each<[string, http.RequestListener]>([
    ['a page with an error', (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end()],
    ['an empty object', (_, response) => response.end('{}')],
    ['a string', (_, response) => response.end('"0x1"')],
    [
      'too many values',
      (_, response) => response.end(`{"result":{"node_info":{"a":[${'[],'.repeat(25_001)}0]}}}`),
    ],
    ['an end', (request) => request.socket.destroy()],
  ])('%s is no known kind', async (_, listener) => {
    expect(await identify(listener)).toBeNull();
  });

  test('nothing is requested once the budget is used up', async () => {
    const { port } = await use(startEvmNode());
    expect(await identifyHttp(createProbeContext(port, { signal: AbortSignal.abort() }))).toBeNull();
  });
});

describe('a gRPC server answers HTTP/2 with a status of gRPC', () => {
  test.each([
    ['UNIMPLEMENTED', answerStatus(12), true],
    ['UNAUTHENTICATED', answerStatus(16), true],
    ['PERMISSION_DENIED', answerStatus(7, 'no'), true],
    ['RESOURCE_EXHAUSTED', answerStatus(8), true],
    ['a page', answerHttp(200), false],
    ['HTTP 401', answerHttp(401), false],
    ['HTTP 503', answerHttp(503), false],
  ])('%s', async (_, all, expected) => {
    const { port } = await use(startRawNode({ all }));
    expect(await isGrpcServer(createProbeContext(port))).toBe(expected);
  });

  test.each<[string, Answer, boolean]>([
    ['an answer', inOrder, true],
    ['a service that the server lacks', answerStatus(12, `unknown service ${nodeService}`), true],
    [
      'a node that is down',
      answerStatus(14, 'upstream connect error or disconnect/reset before headers'),
      false,
    ],
    ['a page that a proxy made a status of', answerStatus(12, 'not found'), false],
    ['no route', answerStatus(12), false],
    ['no permission', answerStatus(7, 'RBAC: access denied'), false],
    ['a page', answerHttp(404), false],
  ])('behind a proxy, which turns its refusals into statuses too: %s', async (_, GetNodeInfo, expected) => {
    const { port } = await use(startRawNode({ answers: { GetNodeInfo } }));
    expect(await isGrpcServer(createProbeContext(port), true)).toBe(expected);
  });

  test('a name that does not resolve is not gRPC', async () => {
    const resolve = () =>
      Promise.resolve(failed('net/dns-not-found', { host: 'a.example', code: 'ENOTFOUND' }));
    expect(await isGrpcServer(createProbeContext(1, { resolve }))).toBe(false);
  });

  test('another protocol is not gRPC', async () => {
    const { port } = await use(listen(net.createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))));
    expect(await isGrpcServer(createProbeContext(port))).toBe(false);
  });
});
