import net from 'node:net';
import { listen } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';

/** A server that answers the first bytes that it gets with these, at an http url. */
export function raw(bytes: string | Buffer, end = true): FaultOf['start'] {
  return async ({ serve }) => {
    const server = net.createServer((socket) => {
      socket.once('data', () => (end ? socket.end(bytes) : socket.write(bytes)));
    });
    return `http://localhost:${await serve(listen(server))}`;
  };
}
