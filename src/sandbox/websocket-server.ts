import http from 'node:http';
import { Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import type { KeyPair } from './certificates.js';
import { createHttpServer, listen, type SandboxServer } from './server.js';

/** A websocket server; by default over plain http, at any path. */
export interface WebSocketServerOptions {
  readonly tls?: KeyPair;
  /** The only path with websockets. */
  readonly path?: string;
  /** Answers plain requests, and upgrades at other paths; by default with HTTP 404. */
  readonly onRequest?: http.RequestListener;
  readonly onConnection: (socket: WebSocket, request: http.IncomingMessage) => void;
}

export interface WebSocketCall {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/**
 * Replaces an answer of a node by a text, or by none with null, for instance after it has closed the connection. Undefined leaves the answer to
 * the node.
 */
export type AnswerHook = (call: WebSocketCall, socket: WebSocket) => string | null | undefined;

/** Starts a websocket server (RFC 6455). */
export function startWebSocketServer(options: WebSocketServerOptions): Promise<SandboxServer> {
  const { tls, path, onConnection, onRequest = answerNotFound } = options;
  const sockets = new WebSocketServer({ noServer: true });
  const server = createHttpServer(tls, onRequest);
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

const answerNotFound: http.RequestListener = (request, response) => {
  request.resume();
  response.writeHead(404, { 'content-length': 0 }).end();
};

/** Answers the calls on a socket: by the hook if it answers, else by the node. */
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
