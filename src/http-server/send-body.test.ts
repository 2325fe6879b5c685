import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { ask } from '../../test/support/http.js';
import { sendBody } from './send-body.js';

/** Starts a server that sends a body once as many clients have requested it, and records in which turn of the event loop each piece is sent. */
async function startSender(body: Uint8Array, clients: number) {
  const turns: number[] = [];
  let turn = 0;
  let isCounting = true;
  const count = () => {
    turn++;
    if (isCounting) setImmediate(count);
  };
  count();
  onTestFinished(() => void (isCounting = false));
  const answers: ServerResponse[] = [];
  const sent: Promise<void>[] = [];
  const server = createServer((_, outgoing) => {
    const client = answers.push(outgoing);
    const write = outgoing.write.bind(outgoing);
    outgoing.write = (piece: Uint8Array) => {
      turns.push(turn);
      return write(piece);
    };
    if (client < clients) return;
    sent.push(...answers.map((answer) => sendBody(answer.writeHead(200), body)));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  return { port, turns, sent };
}

test('large bodies are sent in pieces, one in a turn of the event loop for all connections', async () => {
  const body = Buffer.alloc(1 << 20, 'body ');
  const { port, turns } = await startSender(body, 2);
  const answers = await Promise.all([1, 2].map(() => ask(`http://127.0.0.1:${port}`, '/')));
  expect(answers.map((answer) => answer.body === body.toString())).toEqual([true, true]);
  expect([turns.length, new Set(turns).size]).toEqual([8, 8]);
});

test('a client that disconnects ends it', async () => {
  const { port, sent } = await startSender(Buffer.alloc(32 << 20), 1);
  const socket = connect({ host: '127.0.0.1', port });
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await new Promise((readable) => socket.once('readable', readable));
  socket.destroy();
  await Promise.all(sent);
  expect(sent.length).toBe(1);
});
