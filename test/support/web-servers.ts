import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { use } from './servers.js';

export type Handler = (request: http.IncomingMessage, response: http.ServerResponse) => unknown;

/** Starts a server that answers so, until the test ends, or as long as `keep` says; it records what comes. It closes no idle connections. */
export async function serve(handle: Handler, keep = use) {
  /** `GET /status` */
  const requests: string[] = [];
  /** The same without their methods. */
  const requested: string[] = [];
  /** How many requests were answered when each came. */
  const answeredBefore: number[] = [];
  const closed: Promise<unknown>[] = [];
  let answered = 0;
  const server = http.createServer((request, response) => {
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    requested.push(url);
    answeredBefore.push(answered);
    response.on('finish', () => answered++);
    handle(request, response);
  });
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    // Not by once(), which rejects if the socket has an error.
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  const running = await keep(listen(server));
  return {
    ...running,
    ...{ requests, requested, answeredBefore },
    origin: `http://127.0.0.1:${running.port}`,
    countConnections: () => closed.length,
    /** Resolves when all of its connections have ended. */
    whenClosed: () => Promise.all(closed),
  };
}

/** Answers with JSON. */
export function json(value: unknown): Handler {
  return (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers with the result of a function of the query; `index` counts the requests before. */
export function answerQuery(answer: (query: URLSearchParams, index: number) => unknown): Handler {
  let index = 0;
  return (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    json(answer(searchParams, index++))(request, response);
  };
}

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

/** Starts a server before a node, which records what comes. It does what `act` does with a request, and passes on all that this leaves to it, by returning nothing. */
export async function startFront(
  keep: typeof use,
  node: Promise<SandboxServer>,
  act: (exchange: Exchange) => unknown = () => undefined,
) {
  const { port } = await keep(node);
  const names: string[] = [];
  /** When each came, by the monotonic clock. */
  const cameAtMs: number[] = [];
  const sockets: unknown[] = [];
  const server = await serve((request, response) => {
    const { socket } = request;
    if (!sockets.includes(socket)) sockets.push(socket);
    const answer = (body: Buffer) => {
      const forward = async (other?: Exchange) => pass(port, other ?? { request, body }, response);
      const name = nameRequest(request, body);
      const index = names.push(name) - 1;
      cameAtMs.push(performance.now());
      const connection = sockets.indexOf(socket);
      const done = act({ name, index, connection, request, response, forward, body });
      return done === undefined ? forward() : undefined;
    };
    // A client may go away in the middle of its request.
    buffer(request)
      .then(answer)
      .catch(() => response.destroy());
  }, keep);
  return { ...server, names, cameAtMs };
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
