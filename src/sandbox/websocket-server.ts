import http from 'node:http';
import https from 'node:https';
import { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { KeyPair } from './certificates.js';
import { listen, type SandboxServer } from './server.js';

/** A server of websockets; by default over plain http, at any path. */
export interface WebSocketServerOptions {
  readonly tls?: KeyPair;
  /** The only path that has websockets. */
  readonly path?: string;
  /** Answers plain requests, and upgrades at other paths; with HTTP 404 by default. */
  readonly onRequest?: http.RequestListener;
  readonly onConnection: (socket: WebSocket, request: http.IncomingMessage) => void;
}

/** A request of JSON-RPC, as it arrives. */
export interface WebSocketCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/**
 * Replaces answers of a node: by a text, or with null by none, after whatever it does with the connection; undefined leaves the answer to the
 * node.
 */
export type AnswerHook = (call: WebSocketCall, socket: WebSocket) => string | null | undefined;

/** Starts a server of websockets (RFC 6455). */
export function startWebSocketServer(options: WebSocketServerOptions): Promise<SandboxServer> {
  const { tls, path, onConnection, onRequest = refuse } = options;
  const sockets = new WebSocketServer({ noServer: true });
  const server = tls === undefined ? http.createServer(onRequest) : https.createServer({ ...tls }, onRequest);
  server.on('upgrade', (request, socket, head) => {
    const isOther = path !== undefined && new URL(request.url ?? '', 'ws://localhost').pathname !== path;
    if (isOther && socket instanceof Socket) {
      const response = new http.ServerResponse(request);
      response.assignSocket(socket);
      response.shouldKeepAlive = false;
      onRequest(request, response);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      // A client may go away in the middle of a message.
      client.on('error', () => undefined);
      onConnection(client, request);
    });
  });
  return listen(server);
}

const refuse: http.RequestListener = (request, response) => {
  request.resume();
  response.writeHead(404, { 'content-length': 0 }).end();
};

/** Answers the calls that arrive at a socket: by the hook where it answers, else by the node. */
export function answerCalls(
  socket: WebSocket,
  hook: AnswerHook | undefined,
  answer: (call: WebSocketCall, text: string) => void,
): void {
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    const call = JSON.parse(text) as WebSocketCall;
    const canned = hook?.(call, socket);
    if (canned === undefined) answer(call, text);
    else if (canned !== null) socket.send(canned);
  });
}
