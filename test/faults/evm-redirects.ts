import { startEvmNode } from '../../src/sandbox/evm-node.js';
import type { FaultOf, Lab } from './fault.js';
import { at, row } from './get-kinds.js';

/** A server that redirects every request, and the one that it leads to. */
const redirecting =
  (status: number, locate: (lab: Lab) => Promise<string>, secure = false): FaultOf['start'] =>
  async (lab) => {
    const location = await locate(lab);
    const headers = { location, 'content-type': 'text/html' };
    const tls = secure ? { tls: await lab.authority.issue() } : {};
    const answer = { status, headers, body: '<html>' };
    return at(await lab.serve(startEvmNode({ ...tls, answer })), '', secure);
  };
const node = async ({ serve }: Lab) => `http://127.0.0.1:${await serve(startEvmNode())}/`;
const fails = (name: string, rules: readonly string[], start: FaultOf['start']) =>
  row(name, 'fail', rules, start);

/** Redirects of a POST. */
export const evmRedirects: readonly FaultOf[] = [
  ...[307, 308].map((status) =>
    row(`HTTP ${status} to another host`, 'pass', ['http/redirect'], redirecting(status, node), {
      chainId: '31337',
    }),
  ),
  row(
    'HTTP 307 from http to https',
    'pass',
    ['http/redirect'],
    redirecting(307, async ({ authority, serve }) =>
      at(await serve(startEvmNode({ tls: await authority.issue() })), '/v1?key=a', true),
    ),
  ),
  row('HTTP 307 to another chain', 'fail', ['evm/wrong-chain', 'http/redirect'], redirecting(307, node), {
    chainId: '1',
  }),
  row(
    'HTTP 307 to what is limited',
    'inconclusive',
    ['http/redirect', 'net/rate-limited'],
    redirecting(307, async ({ serve }) =>
      at(await serve(startEvmNode({ answer: { status: 429, body: '' } }))),
    ),
  ),
  fails('HTTP 301 to a node', ['http/redirect'], redirecting(301, node)),
  fails('HTTP 302 to a node', ['http/redirect'], redirecting(302, node)),
  fails('HTTP 303 to a node', ['http/redirect'], redirecting(303, node)),
  fails('two redirects', ['http/redirect'], redirecting(307, redirecting(308, node))),
  fails('HTTP 307 from https to http', ['http/redirect'], redirecting(307, node, true)),
  fails(
    'HTTP 307 with credentials',
    ['http/redirect'],
    redirecting(307, async (lab) => (await node(lab)).replace('//', '//user:secret@')),
  ),
  fails(
    'HTTP 307 to a url of 2,000 characters',
    ['http/redirect'],
    redirecting(307, async (lab) => `${await node(lab)}?${'a'.repeat(2_000)}`),
  ),
  fails(
    'HTTP 307 to no url',
    ['http/redirect'],
    redirecting(307, () => Promise.resolve('https://')),
  ),
  fails(
    'HTTP 307 to a page',
    ['evm/not-json', 'http/redirect'],
    redirecting(307, async ({ serve }) =>
      at(await serve(startEvmNode({ answer: { status: 200, body: '<html>' } }))),
    ),
  ),
];
