import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { refuseConnection } from './refuse-connection.js';

/** A server that listens. */
export interface RunningServer {
  /** Like `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Takes no more requests; resolves when those that it has are answered, or have been cut off after `graceMs`. */
  readonly close: (graceMs: number) => Promise<void>;
}

/** How slow a client may be, in milliseconds. */
export interface Timeouts {
  /** The whole head of a request. */
  readonly headMs: number;
  /** A request with its body. */
  readonly requestMs: number;
  /** A connection between two requests. */
  readonly idleMs: number;
  /** A connection on which nothing moves, be it that the answer is not taken. Longer than a route may take. */
  readonly stalledMs: number;
}

const defaultPatience: Timeouts = { headMs: 10_000, requestMs: 15_000, idleMs: 5_000, stalledMs: 60_000 };
/** The most that a head may have in bytes; a target of the longest length fits in. */
const headLimitBytes = 16 * 1024;
const connectionLimit = 1_024;

/** Listens. Rejects with the error of the system where it may not, or cannot. */
export async function startServer(
  listener: RequestListener,
  { host, port, patience = defaultPatience }: ServerOptions,
): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  let closing = false;
  const server = createServer(
    {
      maxHeaderSize: headLimitBytes,
      // Node would answer without a body; a request without a Host is refused further in.
      requireHostHeader: false,
      headersTimeout: patience.headMs,
      requestTimeout: patience.requestMs,
      keepAliveTimeout: patience.idleMs,
      connectionsCheckingInterval: Math.min(1_000, patience.headMs),
    },
    (incoming: IncomingMessage, outgoing: ServerResponse) => {
      inFlight.add(outgoing);
      if (closing) outgoing.shouldKeepAlive = false;
      outgoing.once('close', () => {
        inFlight.delete(outgoing);
        if (closing) server.closeIdleConnections();
      });
      listener(incoming, outgoing);
    },
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      // Node tells the answer alone that it was sending, not those that wait for their turn behind it.
      for (const outgoing of inFlight) {
        if (outgoing.req.socket === socket && outgoing.socket === null) outgoing.emit('close');
      }
    });
  });
  // Node's own takes a connection for idle while the end of an answer is still on its way, and cuts it off.
  server.closeIdleConnections = () => {
    const busy = new Set([...inFlight].map(({ req }) => req.socket));
    for (const socket of sockets) if (!busy.has(socket)) socket.destroySoon();
  };
  server.maxConnections = connectionLimit;
  server.setTimeout(patience.stalledMs);
  server.on('clientError', refuseConnection);
  await new Promise<void>((resolve, reject) => {
    // Behind the start it has nobody to tell, and ends nothing.
    server.on('error', reject);
    server.listen({ host, port }, resolve);
  });
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    url: `http://${name}:${address.port}`,
    close: (graceMs) =>
      new Promise((resolve) => {
        closing = true;
        for (const outgoing of inFlight) outgoing.shouldKeepAlive = false;
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

/** Where to listen; port 0 picks one that is free. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly patience?: Timeouts;
}
