import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that a connection may have waiting while another one is answered; a client that sends more is cut off. */
const waitingLimit = 16;

/**
 * Passes on the pipelined requests of a connection one at a time (RFC 9112 section 9.3.2), each when its answer has the socket. Node
 * parses all that a packet holds at once: without this, one packet of 64 KiB starts 1,600 requests.
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
      // When a connection is cut off, Node goes on to the next answer all the same.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}
