import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  chooseConnectionLimits,
  ConnectionCounter,
  type ConnectionLimits,
  readOpenFileLimit,
} from './connection-limits.js';
import { answerInTurn } from './pipeline.js';
import { refuseConnection, refuseTunnel } from './refuse-connection.js';

/** A listening server. */
export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Ends without resetting anyone: each answer from now on closes its connection, and idle connections keep their time for one more request.
   * Until nobody is connected any more, at most for that time, new connections are served too, so that load balancers can see why. Resolves
   * when all are gone; what is left after `graceMs` is cut off.
   */
  readonly close: (graceMs: number) => Promise<void>;
}

/** How long a client may take, in milliseconds. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headMs: number;
  /** For a request with its body. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** From the head of a request until the client has read the answer, however it reads. Longer than a route may take. */
  readonly answerMs: number;
}

const defaultTimeouts: Timeouts = { headMs: 10_000, requestMs: 15_000, idleMs: 5_000, answerMs: 60_000 };
/** Maximum size of a request's head; the longest target fits in. */
const headLimitBytes = 16 * 1024;

/** Starts a server. Rejects with the system's error where it cannot listen. */
export async function startServer(
  listener: RequestListener,
  { host, port, timeouts: limits = {}, connections = {} }: ServerOptions,
): Promise<RunningServer> {
  const timeouts = { ...defaultTimeouts, ...limits };
  const counter = new ConnectionCounter({ ...chooseConnectionLimits(readOpenFileLimit()), ...connections });
  const sockets = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  const refused = new WeakSet<Duplex>();
  let closing = false;
  const onRequest = answerInTurn((incoming: IncomingMessage, outgoing: ServerResponse) => {
    inFlight.add(outgoing);
    if (closing) outgoing.shouldKeepAlive = false;
    // A deadline, not a limit on silence: a client that reads a byte now and then would hold its connection for ever.
    const deadline = setTimeout(() => incoming.socket.destroy(), timeouts.answerMs);
    outgoing.once('close', () => {
      clearTimeout(deadline);
      inFlight.delete(outgoing);
    });
    listener(incoming, outgoing);
  });
  const server = createServer(
    {
      maxHeaderSize: headLimitBytes,
      // Node would refuse a request without a Host with an empty body; the router does with a problem.
      requireHostHeader: false,
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: Math.min(1_000, timeouts.headMs),
    },
    onRequest,
  );
  // Node would answer an expectation itself, with neither a problem nor a line in the log; it may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', onRequest);
  server.on('connection', (socket: Socket) => {
    if (!counter.admit(socket)) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (closing && sockets.size === 0) server.close();
    });
  });
  // Node calls it when it stops listening: a request that is on its way on an idle connection would be reset.
  server.closeIdleConnections = () => undefined;
  /** What follows requests that are still being answered must not be taken for the answer of one of them (RFC 9112 section 9.3.2). */
  const afterAnswers = (socket: Duplex, refuse: () => void): void => {
    // Node says of each further chunk that it cannot be read.
    if (refused.has(socket)) return;
    const pending = [...inFlight].find(({ req }) => req.socket === socket);
    if (pending === undefined) return refuse();
    refused.add(socket);
    pending.once('close', () => {
      refused.delete(socket);
      afterAnswers(socket, refuse);
    });
  };
  server.on('clientError', (error, socket) => afterAnswers(socket, () => refuseConnection(error, socket)));
  server.on('connect', (_incoming, socket) => {
    // Node has taken its own listeners away.
    socket.on('error', () => socket.destroy());
    afterAnswers(socket, () => refuseTunnel(socket));
  });
  await new Promise<void>((resolve, reject) => {
    // After the start, errors of single connections end nothing.
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
        const timers = [
          setTimeout(() => server.close(), Math.min(timeouts.idleMs, graceMs)),
          setTimeout(() => server.closeAllConnections(), graceMs),
        ];
        server.once('close', () => {
          for (const timer of timers) clearTimeout(timer);
          resolve();
        });
        if (sockets.size === 0) server.close();
      }),
  };
}

/** Where to listen; port 0 picks a free one. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** Where they differ from the usual ones. */
  readonly timeouts?: Partial<Timeouts>;
  readonly connections?: Partial<ConnectionLimits>;
}
