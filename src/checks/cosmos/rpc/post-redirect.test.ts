import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { sendJson, startRecordingServer } from '../../../../test/support/recording-server.js';
import { createResults } from '../../../sandbox/rpc-node.js';
import { probeRpc } from './probe.js';
import { rpcCheck } from './index.js';

const status = { jsonrpc: '2.0', id: 1, result: createResults()['status'] };

/** The problem that a probe at `path` finds if the server answers a POST to `/rpc` so; to all other requests it answers with its status. */
async function probe(
  answer: { readonly status: number; readonly location: string } | null,
  change: object = {},
  headers: Readonly<Record<string, string>> = {},
) {
  const node = await startRecordingServer((requested, response, { method }) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (answer === null || method !== 'POST' || /\/(\?|$)/.test(requested)) sendJson(response, status);
    else response.writeHead(answer.status, { location: answer.location }).end();
  });
  const listed = { host: '127.0.0.1', port: node.port, secure: false };
  const target = { path: '/rpc', ...change, ...listed };
  const { redirect } = await probeRpc(createProbeContext(node.port, { target }), 2);
  const url = `http://127.0.0.1:${node.port}`;
  return { redirect, requests: node.requests, url };
}

describe('a POST from /rpc to /rpc/', () => {
  test.each([301, 302, 303])('is a redirect with HTTP %d', async (code) => {
    const { redirect, requests, url } = await probe({ status: code, location: '/rpc/' });
    expect(redirect).toEqual({
      code: 'http/redirect',
      data: { status: code, location: '/rpc/', followed: `${url}/rpc/`, method: 'POST' },
    });
    expect(requests).toEqual(['GET /rpc/status', 'POST /rpc', 'POST /rpc/']);
  });

  test('is one whatever scheme and port nginx puts into it', async () => {
    const { redirect, url } = await probe({ status: 301, location: 'https://127.0.0.1:8080/rpc/' });
    expect(redirect?.data.followed).toBe(`${url}/rpc/`);
  });

  test.each(['rpc/', './rpc/'])('is one if the location is relative to it: %s', async (location) => {
    const { redirect, url } = await probe({ status: 301, location });
    expect(redirect?.data.followed).toBe(`${url}/rpc/`);
  });

  test('is one if the server closes the connection after each answer', async () => {
    const { redirect, url } = await probe({ status: 301, location: '/rpc/' }, {}, { connection: 'close' });
    expect(redirect?.data.followed).toBe(`${url}/rpc/`);
  });

  test('keeps the query', async () => {
    const { redirect, url } = await probe({ status: 301, location: '/rpc/?key=a' }, { path: '/rpc?key=a' });
    expect(redirect?.data.followed).toBe(`${url}/rpc/?key=a`);
  });
});

describe('no redirect of a POST', () => {
  test.each<[string, { status: number; location: string }]>([
    ['that clients repeat', { status: 308, location: '/rpc/' }],
    ['to another path', { status: 301, location: '/login/' }],
    ['to another host', { status: 301, location: 'http://localhost/rpc/' }],
    ['to no url', { status: 301, location: 'http://[' }],
    ['to the root', { status: 301, location: '.' }],
    ['to itself', { status: 301, location: '' }],
  ])('%s', async (_, answer) => {
    const { redirect, requests } = await probe(answer);
    expect(redirect).toBeNull();
    expect(requests).toEqual(['GET /rpc/status', 'POST /rpc']);
  });

  test('if it is answered', async () => {
    expect(await probe(null)).toMatchObject({ redirect: null, requests: ['GET /rpc/status', 'POST /rpc'] });
  });

  test.each([
    ['', ''],
    ['/', '/'],
    ['/?key=a', '/?key=a'],
    ['/rpc/', '/rpc/'],
    ['/rpc/?key=a', '/rpc/?key=a'],
  ])('is looked for at a url that ends in %j', async (ending, location) => {
    const { target } = rpcCheck.readUrl(`https://rpc.example.com${ending}`, {});
    const { redirect, requests } = await probe({ status: 301, location }, target ?? undefined);
    expect(redirect).toBeNull();
    expect(requests).toHaveLength(2);
  });
});
