import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as waitForPoll, setTimeout as pause } from 'node:timers/promises';

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /**
   * Stops without resetting connections: every answer from now on closes its connection, and idle connections keep their time for one more request.
   * New connections are accepted until none has come for 250 ms, at most for 5 s, so that load balancers get the reason. Resolves when all connections
   * have ended; those left after `graceMs` are aborted.
   */
  readonly close: (graceMs: number) => Promise<void>;
}

/** Where to listen; port 0 picks a free one. */
export interface ServerOptions {
  readonly host: string;
  readonly port: number;
  /** How long a connection may be silent while it has a request, in milliseconds. Must exceed the time that a route may take; a minute by default. */
  readonly silenceMs?: number;
}

const connectionLimit = 4_096;
/** How long no client must have connected before the server stops listening, and how long it waits for that, in milliseconds. */
const quiet = { ms: 250, atMostMs: 4_000 };
/** The same once none of them is answered any more. */
const backlog = { ms: 100, atMostMs: 1_000 };

/** Starts a server. Rejects with the system's error if it cannot listen. It has the bounds of Node: a proxy in front, such as nginx, has the others. */
export async function startServer(
  listener: RequestListener,
  { host, port, silenceMs = 60_000 }: ServerOptions,
): Promise<RunningServer> {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  /** The requests that wait until the backlog is empty; null if none has to. */
  let waiting: (() => void)[] | null = null;
  const onRequest: RequestListener = (incoming, outgoing) => {
    open.add(outgoing);
    outgoing.once('close', () => open.delete(outgoing));
    outgoing.shouldKeepAlive &&= !isClosing;
    if (waiting === null) listener(incoming, outgoing);
    else waiting.push(() => listener(incoming, outgoing));
  };
  const limits = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 5_000 };
  const server = createServer({ ...limits, connectionsCheckingInterval: 1_000 }, answerInTurn(onRequest));
  server.timeout = silenceMs;
  server.maxConnections = connectionLimit;
  // Node calls it when it stops listening: a request on its way on an idle connection would be reset.
  server.closeIdleConnections = () => undefined;
  // Beyond the backlog, Node's default being 511, a client waits a second or more to try again. The system limits it to net.core.somaxconn.
  server.listen({ host, port, backlog: connectionLimit });
  await once(server, 'listening');
  const { address, family, port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: async (graceMs) => {
      isClosing = true;
      for (const outgoing of open) outgoing.shouldKeepAlive = false;
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      const last: (() => void)[] = [];
      if (!(await waitUntilQuiet(server, quiet.ms, Math.min(quiet.atMostMs, graceMs)))) {
        // Clients that connect again after each answer would fill the backlog, which closing resets, as fast as it is emptied.
        waiting = last;
        await waitUntilQuiet(server, backlog.ms, backlog.atMostMs);
      }
      const closed = once(server, 'close');
      server.close();
      waiting = null;
      for (const answer of last) answer();
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Resolves to whether no client has connected for a while, at the latest after `atMostMs`. */
async function waitUntilQuiet(server: Server, ms: number, atMostMs: number): Promise<boolean> {
  const endsAt = performance.now() + atMostMs;
  let hasConnected = true;
  const onConnection = () => (hasConnected = true);
  server.on('connection', onConnection);
  while (hasConnected && performance.now() < endsAt) {
    hasConnected = false;
    await pause(Math.min(ms, endsAt - performance.now()));
    // The event loop accepts clients after its timers.
    await waitForPoll();
  }
  server.off('connection', onConnection);
  return !hasConnected;
}

/** Maximum number of pipelined requests that wait on a connection; a client that sends more is disconnected. */
const waitingLimit = 16;

/**
 * Passes on the pipelined requests of a connection one at a time (RFC 9112 section 9.3.2), each once its answer has the socket. Node parses
 * everything in a packet at once: without this, a packet of 64 KiB starts 1,600 requests.
 */
function answerInTurn(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>();
  return (incoming, outgoing) => {
    const { socket } = incoming;
    if (outgoing.socket !== null) return listener(incoming, outgoing);
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > waitingLimit) return void socket.destroy();
    outgoing.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 0) - 1);
      // Node proceeds to the next answer even if the connection was destroyed.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}
