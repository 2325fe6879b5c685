import type { WebAnswer, WebRequest } from '../../src/sandbox/web-node.js';
import type { FaultOf } from './fault.js';
import { at, type GetKind, node, row } from './get-kinds.js';

const redirectTo = (location: string, status = 301): WebAnswer => ({
  status,
  headers: { location, 'content-type': 'text/html' },
  body: '<html>',
});

/** Redirects of a kind that is requested by GET. */
export function createGetRedirects(kind: GetKind): readonly FaultOf[] {
  const { route, start } = kind;
  /** A node below /new that has this answer elsewhere, listed by its host alone. */
  const moved =
    (elsewhere: (path: string) => WebAnswer): FaultOf['start'] =>
    async ({ serve }) => {
      const answer = ({ url, path }: WebRequest) => (url.startsWith('/new') ? undefined : elsewhere(path));
      return at(await serve(start({ path: '/new', answer })));
    };
  /** A server with one answer to all requests. */
  const answeringAll = (locate: (path: string) => WebAnswer) => start({ answer: ({ path }) => locate(path) });
  const passes = (name: string, origin: FaultOf['start']) => row(name, 'pass', ['http/redirect'], origin);
  const fails = (name: string, origin: FaultOf['start'], rules: readonly string[] = ['http/redirect']) =>
    row(name, 'fail', rules, origin);
  return [
    ...[301, 302, 303, 307, 308].map((status) =>
      passes(
        `a redirect to another path (HTTP ${status})`,
        moved((path) => redirectTo(`/new${path}`, status)),
      ),
    ),
    {
      ...passes('a redirect to another port', async ({ serve }) => {
        const otherPort = await serve(start({}));
        return at(await serve(answeringAll((path) => redirectTo(at(otherPort, path)))));
      }),
      chainId: 'sandbox-1',
    },
    passes('a redirect to https', async ({ authority, serve }) => {
      const otherPort = await serve(start({ tls: await authority.issue() }));
      return at(await serve(answeringAll((path) => redirectTo(at(otherPort, path, true)))));
    }),
    {
      ...fails(
        'a redirect to another chain',
        moved((path) => redirectTo(`/new${path}`)),
        [`${kind.kind}/wrong-chain`, 'http/redirect'],
      ),
      chainId: 'other-1',
    },
    fails('a redirect to plain http', async ({ authority, serve }) => {
      const otherPort = await serve(start({}));
      const answer = ({ path }: WebRequest) => redirectTo(at(otherPort, path));
      return at(await serve(start({ tls: await authority.issue(), answer })), '', true);
    }),
    fails('a redirect to another host', async ({ serve }) => {
      const otherPort = await serve(start({}));
      return at(await serve(answeringAll((path) => redirectTo(`http://127.0.0.1:${otherPort}${path}`))));
    }),
    passes('a redirect to another host that keeps the method', async ({ serve }) => {
      const otherPort = await serve(start({}));
      return at(await serve(answeringAll((path) => redirectTo(`http://127.0.0.1:${otherPort}${path}`, 307))));
    }),
    fails(
      'a redirect to a page',
      node(kind, { answer: ({ path }) => (path === '/login' ? undefined : redirectTo('/login', 302)) }),
    ),
    fails('a redirect to itself', async ({ serve }) => at(await serve(answeringAll(redirectTo)))),
    fails(
      'two redirects',
      moved((path) => redirectTo(path.startsWith('/old') ? `/new${route}` : `/old${path}`)),
    ),
    fails(
      'a redirect to what is missing',
      moved((path) => (path.startsWith('/old') ? { status: 404 } : redirectTo(`/old${path}`))),
      ['http/status', 'http/redirect'],
    ),
    row(
      'a redirect to what is limited',
      'inconclusive',
      ['http/redirect', 'net/rate-limited'],
      moved((path) => (path.startsWith('/old') ? { status: 429 } : redirectTo(`/old${path}`))),
    ),
  ];
}
