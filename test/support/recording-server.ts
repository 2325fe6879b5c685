import http from 'node:http';
import { listen } from '../../src/sandbox/server.js';
import { use } from './servers.js';

/** A server that records its requests, `GET /status`, and how many were answered when each came. */
export interface RecordingServer {
  readonly port: number;
  readonly requests: readonly string[];
  readonly answeredBefore: readonly number[];
  readonly countConnections: () => number;
  /** Resolves when all of its connections have ended. */
  readonly whenClosed: () => Promise<unknown>;
}

/** Starts a server with these answers, by the path of the request. */
export async function startRecordingServer(
  handle: (path: string, response: http.ServerResponse, request: http.IncomingMessage) => void,
): Promise<RecordingServer> {
  const requests: string[] = [];
  const answeredBefore: number[] = [];
  const closed: Promise<unknown>[] = [];
  let answered = 0;
  const server = http.createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answeredBefore.push(answered);
    response.on('finish', () => answered++);
    request.resume();
    handle(request.url ?? '', response, request);
  });
  // No server of a test closes idle connections.
  server.keepAliveTimeout = 0;
  server.on('connection', (socket) => {
    // Not by once(), which rejects if the socket has an error.
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
  });
  const { port } = await use(listen(server));
  return {
    port,
    requests,
    answeredBefore,
    countConnections: () => closed.length,
    whenClosed: () => Promise.all(closed),
  };
}

/** Answers in JSON. */
export function sendJson(response: http.ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
