import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { json, serve } from '../../../test/support/web-servers.js';
import { success } from '../../model/failure.js';
import { createAbortController } from '../../net/abort.js';
import { createResolver } from '../../net/resolve.js';
import { startEvmNode } from '../../sandbox/evm-node.js';
import { startGrpcWebNode } from '../../sandbox/grpc-web-node.js';
import { createResults } from '../../sandbox/rpc-node.js';
import { probe as probeEvm } from '../evm/http/probe.js';
import { resolveRedirect } from './follow-redirect.js';
import { probe as probeGrpcWeb } from '../cosmos/grpc-web/probe.js';
import { probe as probeRpc } from '../cosmos/rpc/probe.js';

const target = { host: 'rpc.example.com', port: 443, path: '/', secure: true };
const getStatus = { method: 'GET', route: '/status' } as const;
const post = { method: 'POST', route: '' } as const;
const moved = (location: string | null, status = 301) => ({ status, location });

describe('a redirect leads to the base of the same route', () => {
  test.each<[string, object]>([
    ['https://rpc.example.com/chain/status', { path: '/chain' }],
    ['https://rpc.example.com:8443/status', { port: 8443 }],
    ['https://RPC.example.com./a/status?key=b', { path: '/a?key=b' }],
    ['/chain/rpc/status', { path: '/chain/rpc' }],
    ['chain/status', { path: '/chain' }],
    ['//rpc.example.com/v1/status', { path: '/v1' }],
    [' https://rpc.example.com/a/status#top ', { path: '/a' }],
  ])('%j', (location, change) => {
    expect(resolveRedirect(target, getStatus, moved(location))).toEqual({ ...target, ...change });
  });

  test('from plain http to TLS, each at its own port', () => {
    const plain = { ...target, port: 80, secure: false };
    expect(resolveRedirect(plain, getStatus, moved('https://rpc.example.com/status'))).toEqual(target);
    expect(resolveRedirect(plain, getStatus, moved('http://rpc.example.com/a/status'))).toEqual({
      ...plain,
      path: '/a',
    });
  });

  test.each([307, 308])('on another host with HTTP %i, as clients follow it', (status) => {
    const location = 'https://node.example.net:8443/a/status';
    const there = { host: 'node.example.net', port: 8443, path: '/a', secure: true };
    expect(resolveRedirect(target, getStatus, moved(location, status))).toEqual(there);
    const next = 'https://node.example.net:8443/v1?key=a';
    expect(resolveRedirect(target, post, moved(next, status))).toEqual({ ...there, path: '/v1?key=a' });
    expect(resolveRedirect(target, post, moved('/v1', status))).toEqual({ ...target, path: '/v1' });
    const slashed = { ...target, path: '/v1/' };
    expect(resolveRedirect(slashed, post, moved('a', status))).toEqual({ ...target, path: '/v1/a' });
    expect(resolveRedirect(slashed, post, moved('/v1', status))).toEqual({ ...target, path: '/v1' });
  });

  test('of IPv6', () => {
    const host = '2001:db8::1';
    const location = 'https://[2001:DB8::1]:444/status';
    expect(resolveRedirect({ ...target, host }, getStatus, moved(location))).toMatchObject({
      host,
      port: 444,
    });
  });
});

describe('a redirect that is not followed', () => {
  test.each<[string, string | null]>([
    ['without a location', null],
    ['with an empty one', ''],
    ['to another host', 'https://example.com/status'],
    ['to a host below', 'https://a.rpc.example.com/status'],
    ['to an address', 'https://127.0.0.1/status'],
    ['to plain http', 'http://rpc.example.com/status'],
    ['to another scheme', 'ftp://rpc.example.com/status'],
    ['to a file', 'file:///status'],
    ['with credentials', 'https://user:secret@rpc.example.com/status'],
    ['to another route', 'https://rpc.example.com/login'],
    ['to a route that ends alike', 'https://rpc.example.com/mystatus'],
    ['to itself', 'https://rpc.example.com/status'],
    ['to what is no url', 'https://'],
    ['that was cut', `https://rpc.example.com/status?${'a'.repeat(269)}…`],
  ])('%s', (_, location) => {
    expect(resolveRedirect(target, getStatus, moved(location))).toBeNull();
  });
});

describe('a redirect of a POST that is not followed', () => {
  test.each([301, 302, 303])('HTTP %i, after which clients GET', (status) => {
    expect(resolveRedirect(target, post, moved('/v1', status))).toBeNull();
  });

  test.each<[string, string | null]>([
    ['without a location', null],
    ['to itself', 'https://rpc.example.com'],
    ['to plain http', 'http://node.example.net/'],
    ['with credentials', 'https://user:secret@node.example.net/'],
    ['to port 0', 'https://node.example.net:0/'],
    ['to what is no host', 'https://-.example/'],
    ['that was cut', `https://node.example.net/${'a'.repeat(275)}…`],
  ])('%s', (_, location) => {
    expect(resolveRedirect(target, post, moved(location, 307))).toBeNull();
  });
});

const result = createResults()['status'];

/** A server that redirects /status, and answers it at other paths. */
async function startRedirecting(locate: (port: number) => string) {
  const server = await serve((request, response) => {
    if (request.url === '/status') response.writeHead(301, { location: locate(server.port) }).end();
    else if (request.url === '/a/status') json({ jsonrpc: '2.0', id: -1, result })(request, response);
    else response.writeHead(404).end();
  });
  return server;
}

describe('one redirect on the same host is followed', () => {
  test('to another port, whose facts are reported', async () => {
    const otherServer = await startRedirecting(() => '');
    const server = await startRedirecting(() => `http://127.0.0.1:${otherServer.port}/a/status`);
    expect(await probeRpc(createProbeContext(server.port), 1)).toMatchObject({
      connection: { address: `127.0.0.1:${otherServer.port}` },
      redirect: { data: { followed: `http://127.0.0.1:${otherServer.port}/a` } },
    });
  });

  test('its host is resolved and judged like that of an entry', async () => {
    const server = await startRedirecting((port) => `http://node.example.com:${port}/a/status`);
    const hosts: string[] = [];
    const context = createProbeContext(server.port, {
      target: { host: 'node.example.com', port: server.port, path: '/', secure: false },
      resolve: (host) => {
        hosts.push(host);
        return Promise.resolve(success(['127.0.0.1']));
      },
    });
    expect(await probeRpc(context, 2)).toMatchObject({ problem: null });
    expect(new Set(hosts)).toEqual(new Set(['node.example.com']));
    expect(hosts.length).toBeGreaterThan(1);
  });
});

describe('a redirect of a POST that keeps it', () => {
  /** Redirects to `to`, and records the requests that it gets. */
  async function startRedirect(to: () => string, status = 307) {
    const calls: string[] = [];
    const server = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => calls.push(chunk.toString()));
      request.on('end', () => response.writeHead(status, { location: to() }).end());
    });
    return { port: server.port, calls };
  }

  test('is not followed twice, nor is the second target identified', async () => {
    const node = await use(startEvmNode());
    const second = await startRedirect(() => `http://127.0.0.1:${node.port}/`);
    const first = await startRedirect(() => `http://127.0.0.1:${second.port}/`);
    expect(await probeEvm(createProbeContext(first.port), 2)).toMatchObject({
      problem: { code: 'http/redirect' },
      redirect: null,
    });
    expect([first.calls.length, second.calls.length]).toEqual([1, 1]);
  });

  test('leads to no private address: it is judged like that of an entry', async () => {
    const node = await use(startEvmNode());
    const judged = createResolver({ allowPrivate: false }, createAbortController().signal);
    const server = await startRedirect(() => `http://127.0.0.1:${node.port}/`);
    const context = createProbeContext(server.port, {
      target: { host: 'node.example.com', port: server.port, path: '/', secure: false },
      resolve: (host, signal) =>
        host === 'node.example.com' ? Promise.resolve(success(['127.0.0.1'])) : judged(host, signal),
    });
    expect(await probeEvm(context, 1)).toMatchObject({
      problem: { code: 'net/blocked-address', data: { host: '127.0.0.1' } },
      redirect: { data: { followed: null } },
    });
  });

  test('of gRPC-web is followed, as fetch does', async () => {
    const node = await use(startGrpcWebNode());
    const route = '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo';
    const server = await startRedirect(() => `http://127.0.0.1:${node.port}${route}`, 308);
    expect(await probeGrpcWeb(createProbeContext(server.port), 2)).toMatchObject({
      problem: null,
      redirect: { data: { followed: `http://127.0.0.1:${node.port}` } },
    });
  });
});
