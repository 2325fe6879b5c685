import { startCometWebSocket, describeStatus } from '../../src/sandbox/comet-websocket.js';
import type { AnswerHook } from '../../src/sandbox/websocket-server.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import type { FaultOf } from './fault.js';
import { at, createWebSocketFaults, row, type WebSocketKind } from './websockets.js';

/** CometBFT's websockets, as the table of faults needs them. */
export const cometWebSockets: WebSocketKind = {
  family: 'ws',
  path: '/websocket',
  start: startCometWebSocket,
  first: { method: 'status', result: describeStatus },
};

const hourMs = 3_600_000;
const node =
  (options: Parameters<typeof startCometWebSocket>[0] = {}): FaultOf['start'] =>
  async ({ serve }) =>
    at('/websocket', await serve(startCometWebSocket(options)));
const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
const refuse = (id: number, code: number, message: string, data: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } });
/** A node that answers one method in another way. */
const answering = (method: string, answer: (id: number) => string | null): FaultOf['start'] =>
  node({ answer: (call) => (call.method === method ? answer(call.id) : undefined) });
const statusWith = (change: (status: Record<string, Record<string, unknown>>) => unknown): FaultOf['start'] =>
  answering('status', (id) => reply(id, change(describeStatus() as Record<string, Record<string, unknown>>)));
const malformed = (name: string, start: FaultOf['start']) =>
  row(name, 'fail', ['ws/malformed-response'], start);
const event = (id: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { query: "tm.event='NewBlock'", data: { type: 'x', value: {} }, events: {} },
  });

/** A node that answers all subscriptions with a limit, in these words. */
const limited = (name: string, data: string) =>
  row(
    `a limit: ${name}`,
    'inconclusive',
    ['net/rate-limited'],
    answering('subscribe', (id) => refuse(id, -32603, 'Internal error', data)),
  );

const sendsLargeEventFirst = (): AnswerHook => {
  let isFirst = true;
  return ({ method }, socket) => {
    if (method !== 'subscribe' || !isFirst) return undefined;
    isFirst = false;
    socket.send(`{"jsonrpc":"2.0","id":2,"result":{"data":"${'x'.repeat(2_200_000)}"}}`);
    return null;
  };
};

/** Faults that only a CometBFT websocket can have. */
export const cometWebSocketFaults: readonly FaultOf[] = [
  ...createWebSocketFaults(cometWebSockets),
  row('a node that makes a block', 'pass', [], node({ makesBlocks: true })),
  row('an event before the subscription is confirmed', 'pass', [], answering('subscribe', event)),
  row(
    'an event of an old release, before the subscription is confirmed',
    'pass',
    [],
    node({
      answer: ({ id, method }, socket) => {
        if (method === 'subscribe') socket.send(event(`${id}#event`));
        return undefined;
      },
    }),
  ),
  row('an event of two megabytes, before the subscription is confirmed', 'pass', [], async ({ serve }) =>
    at('/websocket', await serve(startCometWebSocket({ answer: sendsLargeEventFirst() }))),
  ),
  row(
    'heights that are numbers',
    'pass',
    ['ws/nonstandard-answer'],
    statusWith((status) => ({
      ...status,
      sync_info: { ...status['sync_info'], latest_block_height: 7 },
    })),
  ),
  row('the root of a proxy that passes it on', 'pass', ['entry/websocket-path'], async ({ serve }) =>
    at('', await serve(startCometWebSocket({ path: '/' }))),
  ),
  row('no path', 'fail', ['ws/upgrade-refused', 'entry/websocket-path'], async ({ serve }) =>
    at('', await serve(startCometWebSocket())),
  ),
  row('another path', 'fail', ['ws/upgrade-refused'], async ({ serve }) =>
    at('/ws', await serve(startCometWebSocket())),
  ),
  row('an EVM websocket', 'fail', ['ws/other-kind'], async ({ serve }) =>
    at('/websocket', await serve(startEvmWebSocket())),
  ),
  row('another chain', 'fail', ['ws/wrong-chain'], node(), { chainId: 'other-1' }),
  row('the chain that is claimed', 'pass', [], node(), { chainId: 'sandbox-1' }),
  row(
    'a chain that is not reported',
    'pass',
    ['ws/nonstandard-answer', 'ws/chain-unknown'],
    node({ network: '' }),
    {
      chainId: 'sandbox-1',
    },
  ),
  row('a node that is catching up', 'pass', ['ws/syncing'], node({ syncing: true })),
  row('an old block', 'pass', ['ws/stale'], node({ blockTime: new Date(Date.now() - 2 * hourMs) })),
  row(
    'a block of tomorrow',
    'pass',
    ['ws/odd-timestamp'],
    node({ blockTime: new Date(Date.now() + 24 * hourMs) }),
  ),
  row('no block', 'fail', ['ws/no-block'], node({ height: 0, blockTime: new Date(0) })),
  malformed(
    'a status that is a string',
    statusWith(() => 'ok'),
  ),
  malformed(
    'a status without node_info',
    statusWith(({ sync_info }) => ({ sync_info })),
  ),
  malformed(
    'a status without sync_info',
    statusWith(({ node_info }) => ({ node_info })),
  ),
  malformed(
    'a network that is a number',
    statusWith((status) => ({ ...status, node_info: { network: 7 } })),
  ),
  malformed(
    'a height that is a word',
    statusWith((status) => ({
      ...status,
      sync_info: { ...status['sync_info'], latest_block_height: 'many' },
    })),
  ),
  malformed(
    'a time that is a number',
    statusWith((status) => ({
      ...status,
      sync_info: { ...status['sync_info'], latest_block_time: 7 },
    })),
  ),
  malformed(
    'a subscription that is confirmed with text',
    answering('subscribe', (id) => reply(id, 'ok')),
  ),
  row(
    'no method subscribe',
    'fail',
    ['ws/no-subscription'],
    answering('subscribe', (id) => refuse(id, -32601, 'Method not found', '')),
  ),
  row(
    'a subscription that is refused',
    'fail',
    ['ws/no-subscription'],
    answering('subscribe', (id) => refuse(id, -32603, 'Internal error', 'failed to subscribe')),
  ),
  row(
    'a subscription that is never answered',
    'fail',
    ['net/response-timeout'],
    answering('subscribe', () => null),
    {
      timeout: '4s',
    },
  ),
  row(
    'a server that closes at a subscription',
    'fail',
    ['ws/closed'],
    node({
      answer: ({ method }, socket) => {
        if (method === 'subscribe') socket.close(1008, 'not allowed');
        return method === 'subscribe' ? null : undefined;
      },
    }),
  ),
  row(
    'a limit of no subscriptions at all',
    'fail',
    ['ws/no-subscription'],
    answering('subscribe', (id) =>
      refuse(id, -32603, 'Internal error', 'max_subscription_clients 0 reached'),
    ),
  ),
  row(
    'a node that is catching up from nothing',
    'fail',
    ['ws/no-block'],
    node({ syncing: true, height: 0, blockTime: new Date(0) }),
  ),
  limited('clients', 'max_subscription_clients 100 reached'),
  limited('subscriptions', 'max_subscriptions_per_client 5 reached'),
];
