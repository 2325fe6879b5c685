import type { RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { checkInProcess, type Question } from '../../../test/faults/check-in-process.js';
import { useInFile } from '../../../test/support/servers.js';
import { startCometWebSocket } from '../../sandbox/rpc-node.js';
import { startEvmWebSocket } from '../../sandbox/evm-node.js';
import type { AnswerHook } from '../../sandbox/websocket-server.js';
import { getCheck } from '../index.js';

// Many of these tests wait, so they run together.
const use = useInFile();

const kinds = [
  {
    kind: 'ws',
    start: startCometWebSocket,
    path: '/websocket',
    all: ['status', 'subscribe', 'status'],
    inTurn: ['status', 'subscribe'],
  },
  {
    kind: 'evm-ws',
    start: startEvmWebSocket,
    path: '/',
    all: [
      ...['eth_getBlockByNumber', 'eth_chainId', 'eth_subscribe', 'eth_syncing'],
      ...['eth_chainId', 'eth_getBlockByNumber'],
    ],
    inTurn: ['eth_getBlockByNumber', 'eth_chainId', 'eth_subscribe'],
  },
] as const;
type Asked = (typeof kinds)[number];

/** The conclusion about a node that answers by a hook, and the calls that came. */
async function check(
  { kind, start, path }: Asked,
  hook: AnswerHook = () => undefined,
  question: Question = {},
) {
  const calls: string[] = [];
  const answer: AnswerHook = (call, socket) => {
    calls.push(call.method);
    return hook(call, socket);
  };
  const { port } = await use(start({ answer }));
  const found = await checkInProcess(getCheck(kind), `ws://127.0.0.1:${port}${path}`, question);
  return { ...found, calls, rules: found.problems.map(({ code }) => code) };
}

const refusal = (id: number, code: number) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: '' } });

describe.concurrent.each(kinds)('the calls over a websocket: $kind', (asked) => {
  const { all, inTurn, kind } = asked;
  const last = inTurn.at(-1);

  test('come at once on the first attempt', async () => {
    const waiting: (() => void)[] = [];
    const { calls, rules } = await check(asked, ({ id }, socket) => {
      waiting.push(() => socket.send(refusal(id, -32000)));
      if (waiting.length === all.length) for (const send of waiting) send();
      return null;
    });
    expect(calls.slice(0, all.length)).toEqual(all);
    expect(rules).toEqual([`${kind}/rpc-error`]);
  });

  test('come one after the other on later attempts', async () => {
    let pending = 0;
    const { calls, rules } = await check(
      asked,
      (_, socket) => {
        pending += 1;
        // The answer to a ping comes after all that was sent before it has arrived.
        socket.once('pong', () => (pending -= 1));
        socket.ping();
        return pending > 1 ? refusal(0, -32000) : undefined;
      },
      { attempt: 2 },
    );
    expect([calls, rules]).toEqual([inTurn, ['http/plaintext']]);
  });

  test('end with the budget', async () => {
    for (const method of [all[0], last]) {
      const silent: AnswerHook = (call) => (call.method === method ? null : undefined);
      const { rules } = await check(asked, silent, { timeoutMs: 500 });
      expect(rules[0]).toBe('net/response-timeout');
    }
  });
});

describe.concurrent('further calls', () => {
  const [comet, evm] = kinds;

  test('subscribe again after a message of megabytes, and request a late status alone', async () => {
    let isFirst = true;
    const { calls } = await check(comet, ({ method }, socket) => {
      if (method !== 'subscribe' || !isFirst) return undefined;
      isFirst = false;
      socket.send(`"${'x'.repeat(2_200_000)}"`);
      return null;
    });
    expect(calls).toEqual(['status', 'subscribe', 'status', 'subscribe']);
  });

  test('do not subscribe again after another answer that is none', async () => {
    const { calls, rules } = await check(comet, ({ id, method }) =>
      method === 'subscribe' ? JSON.stringify({ jsonrpc: '1.0', id }) : undefined,
    );
    expect([calls, rules]).toEqual([comet.all, ['ws/bad-envelope', 'http/plaintext']]);
  });

  test('ask a websocket without the first method for its other kind', async () => {
    const { calls } = await check(comet, ({ id }) => refusal(id, -32601));
    expect(calls).toEqual([...comet.all, 'eth_chainId']);
  });

  test('repeat a chain id that is limited, and ask for the network id of a node without one', async () => {
    let limits = 1;
    const limited = await check(evm, ({ id, method }) =>
      method === 'eth_chainId' && limits-- > 0 ? refusal(id, -32005) : undefined,
    );
    expect([limited.calls, limited.facts['chainId']]).toEqual([[...evm.all, 'eth_chainId'], 31_337]);
    const without = await check(evm, ({ id, method }) =>
      method === 'eth_chainId' ? refusal(id, -32601) : undefined,
    );
    expect(without.calls).toEqual([...evm.all, 'net_version']);
  });

  test.each(['/websocket', '/websocket?x=1'])('look for no other path than %s', async (path) => {
    const upgrades: (string | undefined)[] = [];
    const onRequest: RequestListener = (request, response) => {
      if (request.headers.upgrade !== undefined) upgrades.push(request.url);
      request.resume();
      response.writeHead(404).end();
    };
    const { port } = await use(startCometWebSocket({ path: '/elsewhere', onRequest }));
    await checkInProcess(getCheck('ws'), `ws://127.0.0.1:${port}${path}`);
    expect(upgrades).toEqual([path]);
  });
});
