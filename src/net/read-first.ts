import { once } from 'node:events';
import type net from 'node:net';

/** The first bytes that arrive; null if the connection ends without any. Rejects with the socket's error, or when the signal aborts. */
export async function readFirst(socket: net.Socket, signal: AbortSignal): Promise<Buffer | null> {
  const ended = once(socket, 'end', { signal }).then(() => null);
  const data = once(socket, 'data', { signal }).then(([bytes]) => bytes as Buffer);
  // The loser of the race rejects when the socket is destroyed.
  ended.catch(() => undefined);
  data.catch(() => undefined);
  // Reading a proxy's header leaves the socket paused.
  socket.resume();
  return Promise.race([data, ended]);
}
