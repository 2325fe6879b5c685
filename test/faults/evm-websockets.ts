import { startCometWebSocket } from '../../src/sandbox/comet-websocket.js';
import { startEvmWebSocket } from '../../src/sandbox/evm-websocket.js';
import { block } from './evm-server.js';
import type { FaultOf } from './fault.js';
import { at, createWebSocketFaults, row, type WebSocketKind } from './websockets.js';

/** EVM websockets, as the table of faults needs them. */
export const evmWebSockets: WebSocketKind = {
  family: 'evm-ws',
  path: '/',
  start: startEvmWebSocket,
  first: { method: 'eth_getBlockByNumber', result: () => block },
};

const hourMs = 3_600_000;
const seconds = Math.trunc(Date.now() / 1_000);
const node =
  (options: Parameters<typeof startEvmWebSocket>[0] = {}): FaultOf['start'] =>
  async ({ serve }) =>
    at('/', await serve(startEvmWebSocket(options)));
const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
const refuse = (id: number, code: number, message: string) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
/** A node that answers one method in another way. */
const answering = (method: string, answer: (id: number) => string | null): FaultOf['start'] =>
  node({ answer: (call) => (call.method === method ? answer(call.id) : undefined) });
const blockWith = (change: object) =>
  answering('eth_getBlockByNumber', (id) => reply(id, { ...block, ...change }));
const malformed = (name: string, change: object) =>
  row(name, 'fail', ['evm-ws/malformed-block'], blockWith(change));
const refused = (name: string, code: number, message: string) =>
  row(
    name,
    'fail',
    ['evm-ws/no-subscription'],
    answering('eth_subscribe', (id) => refuse(id, code, message)),
  );
const limited = (name: string, code: number, message: string) =>
  row(
    `a limit: ${name}`,
    'inconclusive',
    ['net/rate-limited'],
    answering('eth_subscribe', (id) => refuse(id, code, message)),
  );

/** Faults that only an EVM websocket can have. */
export const evmWebSocketFaults: readonly FaultOf[] = [
  ...createWebSocketFaults(evmWebSockets),
  row('a node that makes a block', 'pass', [], node({ makesBlocks: true })),
  row('a CometBFT websocket', 'fail', ['evm-ws/other-kind'], async ({ serve }) =>
    at('/websocket', await serve(startCometWebSocket())),
  ),
  row('another chain', 'fail', ['evm-ws/wrong-chain'], node({ chainId: 1 }), { chainId: '31337' }),
  row('the chain that is claimed', 'pass', [], node(), { chainId: '31337' }),
  row(
    'a chain id as a number',
    'pass',
    ['evm-ws/nonstandard-answer'],
    answering('eth_chainId', (id) => reply(id, 31_337)),
    {
      chainId: '31337',
    },
  ),
  row(
    'a chain id that is not reported',
    'pass',
    ['evm-ws/chain-unknown'],
    answering('eth_chainId', (id) => refuse(id, -32601, '')),
    {
      chainId: '31337',
    },
  ),
  row(
    'a chain id that is not reported, on another network',
    'inconclusive',
    ['evm-ws/chain-unknown', 'evm-ws/network-differs'],
    node({
      answer: ({ id, method }) => {
        if (method === 'net_version') return reply(id, '5');
        return method === 'eth_chainId' ? refuse(id, -32601, '') : undefined;
      },
    }),
    { chainId: '31337' },
  ),
  row(
    'a limit: the chain id',
    'inconclusive',
    ['net/rate-limited'],
    answering('eth_chainId', (id) => refuse(id, -32005, 'slow down')),
    { chainId: '31337' },
  ),
  row(
    'a chain id that never comes',
    'pass',
    ['evm-ws/chain-unknown'],
    answering('eth_chainId', () => null),
    {
      chainId: '31337',
    },
  ),
  row(
    'no block',
    'fail',
    ['evm-ws/no-block'],
    answering('eth_getBlockByNumber', (id) => reply(id, null)),
  ),
  row(
    'a block of 32,000 transactions',
    'pass',
    ['evm-ws/head-unknown'],
    answering('eth_getBlockByNumber', (id) =>
      reply(id, { ...block, transactions: Array<string>(32_000).fill(block.hash) }),
    ),
    { chainId: '31337' },
  ),
  row(
    'an empty chain id',
    'pass',
    ['evm-ws/chain-unknown'],
    answering('eth_chainId', (id) => reply(id, '0x')),
  ),
  row(
    'a chain id with leading zeros',
    'pass',
    ['evm-ws/nonstandard-answer'],
    answering('eth_chainId', (id) => reply(id, '0x07a69')),
    { chainId: '31337' },
  ),
  row(
    'a block with leading zeros',
    'pass',
    ['evm-ws/nonstandard-answer', 'evm-ws/nonstandard-answer'],
    blockWith({ number: '0x010', timestamp: `0x0${seconds.toString(16)}` }),
  ),
  row(
    'a block with a decimal time',
    'pass',
    ['evm-ws/nonstandard-answer'],
    blockWith({ timestamp: seconds }),
  ),
  row(
    '"error": null beside the result',
    'pass',
    ['evm-ws/nonstandard-answer'],
    answering('eth_getBlockByNumber', (id) =>
      JSON.stringify({ jsonrpc: '2.0', id, error: null, result: block }),
    ),
  ),
  malformed('a block without a number', { number: null }),
  row('a block with a decimal number', 'pass', ['evm-ws/nonstandard-answer'], blockWith({ number: 16 })),
  malformed('a block with a short hash', { hash: '0xab' }),
  malformed('a block without a time', { timestamp: undefined }),
  row('an old block', 'pass', ['evm-ws/stale'], node({ blockTime: new Date(Date.now() - 2 * hourMs) })),
  row(
    'timestamps in milliseconds',
    'pass',
    ['evm-ws/odd-timestamp'],
    blockWith({
      timestamp: `0x${(seconds * 1_000).toString(16)}`,
    }),
  ),
  refused('notifications that are not supported', -32000, 'notifications not supported'),
  refused('no method eth_subscribe', -32601, 'the method eth_subscribe does not exist'),
  refused('a subscription that is refused', -32602, 'invalid params'),
  ...[null, true, 7, {}].map((result) =>
    row(
      `a subscription with the id ${JSON.stringify(result)}`,
      'fail',
      ['evm-ws/malformed-response'],
      answering('eth_subscribe', (id) => reply(id, result)),
    ),
  ),
  row(
    'a subscription with the id ""',
    'pass',
    [],
    answering('eth_subscribe', (id) => reply(id, '')),
  ),
  row(
    'a subscription that is never answered',
    'fail',
    ['net/response-timeout'],
    answering('eth_subscribe', () => null),
    {
      timeout: '4s',
    },
  ),
  limited('subscriptions', -32006, 'Too many subscriptions on the connection'),
  limited('a busy server', -32604, 'Server is busy, try again later'),
];
