import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import type { use } from './servers.js';

/** A request that came to a front, and what can be done with it. */
export interface Exchange {
  /** What it asks for: the method of JSON-RPC, `a batch` of several, or `GET node_info`. */
  readonly name: string;
  /** Its place among the requests, and the place of its connection among the connections, from 0. */
  readonly index: number;
  readonly connection: number;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
  /** Passes it on, or another request in its place; resolves once that is answered. */
  readonly forward: (other?: Exchange) => Promise<void>;
  readonly body: Buffer;
}

/** A front before a node, which records what comes. */
export interface Front extends SandboxServer {
  readonly requests: readonly string[];
  readonly urls: readonly string[];
  /** How many requests were answered when each came. */
  readonly answeredBefore: readonly number[];
  /** When each came, by the monotonic clock. */
  readonly cameAtMs: readonly number[];
  readonly countConnections: () => number;
  /** Resolves when all of its connections have ended. */
  readonly whenClosed: () => Promise<unknown>;
}

/** Starts a front, which does what `act` does with a request, and passes on all that this leaves to it, by returning nothing. */
export async function startFront(
  keep: typeof use,
  node: Promise<SandboxServer>,
  act: (exchange: Exchange) => unknown = () => undefined,
): Promise<Front> {
  const { port: nodePort } = await keep(node);
  const record = {
    requests: [] as string[],
    urls: [] as string[],
    answeredBefore: [] as number[],
    cameAtMs: [] as number[],
  };
  const connections: Promise<unknown>[] = [];
  const places = new Map<unknown, number>();
  let answered = 0;
  const server = http.createServer((request, response) => {
    response.on('finish', () => answered++);
    const answer = (body: Buffer) => {
      const forward = async (other?: Exchange) => pass(nodePort, other ?? { request, body }, response);
      const name = nameRequest(request, body);
      const index = record.requests.push(name) - 1;
      record.urls.push(`${request.method ?? ''} ${request.url ?? ''}`);
      record.answeredBefore.push(answered);
      record.cameAtMs.push(performance.now());
      const connection = places.get(request.socket) ?? 0;
      const done = act({ name, index, connection, request, response, forward, body });
      return done === undefined ? forward() : undefined;
    };
    // A client may go away in the middle of its request.
    buffer(request)
      .then(answer)
      .catch(() => response.destroy());
  });
  // It closes no idle connections.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    places.set(socket, places.size);
    // Not by once(), which rejects if the socket has an error.
    connections.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  const front = await keep(listen(server));
  return {
    ...front,
    ...record,
    countConnections: () => connections.length,
    whenClosed: () => Promise.all(connections),
  };
}

function nameRequest({ method = '', url = '' }: http.IncomingMessage, body: Buffer): string {
  const [, call] = /"method":"(\w+)"/.exec(body.toString('latin1')) ?? [];
  if (body[0] === 0x5b) return 'a batch';
  return call ?? `${method} ${url.split('?')[0]?.split('/').at(-1) ?? ''}`;
}

async function pass(
  port: number,
  { request, body }: Pick<Exchange, 'request' | 'body'>,
  response: http.ServerResponse,
): Promise<void> {
  const { method, url, headers } = request;
  const onward = http.request({ host: '127.0.0.1', port, method, path: url, headers, agent: false });
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve).once('error', reject).end(body);
  });
  const fields = { ...answer.headers };
  delete fields.connection;
  response.writeHead(answer.statusCode ?? 200, fields).end(await buffer(answer));
}
