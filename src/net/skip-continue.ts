import type net from 'node:net';
import { limits } from './limits.js';

/** The start of a 100 response (RFC 9112 section 4), with a reason phrase or without. */
const beginnings = ['HTTP/1.1 100 ', 'HTTP/1.1 100\r'].map((text) => Buffer.from(text));
const headEnd = Buffer.from('\r\n\r\n');

/**
 * Skips the 100 responses before the first answer on a socket. Every client must accept them, requested or not (RFC 9110 section 15.2), but
 * undici ends the connection: https://github.com/nodejs/undici/issues/196. Call the returned function at each `readable`, before the reader of
 * the answers.
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
