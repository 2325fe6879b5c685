import { once } from 'node:events';
import { Agent, WebSocket } from 'undici';
import type { WebSocketKind } from './websockets.js';

/** The calls whose results its users need. */
const calls: Readonly<Record<WebSocketKind['family'], readonly object[]>> = {
  ws: [
    { jsonrpc: '2.0', id: 1, method: 'status', params: {} },
    { jsonrpc: '2.0', id: 2, method: 'subscribe', params: { query: "tm.event='NewBlock'" } },
  ],
  'evm-ws': [
    { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] },
    { jsonrpc: '2.0', id: 2, method: 'eth_subscribe', params: ['newHeads'] },
  ],
};

/** How long it waits for all results; on the loopback interface they come at once. */
const limitMs = 5_000;

/** Resolves to undici if its WebSocket, which Node.js uses, gets a result of each call. `authority` is the certificate to trust. */
export async function runUndici(
  family: WebSocketKind['family'],
  url: string,
  authority: string,
): Promise<['undici'] | []> {
  const dispatcher = new Agent({ connect: { ca: authority, timeout: limitMs } });
  const socket = new WebSocket(url, { dispatcher });
  const waiting = new Set([1, 2]);
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), limitMs);
  socket.addEventListener('open', () => {
    for (const call of calls[family]) socket.send(JSON.stringify(call));
  });
  socket.addEventListener('message', ({ data }) => {
    const id = readAnsweredId(data);
    if (id !== null && waiting.delete(id) && waiting.size === 0) ended.abort();
  });
  for (const event of ['error', 'close'] as const) socket.addEventListener(event, () => ended.abort());
  if (!ended.signal.aborted) await once(ended.signal, 'abort');
  clearTimeout(timer);
  await dispatcher.destroy();
  return waiting.size === 0 ? ['undici'] : [];
}

/** The id of an answer with a result. Binary messages are not text to such a program. */
function readAnsweredId(data: unknown): number | null {
  if (typeof data !== 'string') return null;
  try {
    const { id, result } = JSON.parse(data) as { id?: unknown; result?: unknown };
    return typeof id === 'number' && (result ?? null) !== null ? id : null;
  } catch {
    return null;
  }
}
