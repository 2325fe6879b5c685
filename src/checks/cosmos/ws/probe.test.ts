import { describe, expect, test } from 'vitest';
import { createProbeContext } from '../../../../test/support/probe-context.js';
import { use } from '../../../../test/support/servers.js';
import {
  type CometWebSocketOptions,
  describeStatus,
  startCometWebSocket,
} from '../../../sandbox/comet-websocket.js';
import { startEvmWebSocket } from '../../../sandbox/evm-websocket.js';
import { startRpcNode } from '../../../sandbox/rpc-node.js';
import type { AnswerHook } from '../../../sandbox/websocket-server.js';
import { createAbortController } from '../../../net/abort.js';
import { probeWs } from './probe.js';

const target = (port: number, path: string) => ({ host: '127.0.0.1', port, path, secure: false });
const reply = (id: number, result: unknown) => JSON.stringify({ jsonrpc: '2.0', id, result });

/** Probes a node, and records the calls that arrive at it, per connection. */
async function probe(options: CometWebSocketOptions = {}, { attempt = 1, path = '/websocket' } = {}) {
  const calls: string[] = [];
  const answer: AnswerHook = (call, socket) => {
    calls.push(call.method);
    return options.answer?.(call, socket);
  };
  const { port } = await use(startCometWebSocket({ ...options, answer }));
  const context = createProbeContext(port, { target: target(port, path) });
  return { observation: await probeWs(context, attempt), calls, port };
}

const problem = (code: string, data: object = {}) => ({ kind: 'problem', problem: { code, data } });

describe('a CometBFT node', () => {
  test('reports itself, and confirms a subscription', async () => {
    const blockTime = new Date('2026-11-22T12:00:00.000Z');
    const { observation, calls, port } = await probe({ network: 'a-1', height: 7, blockTime });
    expect(observation).toEqual({
      connection: {
        address: `127.0.0.1:${port}`,
        certificateExpiresAt: null,
        certificateLifetimeMs: null,
        cipherSuite: null,
      },
      secure: false,
      status: {
        kind: 'result',
        result: {
          chainId: 'a-1',
          moniker: 'sandbox',
          version: '0.38.17',
          blockHeight: 7,
          blockTimeMs: blockTime.getTime(),
          syncing: false,
        },
        deviation: null,
      },
      subscription: { kind: 'result', hasEvent: false },
      phasesMs: {
        dns: expect.any(Number) as number,
        connect: expect.any(Number) as number,
        tls: null,
        firstByte: expect.any(Number) as number,
        total: expect.any(Number) as number,
      },
    });
    expect(calls).toEqual(['status', 'subscribe']);
  });

  test('sends an event, which is a fact', async () => {
    const { observation } = await probe({ makesBlocks: true });
    expect(observation.subscription).toEqual({ kind: 'result', hasEvent: true });
  });

  test('gets both calls at once on the first attempt, and then one after another', async () => {
    const waiting: (() => void)[] = [];
    // Answers the status only once there is a second call.
    const answer: AnswerHook = ({ id, method }, socket) => {
      if (method === 'subscribe') for (const send of waiting) send();
      if (method === 'subscribe') return undefined;
      waiting.push(() => socket.send(reply(id, 'late')));
      return null;
    };
    expect((await probe({ answer })).observation.status).toMatchObject(problem('malformed-response'));
    const inTurn: string[] = [];
    // Late, so that a call that was sent with it arrives before.
    const answerLate: AnswerHook = ({ id, method }, socket) => {
      inTurn.push(method);
      if (method !== 'status') return undefined;
      setTimeout(() => {
        inTurn.push('answered');
        socket.send(reply(id, describeStatus()));
      }, 50);
      return null;
    };
    const { observation } = await probe({ answer: answerLate }, { attempt: 2 });
    expect(observation.subscription).toEqual({ kind: 'result', hasEvent: false });
    expect(inTurn).toEqual(['status', 'answered', 'subscribe']);
  });

  test.each([
    ['megabytes', `"${'x'.repeat(2_200_000)}"`],
    ['many values', `[${'0,'.repeat(200_000)}0]`],
  ])('may send an event of %s before it confirms: it is subscribed to again', async (_, event) => {
    let isFirst = true;
    const { observation, calls } = await probe({
      answer: ({ method }, socket) => {
        if (method !== 'subscribe' || !isFirst) return undefined;
        isFirst = false;
        socket.send(event);
        return null;
      },
    });
    expect(observation.subscription).toEqual({ kind: 'result', hasEvent: false });
    expect(calls).toEqual(['status', 'subscribe', 'subscribe']);
  });

  test('whose status comes after an event of megabytes gets a request for it alone', async () => {
    const { observation, calls } = await probe({
      answer: ({ method, id }, socket) => {
        if (method === 'subscribe') return reply(id, 'x'.repeat(4 << 20));
        // Later than the event, if both were requested.
        setTimeout(() => {
          socket.send(reply(id, describeStatus({ network: 'a-1' })));
        }, 100);
        return null;
      },
    });
    expect(observation.status).toMatchObject({ kind: 'result', result: { chainId: 'a-1' } });
    expect(calls.slice(0, 3)).toEqual(['status', 'subscribe', 'status']);
  });

  test('that sends megabytes to each subscription confirms none', async () => {
    const { observation, calls } = await probe({
      answer: ({ method }, socket) => {
        if (method === 'subscribe') socket.send(`"${'x'.repeat(2_200_000)}"`);
        return method === 'subscribe' ? null : undefined;
      },
    });
    expect(observation.subscription).toMatchObject(problem('net/response-too-large'));
    expect(calls).toEqual(['status', 'subscribe', 'subscribe']);
  });
});

describe('if the upgrade is refused', () => {
  test.each([
    ['/', '/websocket'],
    ['/rpc', '/rpc/websocket'],
    ['/rpc', '/websocket'],
    ['/?key=1', '/websocket'],
  ])('at %s, a node at %s is named', async (path, right) => {
    const { observation, port } = await probe({ path: right }, { path });
    const query = path.includes('?') ? '?key=1' : '';
    const suggestion = `ws://127.0.0.1:${port}${right}${query}`;
    expect(observation.status).toEqual(problem('ws/upgrade-refused', { status: 404, suggestion }));
    expect(observation).toMatchObject({
      connection: { address: `127.0.0.1:${port}` },
      subscription: null,
    });
  });

  test.each(['/websocket', '/websocket?key=1'])('at %s, no other path is tried', async (path) => {
    const upgrades: (string | undefined)[] = [];
    const { observation } = await probe(
      {
        path: '/elsewhere',
        onRequest: (request, response) => {
          if (request.headers.upgrade !== undefined) upgrades.push(request.url);
          request.resume();
          response.writeHead(404).end();
        },
      },
      { path },
    );
    expect(observation.status).toEqual(problem('ws/upgrade-refused', { status: 404, suggestion: null }));
    expect(upgrades).toEqual([path]);
  });

  test('a websocket of another program at /websocket is not suggested', async () => {
    const { observation } = await probe({ answer: ({ id }) => reply(id, 'hello') }, { path: '/' });
    expect(observation.status).toEqual(problem('ws/upgrade-refused', { status: 404, suggestion: null }));
  });
});

describe('an endpoint of another kind is named', () => {
  test('if it is an EVM websocket', async () => {
    const { port } = await use(startEvmWebSocket());
    const { status } = await probeWs(createProbeContext(port), 1);
    expect(status).toEqual(problem('ws/other-kind', { kind: 'evm-ws' }));
  });

  test('if it is an RPC, but not at the path of its websocket, since there a proxy lost the upgrade', async () => {
    const { port } = await use(startRpcNode());
    const probeAt = async (path: string) =>
      (await probeWs(createProbeContext(port, { target: target(port, path) }), 1)).status;
    expect(await probeAt('/')).toEqual(problem('ws/other-kind', { kind: 'rpc' }));
    for (const path of ['/websocket', '/websocket?key=1']) {
      expect(await probeAt(path)).toEqual(problem('ws/upgrade-refused', { status: null, suggestion: null }));
    }
  });

  test('but not if it only lacks the method', async () => {
    const error = { code: -32601, message: 'Method not found' };
    const answer: AnswerHook = ({ id }) => JSON.stringify({ jsonrpc: '2.0', id, error });
    const { observation, calls } = await probe({ answer });
    expect(observation.status).toEqual(problem('method-missing', { call: 'status' }));
    expect(calls).toEqual(['status', 'subscribe', 'eth_chainId']);
  });

  test.each([1, 'sandbox-1', null])('nor if its EVM chain id is %j', async (chainId) => {
    const error = { code: -32601, message: 'Method not found' };
    const answer: AnswerHook = ({ id, method }) =>
      method === 'eth_chainId' ? reply(id, chainId) : JSON.stringify({ jsonrpc: '2.0', id, error });
    const { observation } = await probe({ answer });
    expect(observation.status).toEqual(problem('method-missing', { call: 'status' }));
  });
});

describe('the budget ends everything', () => {
  test.each<[string, AnswerHook, object]>([
    ['at the status', () => null, { status: problem('net/response-timeout') }],
    [
      'at the subscription',
      ({ method }) => (method === 'subscribe' ? null : undefined),
      { status: { kind: 'result' }, subscription: problem('net/response-timeout') },
    ],
  ])('%s', async (_name, hook, expected) => {
    const budget = createAbortController();
    const { port } = await use(
      startCometWebSocket({
        answer: (call, socket) => {
          // The answer to a ping comes after everything that was sent before has arrived.
          if (call.method === 'subscribe') socket.ping();
          socket.once('pong', () => budget.abort());
          return hook(call, socket);
        },
      }),
    );
    const context = createProbeContext(port, { target: target(port, '/websocket'), signal: budget.signal });
    expect(await probeWs(context, 1)).toMatchObject(expected);
  });
});
