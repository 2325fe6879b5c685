import { describe, expect, test } from 'vitest';
import { check } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { createAbortController } from '../../../net/abort.js';
import { startCometWebSocket } from '../../../sandbox/comet-websocket.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';
import { type EvmWebSocketOptions, startEvmWebSocket } from '../../../sandbox/evm-websocket.js';
import type { AnswerHook, WebSocketCall } from '../../../sandbox/websocket-server.js';
import { evmWsCheck } from './index.js';

// Many of these tests wait, so they run together.
const use = useInFile();

const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
const refuse = (id: number, code: number, message = '') =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

async function probe(
  options: EvmWebSocketOptions = {},
  attempt = 1,
  otherwise: Parameters<typeof check>[3] = {},
) {
  const calls: string[] = [];
  const answer: AnswerHook = (call, socket) => {
    calls.push(call.method);
    return options.answer?.(call, socket);
  };
  const { port } = await use(startEvmWebSocket({ ...options, answer }));
  return { ...(await check(evmWsCheck, port, attempt, otherwise)), calls, port };
}

/** Answers calls of some methods, by a text or the result. */
const answerWith =
  (answers: Readonly<Record<string, (call: WebSocketCall) => unknown>>): AnswerHook =>
  (call) => {
    const answer = answers[call.method]?.(call);
    return answer === undefined || typeof answer === 'string' ? answer : reply(call.id, answer);
  };

const block = 'eth_getBlockByNumber';
const required = [block, 'eth_chainId', 'eth_subscribe'];
const all = [...required, 'eth_syncing', 'eth_chainId', block];
const claim = { chainId: '31337', field: 'chain_id_evm', derived: false };

describe.concurrent('an EVM node', () => {
  test.each([
    [1, all],
    [2, required],
  ])(
    'reports its block and its chain, and confirms a subscription: attempt %i',
    async (attempt, expected) => {
      const { facts, codes, calls, port } = await probe({ chainId: 1_776, blockNumber: 16 }, attempt);
      expect(facts).toMatchObject({
        address: `127.0.0.1:${port}`,
        chainId: 1_776,
        otherChainId: null,
        blockHeight: 16,
        otherHead: null,
        subscription: 'confirmed',
        archive: null,
        cors: null,
      });
      expect([codes, calls]).toEqual([[], expected]);
    },
  );

  test('sends an event, which is a fact', async () => {
    expect((await probe({ makesBlocks: true })).facts).toMatchObject({ subscription: 'event' });
  });

  test('gets all calls at once on the first attempt', async () => {
    const waiting: number[] = [];
    // Answers only once all have arrived.
    const answer: AnswerHook = ({ id }, socket) => {
      waiting.push(id);
      if (waiting.length === all.length) for (const each of waiting) socket.send(reply(each, null));
      return null;
    };
    const { codes, calls } = await probe({ answer });
    expect(codes).toEqual(['evm-ws/malformed-response', 'evm-ws/no-block']);
    expect(calls).toEqual([...all, 'net_version']);
  });

  test('gets them one after another on later attempts', async () => {
    const order: string[] = [];
    // Late, so that a call that was sent with it arrives before.
    const answerLate: AnswerHook = ({ id, method }, socket) => {
      order.push(method);
      setTimeout(() => {
        order.push('answered');
        socket.send(reply(id, '0x1'));
      }, 50);
      return null;
    };
    await probe({ answer: answerLate }, 2);
    expect(order).toEqual(required.flatMap((method) => [method, 'answered']));
  });

  test('gets another request for the chain id after a limit', async () => {
    let limits = 1;
    const limit = ({ id }: WebSocketCall) => (limits-- > 0 ? refuse(id, -32005, 'slow down') : undefined);
    const { facts, codes, calls } = await probe({ answer: answerWith({ eth_chainId: limit }) }, 2);
    expect([facts['chainId'], codes]).toEqual([31_337, []]);
    expect(calls).toEqual([block, 'eth_chainId', 'eth_chainId', 'eth_subscribe']);
  });

  test('that limits each is limited', async () => {
    const answer = answerWith({ eth_chainId: ({ id }) => refuse(id, -32005) });
    const { facts, codes, judgeClaim } = await probe({ answer });
    expect([facts['chainId'], codes]).toEqual([null, []]);
    expect(judgeClaim(claim)).toMatchObject([{ code: 'net/rate-limited' }]);
  });

  test('without a chain id gets a request for its network id', async () => {
    const { problems, judgeClaim } = await probe({
      answer: answerWith({ net_version: () => '5', eth_chainId: ({ id }) => refuse(id, -32601) }),
    });
    const detail = 'the method does not exist';
    expect(problems).toEqual([{ code: 'evm-ws/chain-unknown', data: { detail } }]);
    expect(judgeClaim(claim)).toEqual([]);
  });

  test('that passes calls to two nodes shows both', async () => {
    let id = 1;
    let height = 0;
    const { facts } = await probe({
      answer: answerWith({
        eth_chainId: () => reply(id === 1 ? 2 : 4, `0x${id++}`),
        [block]: (call) => {
          height += 100;
          const timestamp = `0x${(1_700_000_000 + 10 * height).toString(16)}`;
          const number = `0x${height.toString(16)}`;
          return reply(call.id, { hash: `0x${'ab'.repeat(32)}`, number, timestamp });
        },
      }),
    });
    expect(facts).toMatchObject({ chainId: 1, otherChainId: 2, blockHeight: 200 });
    expect(facts['otherHead']).toMatchObject({ blockHeight: 100 });
  });

  const genesis = { hash: `0x${'ab'.repeat(32)}`, number: '0x0', timestamp: '0x0' };

  test.each([
    [{}, 'evm-ws/syncing'],
    [{ [block]: () => genesis }, 'evm-ws/no-block'],
  ])('that is catching up says so: %#', async (answers, code) => {
    const answer = answerWith({ ...answers, eth_syncing: () => ({ currentBlock: '0x0' }) });
    expect((await probe({ answer })).codes).toEqual([code]);
  });

  test.each([1, 2])('at genesis gets more time to say so: attempt %i', async (attempt) => {
    const answerLate: AnswerHook = ({ id, method }, socket) => {
      if (method !== 'eth_syncing') return method === block ? reply(id, genesis) : undefined;
      setTimeout(() => socket.send(reply(id, { currentBlock: '0x0' })), 2_500);
      return null;
    };
    expect((await probe({ answer: answerLate }, attempt)).codes).toEqual(['evm-ws/no-block']);
  });
});

describe.concurrent('an entry that is listed as an archive', () => {
  test.each<[string, AnswerHook, boolean, readonly string[]]>([
    ['is one', () => undefined, true, []],
    [
      'lacks state',
      answerWith({
        eth_getTransactionCount: ({ id, params }) =>
          JSON.stringify(params).includes('"0x1"') ? refuse(id, -32000, 'missing trie node') : undefined,
      }),
      false,
      ['evm-ws/not-archive'],
    ],
  ])('%s', async (_name, answer, archive, codes) => {
    const judged = await probe({ answer }, 2, { isArchive: true });
    expect([judged.facts['archive'], judged.codes]).toEqual([archive, codes]);
  });
});

describe.concurrent('a block beyond the limit', () => {
  const large = ({ id }: WebSocketCall) =>
    reply(id, { transactions: Array<string>(32_000).fill(`0x${'ab'.repeat(32)}`) });

  test.each([1, 2])('ends the websocket, and another shows the chain: attempt %i', async (attempt) => {
    const { facts, codes } = await probe({ answer: answerWith({ [block]: large }) }, attempt);
    expect(facts).toMatchObject({ chainId: 31_337, blockHeight: null, subscription: 'confirmed' });
    expect(codes).toEqual(['evm-ws/head-unknown']);
  });

  test('is the failure if the chain is unknown', async () => {
    const { facts, codes } = await probe({ answer: large });
    expect([facts['chainId'], codes]).toEqual([null, ['net/response-too-large']]);
  });
});

describe.concurrent('a subscription', () => {
  test.each<[string, (call: WebSocketCall) => string, string, object]>([
    [
      'that is not supported',
      ({ id }) => refuse(id, -32000, 'notifications not supported'),
      'evm-ws/no-subscription',
      { code: -32000, detail: 'notifications not supported' },
    ],
    [
      'whose method does not exist',
      ({ id }) => refuse(id, -32601, 'no such method'),
      'evm-ws/no-subscription',
      { code: null, detail: '' },
    ],
    [
      'without an id',
      ({ id }) => reply(id, true),
      'evm-ws/malformed-response',
      { call: 'eth_subscribe', reason: 'expected the id of the subscription, a string' },
    ],
    ['that is limited', ({ id }) => refuse(id, -32006, 'Too many subscriptions'), 'net/rate-limited', {}],
  ])('%s', async (_name, answer, code, data) => {
    const { facts, problems } = await probe({ answer: answerWith({ eth_subscribe: answer }) });
    expect([facts['subscription'], problems]).toMatchObject([null, [{ code, data }]]);
  });
});

describe.concurrent('an endpoint of another kind is named', () => {
  test('if it is a CometBFT websocket', async () => {
    const { port } = await use(startCometWebSocket({ path: '/' }));
    const { problems } = await check(evmWsCheck, port);
    expect(problems).toEqual([{ code: 'evm-ws/other-kind', data: { kind: 'ws' } }]);
  });

  test('if it answers EVM JSON-RPC over HTTP alone', async () => {
    const { port } = await use(startEvmNode());
    const { facts, problems } = await check(evmWsCheck, port);
    expect(problems).toMatchObject([{ code: 'evm-ws/other-kind', data: { kind: 'evm' } }]);
    expect(facts['address']).toBe(`127.0.0.1:${port}`);
  });
});

test.concurrent('the budget ends everything', async () => {
  const budget = createAbortController();
  const answer: AnswerHook = ({ method }) => {
    if (method === 'eth_subscribe') budget.abort();
    return null;
  };
  expect((await probe({ answer }, 1, { signal: budget.signal })).codes).toEqual(['net/response-timeout']);
});
