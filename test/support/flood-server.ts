import net from 'node:net';
import tls from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';

/** Starts a server that answers a request with `begin` and then `part`, endlessly. */
export function startFlood(begin: string, part: string, pair?: KeyPair): Promise<SandboxServer> {
  const many = part.repeat(Math.ceil(65_536 / part.length));
  const flood = (socket: net.Socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(many));
    };
    socket.on('error', () => undefined);
    socket.on('drain', more);
    socket.once('data', () => {
      socket.write(begin);
      more();
    });
  };
  return listen(pair === undefined ? net.createServer(flood) : tls.createServer(pair, flood));
}
