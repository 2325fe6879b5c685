import type net from 'node:net';
import { limits } from './limits.js';

/** How an interim response of 100 begins (RFC 9112 section 4), with a reason or without. */
const beginnings = ['HTTP/1.1 100 ', 'HTTP/1.1 100\r'].map((text) => Buffer.from(text));
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Takes from a socket the interim responses of 100 that come before the first answer, as every client must take them, requested or not (RFC
 * 9110 section 15.2): undici ends the connection on them, https://github.com/nodejs/undici/issues/196. Call the result at each `readable`,
 * before the reader of the answers.
 */
export function skipContinue(socket: net.Socket): () => void {
  let held = Buffer.alloc(0);
  let isDone = false;
  return () => {
    if (isDone) return;
    const bytes = socket.read() as Buffer | null;
    if (bytes === null) return;
    held = Buffer.concat([held, bytes]);
    for (;;) {
      const isContinue = beginnings.some(
        (text) => Buffer.compare(held.subarray(0, text.length), text.subarray(0, held.length)) === 0,
      );
      const end = isContinue ? held.indexOf(headEnd) : -1;
      if (end === -1) {
        isDone = !isContinue || held.length > limits.httpHeaderBytes;
        break;
      }
      held = held.subarray(end + headEnd.length);
    }
    if (isDone) socket.unshift(held);
  };
}
