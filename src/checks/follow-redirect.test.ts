import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../test/support/probe-context.js';
import { sendJson, startRecordingServer } from '../../test/support/recording-server.js';
import { success } from '../model/failure.js';
import { createResults } from '../sandbox/rpc-node.js';
import { resolveRedirect } from './follow-redirect.js';
import { probeRpc } from './rpc/probe.js';

const target = { host: 'rpc.example.com', port: 443, path: '/', secure: true };

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
    expect(resolveRedirect(target, '/status', location)).toEqual({ ...target, ...change });
  });

  test('from plain http to TLS, each at its own port', () => {
    const plain = { ...target, port: 80, secure: false };
    expect(resolveRedirect(plain, '/status', 'https://rpc.example.com/status')).toEqual(target);
    expect(resolveRedirect(plain, '/status', 'http://rpc.example.com/a/status')).toEqual({
      ...plain,
      path: '/a',
    });
  });

  test('of IPv6', () => {
    const host = '2001:db8::1';
    const location = 'https://[2001:DB8::1]:444/status';
    expect(resolveRedirect({ ...target, host }, '/status', location)).toMatchObject({ host, port: 444 });
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
    expect(resolveRedirect(target, '/status', location)).toBeNull();
  });
});

const result = createResults()['status'];

/** A server that redirects /status, and answers it at other paths. */
async function startRedirecting(status: number, locate: (port: number) => string) {
  const server = await startRecordingServer((path, response) => {
    if (path === '/status') response.writeHead(status, { location: locate(server.port) }).end();
    else if (path === '/a/status') sendJson(response, { jsonrpc: '2.0', id: -1, result });
    else response.writeHead(404).end();
  });
  return server;
}

describe('one redirect on the same host is followed', () => {
  test.each([301, 302, 303, 307, 308])('HTTP %i', async (status) => {
    const server = await startRedirecting(status, () => '/a/status');
    const followed = `http://127.0.0.1:${server.port}/a`;
    expect(await probeRpc(createProbeContext(server.port), 2)).toMatchObject({
      node: { kind: 'result' },
      redirect: { code: 'http/redirect', data: { status, location: '/a/status', followed } },
    });
    const gets = server.requests.filter((request) => request.startsWith('GET'));
    expect(gets).toEqual(['GET /status', 'GET /a/status']);
  });

  test('to another port, whose facts are reported', async () => {
    const other = await startRedirecting(301, () => '');
    const server = await startRedirecting(301, () => `http://127.0.0.1:${other.port}/a/status`);
    expect(await probeRpc(createProbeContext(server.port), 1)).toMatchObject({
      connection: { address: `127.0.0.1:${other.port}` },
      redirect: { data: { followed: `http://127.0.0.1:${other.port}/a` } },
    });
  });

  test('what fails there is the problem', async () => {
    const server = await startRedirecting(301, () => '/b/status');
    expect(await probeRpc(createProbeContext(server.port), 2)).toMatchObject({
      node: { problem: { code: 'http/status', data: { status: 404 } } },
      redirect: { data: { location: '/b/status', followed: null } },
    });
  });

  test('its host is resolved and judged like that of an entry', async () => {
    const server = await startRedirecting(301, (port) => `http://node.example.com:${port}/a/status`);
    const hosts: string[] = [];
    const context = createProbeContext(server.port, {
      target: { host: 'node.example.com', port: server.port, path: '/', secure: false },
      resolve: (host) => {
        hosts.push(host);
        return Promise.resolve(success(['127.0.0.1']));
      },
    });
    expect(await probeRpc(context, 2)).toMatchObject({ node: { kind: 'result' } });
    expect(new Set(hosts)).toEqual(new Set(['node.example.com']));
    expect(hosts.length).toBeGreaterThan(1);
  });
});

describe('no other is', () => {
  const problem = { code: 'http/redirect', data: { status: 301 } };

  test('a second one', async () => {
    const server = await startRecordingServer((path, response) =>
      response.writeHead(301, { location: `/a${path}` }).end(),
    );
    const observation = await probeRpc(createProbeContext(server.port), 2);
    expect(observation).toMatchObject({ node: { problem }, redirect: null });
    expect(server.requests).toEqual(['GET /status', 'POST /', 'GET /a/status', 'POST /a']);
  });

  test('one to another host', async () => {
    const other = await startRedirecting(301, () => '');
    const server = await startRedirecting(301, () => `http://localhost:${other.port}/a/status`);
    expect(await probeRpc(createProbeContext(server.port), 2)).toMatchObject({ node: { problem } });
    expect(other.requests).toEqual([]);
  });
});
