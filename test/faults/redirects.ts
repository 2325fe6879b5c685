import { expect } from 'vitest';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import type { WebAnswer, WebRequest } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type Lab, type Terms } from './fault.js';
import { at, type GetKind, node, restKind, rpcKind } from './get-kinds.js';
import { overHttp } from './refusals.js';

type Start = Fault['start'];
const html = { 'content-type': 'text/html' };
const redirectTo = (location: string, status = 301): WebAnswer => ({
  status,
  headers: { location, ...html },
  body: '<html>',
});
const limited = 'inconclusive http/redirect net/rate-limited';

/** Redirects of a kind that is requested by GET. */
function createGetRedirects(kind: GetKind): readonly Fault[] {
  const { route, start } = kind;
  const row = (name: string, result: string, server: Start, terms: Terms = {}) =>
    createRows<Terms>(kind.kind, () => server)(name, result, terms);
  /** A node below /new that has this answer elsewhere, listed by its host alone. */
  const moved =
    (elsewhere: (path: string) => WebAnswer): Start =>
    async ({ serve }) => {
      const answer = ({ url, path }: WebRequest) => (url.startsWith('/new') ? undefined : elsewhere(path));
      return at(await serve(start({ path: '/new', answer })));
    };
  /** A server that redirects all requests to another. */
  const leading =
    (locate: (path: string, port: number) => WebAnswer, secure = false): Start =>
    async ({ authority, serve }) => {
      const port = await serve(start(secure ? { tls: await authority.issue() } : {}));
      return at(await serve(start({ answer: ({ path }) => locate(path, port) })));
    };
  const toNew = moved((path) => redirectTo(`/new${path}`));
  return [
    ...[301, 302, 303, 307, 308].map((status) =>
      row(
        `a redirect to another path (HTTP ${status})`,
        'pass http/redirect',
        moved((path) => redirectTo(`/new${path}`, status)),
        { data: { status, location: `/new${route}`, followed: expect.stringMatching(/\d\/new$/) as string } },
      ),
    ),
    row(
      'a redirect to another port',
      'pass http/redirect',
      leading((path, port) => redirectTo(at(port, path))),
      { chainId: 'sandbox-1' },
    ),
    row(
      'a redirect to https',
      'pass http/redirect',
      leading((path, port) => redirectTo(at(port, path, true)), true),
    ),
    row('a redirect to another chain', 'fail wrong-chain http/redirect', toNew, { chainId: 'other-1' }),
    row('a redirect to plain http', 'fail http/redirect', async ({ authority, serve }) => {
      const port = await serve(start({}));
      const answer = ({ path }: WebRequest) => redirectTo(at(port, path));
      return at(await serve(start({ tls: await authority.issue(), answer })), '', true);
    }),
    row(
      'a redirect to another host',
      'fail http/redirect',
      leading((path, port) => redirectTo(`http://127.0.0.1:${port}${path}`)),
    ),
    row(
      'a redirect to another host that keeps the method',
      'pass http/redirect',
      leading((path, port) => redirectTo(`http://127.0.0.1:${port}${path}`, 307)),
    ),
    row(
      'a redirect to a page',
      'fail http/redirect',
      node(kind, { answer: ({ path }) => (path === '/login' ? undefined : redirectTo('/login', 302)) }),
    ),
    row(
      'a redirect to itself',
      'fail http/redirect',
      leading((path) => redirectTo(path)),
    ),
    row(
      'two redirects',
      'fail http/redirect',
      moved((path) => redirectTo(path.startsWith('/old') ? `/new${route}` : `/old${path}`)),
    ),
    row(
      'a redirect to what is missing',
      'fail http/status http/redirect',
      moved((path) => (path.startsWith('/old') ? { status: 404 } : redirectTo(`/old${path}`))),
    ),
    row(
      'a redirect to what is limited',
      limited,
      moved((path) => (path.startsWith('/old') ? { status: 429 } : redirectTo(`/old${path}`))),
      { data: { followed: null } },
    ),
  ];
}

/** A server that redirects every request, and the one that it leads to. */
const redirecting =
  (status: number, locate: (lab: Lab) => Promise<string>, secure = false): Start =>
  async (lab) => {
    const headers = { location: await locate(lab), ...html };
    const tls = secure ? { tls: await lab.authority.issue() } : {};
    return at(
      await lab.serve(startEvmNode({ ...tls, answer: { status, headers, body: '<html>' } })),
      '',
      secure,
    );
  };
const evmNode = async ({ serve }: Lab) => `http://127.0.0.1:${await serve(startEvmNode())}/`;
const evm = (name: string, result: string, start: Start, terms: Terms = {}) =>
  createRows<Terms>('evm', () => start)(name, result, terms);

/** Redirects, of a GET and of a POST. */
export const redirects: readonly Fault[] = [
  ...createGetRedirects(rpcKind),
  ...createGetRedirects(restKind),
  ...[307, 308].map((status) =>
    evm(`HTTP ${status} to another host`, 'pass http/redirect', redirecting(status, evmNode), {
      chainId: '31337',
      data: { status, followed: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) as string },
    }),
  ),
  evm(
    'HTTP 307 from http to https',
    'pass http/redirect',
    redirecting(307, async ({ authority, serve }) =>
      at(await serve(startEvmNode({ tls: await authority.issue() })), '/v1?key=a', true),
    ),
  ),
  evm('HTTP 307 to another chain', 'fail wrong-chain http/redirect', redirecting(307, evmNode), {
    chainId: '1',
  }),
  evm('HTTP 307 to what is limited', limited, redirecting(307, overHttp({ status: 429 }))),
  ...[301, 302, 303].map((status) =>
    evm(`HTTP ${status} to a node`, 'fail http/redirect', redirecting(status, evmNode)),
  ),
  evm('two redirects', 'fail http/redirect', redirecting(307, redirecting(308, evmNode))),
  evm('HTTP 307 from https to http', 'fail http/redirect', redirecting(307, evmNode, true)),
  evm(
    'HTTP 307 with credentials',
    'fail http/redirect',
    redirecting(307, async (lab) => (await evmNode(lab)).replace('//', '//user:secret@')),
  ),
  evm(
    'HTTP 307 to a url of 2,000 characters',
    'fail http/redirect',
    redirecting(307, async (lab) => `${await evmNode(lab)}?${'a'.repeat(2_000)}`),
  ),
  evm(
    'HTTP 307 to no url',
    'fail http/redirect',
    redirecting(307, () => Promise.resolve('https://')),
  ),
  evm('HTTP 307 to a page', 'fail not-json http/redirect', redirecting(307, overHttp({ body: '<html>' }))),
];
