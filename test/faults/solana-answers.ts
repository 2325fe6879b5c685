import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { mainnetGenesis, type SolanaNodeOptions, startSolanaNode } from '../../src/sandbox/solana-node.js';
import { answerJson, type WebAnswer } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type Terms } from './fault.js';
import { at } from './get-kinds.js';

const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

const solana = createRows<SolanaNodeOptions & Terms>(
  'solana',
  (options) =>
    async ({ serve }) =>
      at(await serve(startSolanaNode(options))),
);

/** The answer to one method. */
const answerTo =
  (name: string, answer: (id: number) => WebAnswer): NonNullable<SolanaNodeOptions['answer']> =>
  ({ body }) => {
    const call = body === '' ? null : (JSON.parse(body) as { id: number; method: string });
    return call?.method === name ? answer(call.id) : undefined;
  };
const result = (value: unknown) => (id: number) => answerJson({ jsonrpc: '2.0', id, result: value });
const error =
  (code: number, message: string, status = 200) =>
  (id: number) =>
    answerJson({ jsonrpc: '2.0', id, error: { code, message } }, status);

const allowsKit = { 'access-control-allow-headers': 'content-type, solana-client' };
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
const methodMissing = error(-32601, 'Method not found');

/** The answers to `getBlockTime` by slot; the node's own if undefined. */
const answerTime =
  (answer: (slot: number, id: number) => WebAnswer | undefined): NonNullable<SolanaNodeOptions['answer']> =>
  ({ body }) => {
    const call = body === '' ? null : (JSON.parse(body) as { id: number; method: string; params?: number[] });
    return call?.method === 'getBlockTime' ? answer(call.params?.[0] ?? 0, call.id) : undefined;
  };

/** What nodes of Solana answer. */
export const solanaAnswers: readonly Fault[] = [
  solana('a healthy node', 'pass', {
    facts: { chainId: mainnetGenesis, blockHeight: 381_000_000, version: '2.3.6', cors: null },
  }),
  solana('a healthy node that is asked for less', 'pass', {
    attempts: [2],
    facts: { chainId: mainnetGenesis },
  }),
  solana('a healthy node that pages may use', 'pass', {
    args: ['--cors'],
    cors: true,
    answer: ({ method }) => (method === 'OPTIONS' ? { status: 204, headers: allowsKit } : undefined),
    facts: { cors: true },
  }),
  // @solana/kit sends it.
  solana('no field of the client for pages', 'pass http/no-cors', {
    args: ['--cors'],
    cors: true,
    facts: { cors: false },
  }),
  solana('the chain that is claimed in full', 'pass', { chainId: mainnetGenesis }),
  solana('the chain that is claimed as CAIP-2 does', 'pass', { chainId: mainnetGenesis.slice(0, 32) }),
  solana('another chain', 'fail wrong-chain', { chainId: mainnetGenesis, genesisHash: devnet }),
  solana('no genesis hash', 'pass chain-unknown', {
    chainId: mainnetGenesis,
    answer: answerTo('getGenesisHash', methodMissing),
  }),
  solana('a limit of the genesis hash', 'inconclusive net/rate-limited', {
    chainId: mainnetGenesis,
    answer: answerTo('getGenesisHash', error(429, 'Too many requests', 429)),
  }),
  solana('an error beside the slot', 'pass nonstandard-answer', {
    answer: answerTo('getSlot', (id) => answerJson({ jsonrpc: '2.0', id, result: 381_000_000, error: null })),
  }),
  solana('a node that is behind', 'pass syncing', { slotsBehind: 42 }),
  solana('a node that does not know how far it is behind', 'pass syncing', {
    answer: answerTo('getHealth', error(-32005, 'Node is unhealthy')),
  }),
  solana('newest slots without a block', 'pass', { skippedSlots: 3, facts: { blockHeight: 380_999_996 } }),
  solana('slots without a block for long', 'pass head-unknown', {
    skippedSlots: 100,
    facts: { blockHeight: null },
  }),
  solana('no time yet', 'pass head-unknown', { answer: answerTo('getBlockTime', result(null)) }),
  solana('a time in milliseconds', 'pass odd-timestamp', {
    answer: answerTo('getBlockTime', (id) => result(Date.now())(id)),
    data: { height: 381_000_000, reason: 'it is in milliseconds instead of seconds' },
  }),
  solana('a time that is no time', 'pass head-unknown', { answer: answerTo('getBlockTime', result(1e300)) }),
  solana('an old block', 'pass stale', { blockTime: hoursAgo(2) }),
  solana('a slot that is a text', 'fail malformed-response', { answer: answerTo('getSlot', result('381')) }),
  solana('an error of the node', 'fail rpc-error', {
    answer: answerTo('getSlot', error(-32603, 'Internal error')),
  }),
  solana('a limit', 'inconclusive net/rate-limited', {
    answer: answerTo('getSlot', error(429, 'Too many requests for a specific RPC call', 429)),
  }),
  // solana-labs/solana-program-library#2784, bmresearch/Solnet#282.
  solana('a limit by the code of JSON-RPC alone', 'inconclusive net/rate-limited', {
    answer: answerTo('getSlot', error(429, 'slow down')),
  }),
  solana('a method that the provider has switched off', 'fail rpc-error', {
    answer: answerTo('getSlot', error(410, 'Calls have been disabled', 410)),
  }),
  createRows<object>(
    'solana',
    () =>
      async ({ serve }) =>
        at(await serve(startEvmNode())),
  )('an EVM node', 'fail other-kind', { data: { kind: 'evm' } }),
];

/** A server that answers the first request with the answer to another one, as one that confuses those of a connection. */
function confuseFirst(): NonNullable<SolanaNodeOptions['answer']> {
  let isFirst = true;
  return answerTo('getSlot', (id) => {
    const confused = isFirst ? id + 1 : id;
    isFirst = false;
    return answerJson({ jsonrpc: '2.0', id: confused, result: 381_000_000 });
  });
}

/** What other clients were not asked about. */
export const moreSolanaAnswers: readonly Fault[] = [
  // "Block not available", and "slot was skipped".
  ...[-32004, -32007].flatMap((code) => [
    solana(`newest slots without a block, by the code ${code}`, 'pass', {
      answer: answerTime((slot, id) => (slot > 380_999_996 ? error(code, 'no block')(id) : undefined)),
      facts: { blockHeight: 380_999_996 },
    }),
    solana(`no slot with a block, by the code ${code}`, 'pass head-unknown', {
      answer: answerTime((_slot, id) => error(code, 'no block')(id)),
      facts: { blockHeight: null },
    }),
    solana(`the newest slot by the code ${code}`, 'fail rpc-error', {
      answer: answerTo('getSlot', error(code, 'no block')),
    }),
  ]),
  createRows<object>(
    'solana',
    () =>
      async ({ serve }) =>
        at(await serve(startSolanaNode({ answer: confuseFirst() }))),
  )('an answer to another request', 'pass'),
  createRows<object>(
    'evm',
    () =>
      async ({ serve }) =>
        at(await serve(startSolanaNode())),
  )('a Solana node', 'fail other-kind', { data: { kind: 'solana' } }),
];
