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
   * Stops without resetting connections: every answer from now on closes its connection, and idle connections keep their time for one more request.
   * As long as a client is connected, and no longer than that time, new connections are accepted too, so that load balancers get the reason. Resolves
   * when all connections have ended; those left after `graceMs` are aborted.
   */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Time limits for clients, in milliseconds. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headMs: number;
  /** For a request with its body. */
  readonly requestMs: number;
  /** For the next request on a connection. */
  readonly idleMs: number;
  /** From the head of a request until the client has read the answer. Must exceed the time that a route may take. */
  readonly answerMs: number;
}

const defaultTimeouts: Timeouts = { headMs: 10_000, requestMs: 15_000, idleMs: 5_000, answerMs: 60_000 };
/** Maximum size of a request's head, which allows for the longest target. */
const headLimitBytes = 16 * 1024;

/** Starts a server. Rejects with the system's error if it cannot listen. */
export async function startServer(
  listener: RequestListener,
  { host, port, timeouts: limits = {}, connections = {} }: ServerOptions,
): Promise<RunningServer> {
  const timeouts = { ...defaultTimeouts, ...limits };
  const maximum = { ...chooseConnectionLimits(readOpenFileLimit()), ...connections };
  const counter = new ConnectionCounter(maximum);
  const sockets = new Set<Socket>();
  const inFlight = new Set<ServerResponse>();
  const refused = new WeakSet<Duplex>();
  let closing = false;
  const onRequest = answerInTurn((incoming: IncomingMessage, outgoing: ServerResponse) => {
    inFlight.add(outgoing);
    if (closing) outgoing.shouldKeepAlive = false;
    // A deadline rather than an idle limit: a client could hold its connection forever by reading a byte now and then.
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
      // Node would refuse a request without a Host with an empty body; the router sends a problem.
      requireHostHeader: false,
      headersTimeout: timeouts.headMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.idleMs,
      connectionsCheckingInterval: Math.min(1_000, timeouts.headMs),
    },
    onRequest,
  );
  // Node would answer an expectation itself, without a problem or a line in the log. It may be ignored (RFC 9110 section 10.1.1).
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
  // Node calls it when it stops listening: a request on its way on an idle connection would be reset.
  server.closeIdleConnections = () => undefined;
  /** Delays a refusal until pending requests are answered, so that it is not taken for one of their answers (RFC 9112 section 9.3.2). */
  const afterAnswers = (socket: Duplex, refuse: () => void): void => {
    // Node reports every further chunk.
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
    // Node has removed its listeners.
    socket.on('error', () => socket.destroy());
    afterAnswers(socket, () => refuseTunnel(socket));
  });
  await new Promise<void>((resolve, reject) => {
    // After the start, errors of single connections are ignored.
    server.on('error', reject);
    // As many as may connect may do so at once: beyond the backlog, Node's default being 511, a client waits a second or more to try again. The
    // system limits it to net.core.somaxconn.
    server.listen({ host, port, backlog: maximum.total }, resolve);
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
  /** Overrides of the defaults. */
  readonly timeouts?: Partial<Timeouts>;
  readonly connections?: Partial<ConnectionLimits>;
}
