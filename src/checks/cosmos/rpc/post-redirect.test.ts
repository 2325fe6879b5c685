import { describe, expect, test } from 'vitest';
import { checkInProcess } from '../../../../test/faults/check-in-process.js';
import { json, serve } from '../../../../test/support/web-servers.js';
import { createResults } from '../../../sandbox/rpc-node.js';
import { rpcCheck } from './index.js';

const status = { jsonrpc: '2.0', id: 1, result: createResults()['status'] };

interface Redirect {
  readonly status: number;
  readonly location: string;
}

/** The redirect that is reported for an address that ends so, if its server answers a POST with one unless that is to a directory. */
async function check(answer: Redirect | null, ending = '/rpc', connection = 'keep-alive') {
  const node = await serve((request, response) => {
    response.setHeader('connection', connection);
    const isDirectory = /.\/(\?|$)/.test(request.url ?? '');
    if (answer === null || request.method !== 'POST' || isDirectory) json(status)(request, response);
    else response.writeHead(answer.status, { location: answer.location }).end();
  });
  const url = `http://127.0.0.1:${node.port}`;
  const { problems } = await checkInProcess(rpcCheck, url + ending, { attempt: 2 });
  return { data: problems.find(({ code }) => code === 'http/redirect')?.data, requests: node.requests, url };
}

describe('a POST from /rpc to /rpc/', () => {
  test.each([301, 302, 303])('is a redirect with HTTP %d', async (code) => {
    const { data, requests, url } = await check({ status: code, location: '/rpc/' });
    expect(data).toEqual({ status: code, location: '/rpc/', followed: `${url}/rpc/`, method: 'POST' });
    expect(requests).toEqual(['GET /rpc/status', 'POST /rpc', 'POST /rpc/']);
  });

  test.each<[string, string, (string | undefined)[]]>([
    ['whatever scheme and port nginx puts into it', 'https://127.0.0.1:8080/rpc/', []],
    ['if the location is relative to it', 'rpc/', []],
    ['if the location is relative, with a dot', './rpc/', []],
    ['if the server closes the connection after each answer', '/rpc/', ['/rpc', 'close']],
    ['with its query', '/rpc/?key=a', ['/rpc?key=a']],
  ])('is one %s', async (_, location, more) => {
    const { data, url } = await check({ status: 301, location }, ...more);
    expect(data?.['followed']).toBe(`${url}/rpc/${location.includes('?') ? '?key=a' : ''}`);
  });
});

describe('no redirect of a POST', () => {
  test.each<[string, Redirect | null]>([
    ['that clients repeat', { status: 308, location: '/rpc/' }],
    ['to another path', { status: 301, location: '/login/' }],
    ['to another host', { status: 301, location: 'http://localhost/rpc/' }],
    ['to no url', { status: 301, location: 'http://[' }],
    ['to the root', { status: 301, location: '.' }],
    ['to itself', { status: 301, location: '' }],
    ['if it is answered', null],
  ])('%s', async (_, answer) => {
    const { data, requests } = await check(answer);
    expect(data).toBeUndefined();
    expect(requests.slice(0, 2)).toEqual(['GET /rpc/status', 'POST /rpc']);
  });

  test.each(['', '/', '/?key=a', '/rpc/', '/rpc/?key=a'])(
    'is looked for at a url that ends in %j',
    async (ending) => {
      const { data } = await check({ status: 301, location: ending }, ending);
      expect(data).toBeUndefined();
    },
  );
});
