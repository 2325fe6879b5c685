import { expect } from 'vitest';
import { createStatus, startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { AnswerHook } from '../../src/sandbox/websocket-server.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { type Change, changed } from './json-rpc.js';

type Listed = 'ws' | 'evm-ws';
/** A node whose answer to a subscription or to its status departs, or another server; and where it is listed. */
interface Server {
  readonly subscribe?: Change;
  readonly status?: Change;
  readonly start?: () => Promise<SandboxServer>;
  readonly path?: string;
}

const row = (kind: Listed) =>
  createRows<Server>(kind, ({ subscribe, status, start, path = kind === 'ws' ? '/websocket' : '/' }) =>
    start === undefined
      ? changed(kind, {
          ...(subscribe === undefined ? {} : { [kind === 'ws' ? 'subscribe' : 'eth_subscribe']: subscribe }),
          ...(status === undefined ? {} : { status }),
        })
      : async ({ serve }) => `ws://localhost:${await serve(start())}${path}`,
  );
const comet = row('ws');
const evm = row('evm-ws');
const both = (name: string, result: string, server: Terms & Server) => [
  comet(name, result, server),
  evm(name, result, server),
];

const confirmed = { facts: { subscription: 'confirmed' } };
const sent = { facts: { subscription: 'event' } };
const limit = 'inconclusive net/rate-limited';
const error = (code: number, message: string, data?: string): Change => ({ error: { code, message, data } });
/** A status with other fields in these parts. */
const statusWith = (change: Readonly<Record<string, object | undefined>>): Change => ({
  result: Object.fromEntries(
    Object.entries({ ...createStatus(), ...change }).map(([name, part]) => [
      name,
      name in change && change[name] !== undefined && name !== 'node_info'
        ? { ...(createStatus() as Record<string, object>)[name], ...part }
        : part,
    ]),
  ),
});
const event = (id: unknown) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    result: { query: "tm.event='NewBlock'", data: { type: 'x', value: {} }, events: {} },
  });

/** A node that does something at subscriptions, and answers those that this leaves to it. */
const atSubscription = (act: (...call: Parameters<AnswerHook>) => string | null | undefined) => () =>
  startCometWebSocket({
    answer: (call, socket) => (call.method === 'subscribe' ? act(call, socket) : undefined),
  });
/** A node that sends this in place of its first confirmation. */
const sendsFirst = (text: string) => () => {
  let isFirst = true;
  return atSubscription((_, socket) => {
    if (!isFirst) return undefined;
    isFirst = false;
    socket.send(text);
    return null;
  })();
};
const malformed = (name: string, status: Change) => comet(name, 'fail malformed-response', { status });
const refused = (name: string, code: number, message: string, data: object = {}) =>
  evm(name, 'fail no-subscription', { subscribe: error(code, message), data, facts: { subscription: null } });

/** What clients were asked about. */
export const subscriptionFaults: readonly Fault[] = [
  comet('a node that makes a block', 'pass', {
    start: () => startCometWebSocket({ makesBlocks: true }),
    ...sent,
  }),
  evm('a node that makes a block', 'pass', {
    start: () => startEvmWebSocket({ makesBlocks: true }),
    ...sent,
  }),
  comet('an event before the subscription is confirmed', 'pass', {
    start: atSubscription(({ id }) => event(id)),
  }),
  comet('an event of an old release, before the subscription is confirmed', 'pass', {
    start: atSubscription(({ id }, socket) => {
      socket.send(event(`${id}#event`));
      return undefined;
    }),
  }),
  comet('an event of two megabytes, before the subscription is confirmed', 'pass', {
    start: sendsFirst(`{"jsonrpc":"2.0","id":2,"result":{"data":"${'x'.repeat(2_200_000)}"}}`),
    ...confirmed,
  }),
  comet('heights that are numbers', 'pass nonstandard-answer', {
    status: statusWith({ sync_info: { latest_block_height: 7 } }),
  }),
  comet('the root of a proxy that passes it on', 'pass entry/websocket-path', {
    start: () => startCometWebSocket({ path: '/' }),
    path: '',
  }),
  comet('no path', 'fail upgrade-refused entry/websocket-path', {
    start: () => startCometWebSocket(),
    path: '',
  }),
  comet('another path', 'fail upgrade-refused', { start: () => startCometWebSocket(), path: '/ws' }),
  comet('an EVM websocket', 'fail other-kind', {
    start: () => startEvmWebSocket(),
    data: { kind: 'evm-ws' },
  }),
  evm('a CometBFT websocket', 'fail other-kind', {
    start: () => startCometWebSocket(),
    path: '/websocket',
    data: { kind: 'ws' },
  }),
  malformed('a status that is a string', { result: 'ok' }),
  malformed('a status without node_info', statusWith({ node_info: undefined })),
  malformed('a status without sync_info', statusWith({ sync_info: undefined })),
  malformed('a network that is a number', statusWith({ node_info: { network: 7 } })),
  malformed('a height that is a word', statusWith({ sync_info: { latest_block_height: 'many' } })),
  malformed('a time that is a number', statusWith({ sync_info: { latest_block_time: 7 } })),
  comet('a subscription that is confirmed with text', 'fail malformed-response', {
    subscribe: { result: 'ok' },
  }),
  comet('no method subscribe', 'fail no-subscription', { subscribe: error(-32601, 'Method not found') }),
  comet('a subscription that is refused', 'fail no-subscription', {
    subscribe: error(-32603, 'Internal error', 'failed to subscribe'),
    facts: { chainId: 'sandbox-1', subscription: null },
  }),
  ...both('a subscription that is never answered', 'fail net/response-timeout', {
    subscribe: null,
    timeout: '4s',
  }),
  comet('a server that closes at a subscription', 'fail closed', {
    start: atSubscription((_, socket) => {
      socket.close(1008, 'not allowed');
      return null;
    }),
  }),
  comet('a limit of no subscriptions at all', 'fail no-subscription', {
    subscribe: error(-32603, 'Internal error', 'max_subscription_clients 0 reached'),
  }),
  comet('a limit: clients', limit, {
    subscribe: error(-32603, 'Internal error', 'max_subscription_clients 100 reached'),
  }),
  comet('a limit: subscriptions', limit, {
    subscribe: error(-32603, 'Internal error', 'max_subscriptions_per_client 5 reached'),
  }),
  refused('notifications that are not supported', -32000, 'notifications not supported', {
    code: -32000,
    detail: 'notifications not supported',
  }),
  refused('no method eth_subscribe', -32601, 'the method eth_subscribe does not exist', {
    code: null,
    detail: '',
  }),
  refused('a subscription that is refused', -32602, 'invalid params'),
  ...[null, true, 7, {}].map((result) =>
    evm(`a subscription with the id ${JSON.stringify(result)}`, 'fail malformed-response', {
      subscribe: { result },
      data: { call: 'eth_subscribe', reason: 'expected the id of the subscription, a string' },
    }),
  ),
  evm('a subscription with the id ""', 'pass', { subscribe: { result: '' }, ...confirmed }),
  evm('a limit: subscriptions', limit, {
    subscribe: error(-32006, 'Too many subscriptions on the connection'),
  }),
  evm('a limit: a busy server', limit, { subscribe: error(-32604, 'Server is busy, try again later') }),
];

const suggested = (listed: string, right: string, rule = 'fail upgrade-refused') =>
  comet(`a node at ${right}, listed with ${listed}`, rule, {
    start: () => startCometWebSocket({ path: right.split('?')[0] ?? '' }),
    path: listed,
    data: {
      status: 404,
      suggestion: expect.stringMatching(`^ws://localhost:\\d+${right.replace('?', '\\?')}$`) as string,
    },
  });
const noMethod = { code: -32601, message: 'Method not found' };

/** What no client was asked about. */
export const moreSubscriptions: readonly Fault[] = [
  comet('one confirmation', 'pass', { ...confirmed, attempts: [1, 2] }),
  evm('one confirmation', 'pass', { ...confirmed, attempts: [1, 2] }),
  comet('an event of many values, before the subscription is confirmed', 'pass', {
    start: sendsFirst(`[${'0,'.repeat(200_000)}0]`),
    ...confirmed,
  }),
  comet('megabytes in place of each confirmation', 'fail net/response-too-large', {
    start: atSubscription((_, socket) => {
      socket.send(`"${'x'.repeat(2_200_000)}"`);
      return null;
    }),
  }),
  comet('a status that comes after megabytes', 'fail net/response-too-large', {
    start: () =>
      startCometWebSocket({
        answer: ({ method, id }, socket) => {
          const reply = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
          if (method === 'subscribe') return reply('x'.repeat(4 << 20));
          setTimeout(() => socket.send(reply(createStatus({ network: 'a-1' }))), 100);
          return null;
        },
      }),
    facts: { chainId: 'a-1' },
  }),
  suggested('/rpc', '/rpc/websocket'),
  suggested('/rpc', '/websocket'),
  suggested('/?x=1', '/websocket?x=1', 'fail upgrade-refused entry/websocket-path'),
  comet('a websocket of another program', 'fail upgrade-refused', {
    start: () => startCometWebSocket({ answer: ({ id }) => `{"jsonrpc":"2.0","id":${id},"result":"hello"}` }),
    path: '/rpc',
    data: { status: 404, suggestion: null },
  }),
  ...['/websocket', '/websocket?x=1'].map((path) =>
    comet(`an RPC whose proxy lost the upgrade, at ${path}`, 'fail upgrade-refused', {
      start: () => startRpcNode(),
      path,
      data: { status: null, suggestion: null },
    }),
  ),
  ...[1, 'sandbox-1', null].map((result) =>
    comet(`no method status, and the EVM chain id ${JSON.stringify(result)}`, 'fail method-missing', {
      start: () =>
        startCometWebSocket({
          answer: ({ id, method }) =>
            JSON.stringify({
              jsonrpc: '2.0',
              id,
              ...(method === 'eth_chainId' ? { result } : { error: noMethod }),
            }),
        }),
      data: { call: 'status' },
    }),
  ),
  evm('an EVM node over HTTP alone', 'fail other-kind', {
    start: () => startEvmNode(),
    data: { kind: 'evm' },
  }),
];
