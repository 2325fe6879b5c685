import { createHash } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';

/** How a raw server departs from a valid one. */
export interface RawWebSocketOptions {
  readonly tls?: KeyPair;
  /** The answer to the upgrade, from the right value of Sec-WebSocket-Accept; a valid one by default. */
  readonly head?: (accept: string) => string;
  /** The bytes that it sends after that, or a function of the connection. */
  readonly then?: Buffer | ((socket: net.Socket) => void);
}

/** The answer to an upgrade (RFC 6455 section 4.2.2), with further fields. */
export function acceptUpgrade(accept: string, more = ''): string {
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n${more}\r\n`;
}

/** Starts a server that answers an upgrade, and then sends these bytes, so that it can be wrong in every way. */
export function startRawWebSocket({
  tls: pair,
  head = acceptUpgrade,
  then,
}: RawWebSocketOptions): Promise<SandboxServer> {
  const onConnection = (socket: net.Socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const key = /^sec-websocket-key: *(.*)\r$/im.exec(request.toString())?.[1] ?? '';
      socket.write(head(hashKey(key)));
      if (typeof then === 'function') then(socket);
      else if (then !== undefined) socket.write(then);
    });
  };
  return listen(pair === undefined ? net.createServer(onConnection) : tls.createServer(pair, onConnection));
}

/** RFC 6455 section 1.3. */
function hashKey(key: string): string {
  return createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
}

/** A frame without a mask (RFC 6455 section 5.2). `first` is its first byte: 0x81 is a whole text message. */
export function frame(first: number, payload: Buffer | string = ''): Buffer {
  const body = Buffer.from(payload);
  const { length } = body;
  const head =
    length < 126
      ? Buffer.from([first, length])
      : length < 65_536
        ? Buffer.from([first, 126, length >> 8, length & 255])
        : Buffer.from([first, 127, 0, 0, 0, 0, ...[24, 16, 8, 0].map((bits) => (length >> bits) & 255)]);
  return Buffer.concat([head, body]);
}
