import { answerCall, type EvmNodeOptions } from './evm-node.js';
import type { SandboxServer } from './server.js';
import {
  type AnswerHook,
  answerCalls,
  startWebSocketServer,
  type WebSocketServerOptions,
} from './websocket-server.js';

/** The behaviour of a node; by default a healthy one without TLS, with websockets at any path. */
export interface EvmWebSocketOptions
  extends
    Omit<WebSocketServerOptions, 'onConnection'>,
    Pick<EvmNodeOptions, 'chainId' | 'blockTime' | 'blockNumber'> {
  /** Whether it creates a block when somebody subscribes; by default false. */
  readonly makesBlocks?: boolean;
  readonly answer?: AnswerHook;
}

/** The id of every subscription. */
const subscription = '0xcd0c3e8af590364c09d0fa6a1210faf5';

/** Starts a websocket server that answers like an EVM node (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
export function startEvmWebSocket(options: EvmWebSocketOptions = {}): Promise<SandboxServer> {
  const { chainId, blockTime, blockNumber, makesBlocks = false, answer, ...rest } = options;
  const node = {
    ...(chainId === undefined ? {} : { chainId }),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(blockNumber === undefined ? {} : { blockNumber }),
  };
  return startWebSocketServer({
    ...rest,
    onConnection: (socket) =>
      answerCalls(socket, answer, ({ id, method }, text) => {
        if (method !== 'eth_subscribe') return socket.send(answerCall(text, node));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: subscription }));
        if (makesBlocks) socket.send(describeEvent());
      }),
  });
}

/** A notification of a new head, without the head. */
function describeEvent(): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result: {} } });
}
