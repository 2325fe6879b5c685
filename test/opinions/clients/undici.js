// undici's WebSocket, which Node.js uses: the calls whose results its users need.
import { WebSocket } from 'undici';
import { answerLines } from './answer-lines.js';

/** @type {Readonly<Record<string, readonly object[]>>} */
const calls = {
  ws: [
    { jsonrpc: '2.0', id: 1, method: 'status', params: {} },
    { jsonrpc: '2.0', id: 2, method: 'subscribe', params: { query: "tm.event='NewBlock'" } },
  ],
  'evm-ws': [
    { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] },
    { jsonrpc: '2.0', id: 2, method: 'eth_subscribe', params: ['newHeads'] },
  ],
};

answerLines(async ({ kind, url }) => {
  const socket = new WebSocket(url);
  const waiting = new Set([1, 2]);
  try {
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', () => {
        for (const call of calls[kind] ?? []) socket.send(JSON.stringify(call));
      });
      socket.addEventListener('message', ({ data }) => {
        if (waiting.delete(readAnsweredId(data)) && waiting.size === 0) resolve(undefined);
      });
      // It tells programs no more than browsers do.
      socket.addEventListener('error', () => reject(new Error('connection failed')));
      socket.addEventListener('close', ({ code }) => reject(new Error(`closed: ${code}`)));
    });
  } finally {
    socket.close();
  }
});

/**
 * The id of an answer with a result, else -1. Binary messages are not text to such a program.
 * @param {unknown} data
 */
function readAnsweredId(data) {
  if (typeof data !== 'string') return -1;
  try {
    const { id, result } = JSON.parse(data);
    return (result ?? null) !== null ? id : -1;
  } catch {
    return -1;
  }
}
