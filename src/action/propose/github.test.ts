import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { use } from '../../../test/support/servers.js';
import { listen } from '../../sandbox/server.js';
import { GitHub } from './github.js';

const branch = 'endpoint-check/a';
const pull = {
  number: 7,
  html_url: 'https://github.example/a/b/pull/7',
  state: 'closed',
  closed_at: '2026-01-02T03:04:05Z',
  head: { ref: branch },
};
const newPull = { title: 'a', body: 'b', head: branch, base: 'main' };

/** A server in place of GitHub's API: each request gets the next answer. Also returns the requests. */
async function start(...answers: readonly ((response: ServerResponse) => void)[]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''} ${request.headers.authorization ?? ''}`);
    request.resume();
    request.on('end', () => (answers[requests.length - 1] ?? answers.at(-1))?.(response));
  });
  const { port } = await use(listen(server));
  const apiUrl = `http://127.0.0.1:${port}`;
  return { requests, apiUrl, gitHub: new GitHub({ apiUrl, repository: 'a/b', token: 't' }) };
}

const send =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const redirect = (status: number, location: string) => send(status, '', { location });

const page = '<!doctype html><title>Welcome</title>';

describe('what is no list of pull requests is not taken for an empty one', () => {
  test.each([
    ['a page', page],
    ['an object', {}],
    ['a list of something else', [{}]],
    ['one without a number', [{ ...pull, number: '7' }]],
    ['one whose url is no url', [{ ...pull, html_url: 'javascript:alert(1)' }]],
    ['one that is neither open nor closed', [{ ...pull, state: 'x' }]],
    ['one that was closed at no time', [{ ...pull, closed_at: '2026-99-99T00:00:00Z' }]],
    ['one that was closed, it is not said when', [{ ...pull, closed_at: null }]],
  ])('%s', async (_, body) => {
    const { gitHub } = await start(send(200, body));
    await expect(gitHub.listPulls(branch)).rejects.toThrow(
      /answered something other than (?:a )?pull request/,
    );
  });

  test('but those of other branches may be anything', async () => {
    const { gitHub } = await start(send(200, [{ head: { ref: 'x' } }, pull]));
    expect(await gitHub.listPulls(branch)).toEqual([
      { number: 7, url: pull.html_url, isOpen: false, closedAt: pull.closed_at },
    ]);
  });
});

test.each([
  ['a page', send(200, page)],
  ['nothing', send(204, '')],
  ['a list', send(200, [pull])],
])('%s is no new pull request', async (_, answer) => {
  const { gitHub } = await start(answer);
  await expect(gitHub.createPull(newPull)).rejects.toThrow('answered something other than a pull request');
});

test.each([
  [
    403,
    'GitHub Actions is not permitted to create or approve pull requests.',
    'Allow GitHub Actions to create and approve pull requests',
  ],
  [403, 'Resource not accessible by integration', 'pull-requests: write'],
  [401, 'Bad credentials', 'does not accept the token: check the input token'],
  [502, '', 'GitHub answered HTTP 502'],
])('a refusal is reported with its fix: HTTP %i, %j', async (status, message, reported) => {
  const { gitHub } = await start(send(status, { message }));
  await expect(gitHub.createPull(newPull)).rejects.toThrow(reported);
});

test('a limit is waited for, and an error of GitHub repeated if it changes nothing', async () => {
  const limited = send(403, { message: 'secondary rate limit' }, { 'retry-after': '0' });
  const { gitHub } = await start(limited, send(201, pull), send(500, ''), send(200, [pull]));
  expect(await gitHub.createPull(newPull)).toMatchObject({ number: 7 });
  expect(await gitHub.listPulls(branch)).toMatchObject([{ number: 7 }]);
});

test('a page is no labels', async () => {
  const { gitHub } = await start(send(200, page));
  await expect(gitHub.addLabels(7, ['a'])).rejects.toThrow('answered something other than labels');
});

describe('a redirect', () => {
  test.each([
    [301, 'GET'],
    [302, 'GET'],
    [307, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ])('by HTTP %i of a %s is followed on the same origin', async (status, method) => {
    const { gitHub, requests } = await start(
      redirect(status, '/repositories/1/pulls'),
      send(200, method === 'GET' ? [pull] : pull),
    );
    await (method === 'GET' ? gitHub.listPulls(branch) : gitHub.createPull(newPull));
    expect(requests[1]).toBe(`${method} /repositories/1/pulls Bearer t`);
  });

  test.each([301, 302, 303])('by HTTP %i never makes a GET of a POST', async (status) => {
    const { gitHub, requests } = await start(redirect(status, '/repositories/1/pulls'), send(200, pull));
    await expect(gitHub.createPull(newPull)).rejects.toThrow(`GitHub answered HTTP ${status}`);
    expect(requests).toHaveLength(1);
  });

  test.each([
    ['GET', 302],
    ['POST', 307],
  ])('of a %s takes the token to no other origin', async (method, status) => {
    const other = await start(send(200, []));
    const { gitHub } = await start(redirect(status, `${other.apiUrl}/pulls`));
    const answer = method === 'GET' ? gitHub.listPulls(branch) : gitHub.createPull(newPull);
    await expect(answer).rejects.toThrow(`GitHub answered HTTP ${status}`);
    expect(other.requests).toEqual([]);
  });

  test('without an end is given up', async () => {
    const { gitHub, requests } = await start(redirect(307, '/again'));
    await expect(gitHub.listPulls(branch)).rejects.toThrow('GitHub answered HTTP 307');
    expect(requests).toHaveLength(4);
  });
});

test('an answer without an end is given up, though it comes fast', async () => {
  let sent = 0;
  const { gitHub } = await start((response) => {
    const part = Buffer.alloc(1_048_576, ' ');
    const go = () => {
      while (!response.destroyed) {
        sent += part.length;
        if (!response.write(part)) return void response.once('drain', go);
      }
    };
    go();
  });
  await expect(gitHub.listPulls(branch)).rejects.toThrow('answered more than 32 MiB');
  expect(sent).toBeLessThan(100 * 1_048_576);
});
