import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of pipelined requests that wait on a connection; a client that sends more is disconnected. */
const waitingLimit = 16;

/**
 * Passes on the pipelined requests of a connection one at a time (RFC 9112 section 9.3.2), each once its answer has the socket. Node parses
 * everything in a packet at once: without this, a packet of 64 KiB starts 1,600 requests.
 */
export function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (outgoing.socket !== null) {
      listener(incoming, outgoing);
      return;
    }
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > waitingLimit) {
      socket.destroy();
      return;
    }
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      // Node proceeds to the next answer even if the connection was destroyed.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}
