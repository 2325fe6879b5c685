import {
  type AnswerHook,
  answerCalls,
  startWebSocketServer,
  type WebSocketServerOptions,
} from './websocket-server.js';
import { createStatus } from './rpc-node.js';
import type { SandboxServer } from './server.js';
import type { CosmosState } from './web-node.js';

/** The behaviour of a node; by default a healthy one without TLS, with websockets at /websocket. */
export interface CometWebSocketOptions extends Omit<WebSocketServerOptions, 'onConnection'>, CosmosState {
  /** Whether it creates a block when somebody subscribes; by default false. */
  readonly makesBlocks?: boolean;
  readonly answer?: AnswerHook;
}

/** Starts a websocket server that answers like CometBFT (its `rpc/jsonrpc/server` and `rpc/core`). */
export function startCometWebSocket(options: CometWebSocketOptions = {}): Promise<SandboxServer> {
  const { path = '/websocket', makesBlocks = false, answer, ...rest } = options;
  return startWebSocketServer({
    ...rest,
    path,
    onConnection: (socket) =>
      answerCalls(socket, answer, ({ id, method, params }) => {
        const send = (more: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
        switch (method) {
          case 'status':
            return send({ result: createStatus(options) });
          case 'subscribe':
            send({ result: {} });
            if (makesBlocks) send({ result: describeEvent(params) });
            return;
          default:
            return send({ error: { code: -32601, message: 'Method not found' } });
        }
      }),
  });
}

/** An event of a subscription (`ResultEvent`), without its block. */
function describeEvent(params: unknown): object {
  const { query = '' } = params as { query?: string };
  return { query, data: { type: 'tendermint/event/NewBlock', value: {} }, events: {} };
}
