import { createServer, type Socket } from 'node:net';
import { listen } from '../../src/sandbox/server.js';
import { use } from './servers.js';

/** The behaviour of a service at a request, once its head has arrived; `index` counts the requests before it. */
export type Behaviour = (socket: Socket, index: number) => void;

/** A service that breaks every standard, on a separate port until the test ends. */
export interface HostileService {
  readonly origin: string;
  /** The heads of all requests, verbatim. */
  readonly heads: readonly string[];
  /** Resolves when the client has closed every connection that it made. */
  left: () => Promise<void>;
}

/** Starts a service that answers each request with `behave`. */
export async function startHostileService(behave: Behaviour): Promise<HostileService> {
  const heads: string[] = [];
  const closed: Promise<void>[] = [];
  const server = createServer((socket) => {
    closed.push(new Promise((done) => socket.once('close', () => done())));
    socket.on('error', () => undefined);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      for (let end = received.indexOf('\r\n\r\n'); end !== -1; end = received.indexOf('\r\n\r\n')) {
        const index = heads.push(received.slice(0, end)) - 1;
        received = received.slice(end + 4);
        behave(socket, index);
      }
    });
  });
  const { port } = await use(listen(server));
  return {
    origin: `http://127.0.0.1:${port}`,
    heads,
    left: async () => {
      await Promise.all(closed);
    },
  };
}

/** A complete answer: a status line's rest, header lines, and a body, with its length unless a header frames it. */
export function formatAnswer(
  status: string,
  headers: readonly string[] = [],
  body: string | Buffer = '',
): Buffer {
  const framed = headers.some((line) => /^(content-length|transfer-encoding|connection):/i.test(line));
  const length = framed ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${[...headers, ...length, ''].join('\r\n')}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** Sends bytes and leaves the connection open. */
export function say(...parts: readonly (string | Buffer)[]): Behaviour {
  return (socket) => parts.forEach((part) => socket.write(part));
}

/** Sends bytes and ends the connection. */
export function sayAndEnd(...parts: readonly (string | Buffer)[]): Behaviour {
  return (socket) => {
    parts.forEach((part) => socket.write(part));
    socket.end();
  };
}

/** Sends bytes, then one byte at a time forever, repeating the trickle. */
export function drip(head: string, trickle: string): Behaviour {
  return (socket) => {
    socket.write(head);
    let at = 0;
    const timer = setInterval(() => socket.write(trickle.charAt(at++ % trickle.length)), 5);
    socket.once('close', () => clearInterval(timer));
  };
}

/** Sends bytes, then the same chunk forever, as fast as the client reads it. */
export function flood(head: string, chunk: string | Buffer): Behaviour {
  return (socket) => {
    socket.write(head);
    const pour = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
  };
}
