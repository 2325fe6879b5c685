import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { createAbortController } from '../../../net/abort.js';
import { startCometWebSocket } from '../../../sandbox/comet-websocket.js';
import { startEvmNode } from '../../../sandbox/evm-node.js';
import { type EvmWebSocketOptions, startEvmWebSocket } from '../../../sandbox/evm-websocket.js';
import type { AnswerHook } from '../../../sandbox/websocket-server.js';
import { probeEvmWs } from './probe.js';

// Many of these tests wait, so they run together.
const use = useInFile();

const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });
const refuse = (id: number, code: number, message = '') =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

async function probe(options: EvmWebSocketOptions = {}, attempt = 1) {
  const calls: string[] = [];
  const answer: AnswerHook = (call, socket) => {
    calls.push(call.method);
    return options.answer?.(call, socket);
  };
  const { port } = await use(startEvmWebSocket({ ...options, answer }));
  return { observation: await probeEvmWs(createProbeContext(port), attempt), calls, port };
}

const problem = (code: string, data: object = {}) => ({ kind: 'problem', problem: { code, data } });
const all = ['eth_getBlockByNumber', 'eth_chainId', 'eth_subscribe'];

describe.concurrent('an EVM node', () => {
  test.each([1, 2])(
    'reports its block and its chain, and confirms a subscription: attempt %i',
    async (attempt) => {
      const blockTime = new Date('2026-11-22T12:00:00Z');
      const options = { chainId: 1_776, blockNumber: 16, blockTime };
      const { observation, calls, port } = await probe(options, attempt);
      expect(observation).toMatchObject({
        connection: { address: `127.0.0.1:${port}` },
        secure: false,
        block: {
          kind: 'result',
          result: { hash: `0x${'ab'.repeat(32)}`, number: '0x10', timestamp: '0x6b02d940' },
        },
        chainId: { kind: 'result', result: '0x6f0' },
        networkId: null,
        subscription: { kind: 'result', hasEvent: false },
      });
      expect(calls).toEqual(all);
    },
  );

  test('sends an event, which is a fact', async () => {
    const { observation } = await probe({ makesBlocks: true });
    expect(observation.subscription).toEqual({ kind: 'result', hasEvent: true });
  });

  test('gets all calls at once on the first attempt', async () => {
    const waiting: number[] = [];
    // Answers only once all have arrived.
    const answer: AnswerHook = ({ id }, socket) => {
      waiting.push(id);
      if (waiting.length === all.length) for (const each of waiting) socket.send(reply(each, null));
      return null;
    };
    const { observation, calls } = await probe({ answer });
    expect(observation.block).toEqual({ kind: 'result', result: null });
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
    expect(order).toEqual(all.flatMap((method) => [method, 'answered']));
  });

  test('gets a second request for the chain id after a limit', async () => {
    let limits = 1;
    const { observation, calls } = await probe({
      answer: ({ id, method }) =>
        method === 'eth_chainId' && limits-- > 0 ? refuse(id, -32005, 'slow down') : undefined,
    });
    expect(observation.chainId).toEqual({ kind: 'result', result: '0x7a69' });
    expect(calls).toEqual([...all, 'eth_chainId']);
  });

  test('that limits both is limited', async () => {
    const { observation } = await probe({
      answer: ({ id, method }) => (method === 'eth_chainId' ? refuse(id, -32005) : undefined),
    });
    expect(observation).toMatchObject({ chainId: problem('net/rate-limited'), networkId: null });
  });

  test('without a chain id gets a request for its network id', async () => {
    const { observation, calls } = await probe({
      answer: ({ id, method }) => {
        if (method === 'net_version') return reply(id, '5');
        return method === 'eth_chainId' ? refuse(id, -32601) : undefined;
      },
    });
    expect(observation).toMatchObject({
      chainId: problem('method-missing', { call: 'eth_chainId' }),
      networkId: { kind: 'result', result: '5' },
    });
    expect(calls).toEqual([...all, 'net_version']);
  });

  test('has only those fields kept that the check reads', async () => {
    const { observation } = await probe({
      answer: ({ id, method }) =>
        method === 'eth_getBlockByNumber'
          ? reply(id, { hash: 'x'.repeat(10_000), transactions: Array<string>(1_000).fill('0x0') })
          : undefined,
    });
    expect(JSON.stringify(observation.block).length).toBeLessThan(500);
  });
});

describe.concurrent('a block beyond the limit', () => {
  const large = (id: number) =>
    reply(id, { transactions: Array<string>(32_000).fill(`0x${'ab'.repeat(32)}`) });

  test.each([1, 2])('ends the websocket, and another shows the chain: attempt %i', async (attempt) => {
    const { observation } = await probe(
      { answer: ({ id, method }) => (method === 'eth_getBlockByNumber' ? large(id) : undefined) },
      attempt,
    );
    expect(observation).toMatchObject({
      block: { kind: 'result', result: {}, limitBytes: 2 << 20 },
      chainId: { kind: 'result', result: '0x7a69' },
      subscription: { kind: 'result' },
    });
  });

  test('is the failure if the chain is unknown', async () => {
    const { observation } = await probe({ answer: ({ id }) => large(id) });
    expect(observation).toMatchObject({ block: problem('net/response-too-large'), chainId: null });
  });
});

describe.concurrent('a subscription', () => {
  test.each<[string, (id: number) => string, object]>([
    [
      'that is not supported',
      (id) => refuse(id, -32000, 'notifications not supported'),
      problem('no-subscription', { code: -32000, detail: 'notifications not supported' }),
    ],
    [
      'whose method does not exist',
      (id) => refuse(id, -32601, 'no such method'),
      problem('no-subscription', { code: null, detail: '' }),
    ],
    [
      'without an id',
      (id) => reply(id, true),
      problem('malformed-response', {
        call: 'eth_subscribe',
        reason: 'expected the id of the subscription, a string',
      }),
    ],
    [
      'that is limited',
      (id) => refuse(id, -32006, 'Too many subscriptions on the connection'),
      problem('net/rate-limited'),
    ],
  ])('%s', async (_name, answer, expected) => {
    const { observation } = await probe({
      answer: ({ id, method }) => (method === 'eth_subscribe' ? answer(id) : undefined),
    });
    expect(observation.subscription).toMatchObject(expected);
  });
});

describe.concurrent('an endpoint of another kind is named', () => {
  test('if it is a CometBFT websocket', async () => {
    const { port } = await use(startCometWebSocket({ path: '/' }));
    const { block } = await probeEvmWs(createProbeContext(port), 1);
    expect(block).toEqual(problem('evm-ws/other-kind', { kind: 'ws' }));
  });

  test('if it answers EVM JSON-RPC over HTTP alone', async () => {
    const { port } = await use(startEvmNode());
    const observation = await probeEvmWs(createProbeContext(port), 1);
    expect(observation.block).toEqual(problem('evm-ws/other-kind', { kind: 'evm' }));
    expect(observation.connection?.address).toBe(`127.0.0.1:${port}`);
  });
});

test.concurrent('the budget ends everything', async () => {
  const budget = createAbortController();
  const { port } = await use(
    startEvmWebSocket({
      answer: ({ method }) => {
        if (method === 'eth_subscribe') budget.abort();
        return null;
      },
    }),
  );
  const { block } = await probeEvmWs(createProbeContext(port, { signal: budget.signal }), 1);
  expect(block).toMatchObject(problem('net/response-timeout'));
});
