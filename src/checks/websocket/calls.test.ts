import { describe, expect, onTestFinished, test } from 'vitest';
import type { WebSocket } from 'ws';
import { createProbeContext, standStill } from '../../../test/support/probe-context.js';
import { use } from '../../../test/support/servers.js';
import { type AnswerHook, answerCalls, startWebSocketServer } from '../../sandbox/websocket-server.js';
import { openWebSocket } from '../../net/websocket.js';
import { startCalls } from './calls.js';

const first = { id: 1, method: 'status', params: {} };
const second = { id: 2, method: 'subscribe', params: ['newHeads'] };
const json = (value: object) => JSON.stringify({ jsonrpc: '2.0', ...value });

/** Calls over a real websocket, which a server answers by a hook. */
async function open(hook: AnswerHook, onConnection: (socket: WebSocket) => void = () => undefined) {
  const requests: string[] = [];
  const { port } = await use(
    startWebSocketServer({
      onConnection: (socket) => {
        onConnection(socket);
        answerCalls(
          socket,
          (call, client) => {
            requests.push(JSON.stringify(call));
            return hook(call, client) ?? null;
          },
          () => undefined,
        );
      },
    }),
  );
  const { opened } = await openWebSocket(createProbeContext(port), 'ws');
  if (!opened.ok) throw new Error(opened.failure.code);
  onTestFinished(() => opened.value.close());
  const calls = startCalls(opened.value, ({ method }) => method === 'event', 'false');
  return { ...calls, requests, close: () => opened.value.close() };
}

const problem = (code: string, data: object) => ({ kind: 'problem', problem: { code, data } });

describe('calls over a websocket', () => {
  test('are JSON-RPC 2.0, and their answers are matched by id, in any order', async () => {
    const texts: string[] = [];
    const { call, requests } = await open(({ id }, socket) => {
      texts.unshift(json({ id, result: `result ${id}` }));
      if (texts.length === 2) for (const text of texts) socket.send(text);
      return null;
    });
    expect(await Promise.all([call(first), call(second)])).toEqual([
      { kind: 'result', result: 'result 1' },
      { kind: 'result', result: 'result 2' },
    ]);
    expect(requests.map((request) => JSON.parse(request) as unknown)).toEqual([
      { jsonrpc: '2.0', ...first },
      { jsonrpc: '2.0', ...second },
    ]);
  });

  test('ignore messages that were not requested', async () => {
    const { call, event } = await open(({ id }, socket) => {
      socket.send(json({ method: 'event', params: {} }));
      socket.send(json({ method: 'hello' }));
      socket.send(json({ id, result: 'first' }));
      socket.send(json({ id, result: 'again' }));
      return null;
    });
    expect(await call(first)).toEqual({ kind: 'result', result: 'first' });
    expect(await call(second)).toEqual({ kind: 'result', result: 'first' });
    expect(await event).toBe(true);
  });

  test('are answered after a greeting', async () => {
    const { call } = await open(({ id }, socket) => {
      socket.send('{"type":"welcome"}');
      socket.send(json({ id: 99, result: 'another' }));
      socket.send(json({ id, result: 'own' }));
      return null;
    });
    expect(await call(first)).toEqual({ kind: 'result', result: 'own' });
  });

  test('are in time after a greeting if they came while this process stood still', async () => {
    const { call } = await open(({ id }, socket) => {
      socket.send('{"type":"welcome"}');
      // Not in a callback of a timer: the loop reads before it runs the next one.
      const sendLate = () => {
        socket.send(json({ id, result: 'own' }));
        standStill(2_100);
      };
      setTimeout(() => setImmediate(sendLate), 50);
      return null;
    });
    expect(await call(first)).toEqual({ kind: 'result', result: 'own' });
  });

  test('report the message in place of an answer, if the connection ends without one', async () => {
    const { call } = await open(({ id }, socket) => {
      socket.send(json({ id: id + 70, result: 'another' }));
      socket.close();
      return null;
    });
    expect(await call(first)).toEqual(
      problem('bad-envelope', { reason: '"id" must be 1, the id of the request' }),
    );
  });

  test('that a limit ends are limited, whatever came before', async () => {
    const { call } = await open((_, socket) => {
      socket.send('{"sorry":"no"}');
      socket.close(1008, 'rate limit exceeded');
      return null;
    });
    expect(await call(first)).toMatchObject(problem('net/rate-limited', {}));
  });

  test('that are not answered report why the connection ended, and so do later ones', async () => {
    const { call, event } = await open((_, socket) => {
      socket.close(1008, 'policy');
      return null;
    });
    const closed = problem('ws/closed', { code: 1008, reason: 'policy' });
    expect(await Promise.all([call(first), call(second)])).toEqual([closed, closed]);
    expect(await call({ ...first, id: 3 })).toEqual(closed);
    expect(await event).toBe(false);
  });

  test('end when the client closes the connection', async () => {
    const { call, close } = await open(() => null);
    const pending = call(first);
    close();
    expect(await pending).toMatchObject(problem('net/reset', {}));
  });
});
