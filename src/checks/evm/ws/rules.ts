import type { RuleSet } from '../../../model/rule.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';
import { createWebSocketRules, type WebSocketData } from '../../websocket/rules.js';

/** Data of the rules that only an EVM websocket can break. */
export type EvmWsData = WebSocketData<'evm-ws'> & EvmNodeData<'evm-ws'>;

/** The wording of the rules for EVM websockets. */
export const evmWsRules: RuleSet<EvmWsData> = {
  ...createWebSocketRules('evm-ws', {
    what: 'an EVM JSON-RPC websocket',
    whereServed:
      'EVM nodes serve websockets at a port of their own (8546 with geth --ws), or at a path of the proxy',
    missing: 'turn the eth namespace on (--ws.api of geth)',
    where:
      'EVM nodes serve websockets at a port of their own, 8546 by default (geth `--ws`, Cosmos SDK `json-rpc.ws-address`), some at the port of ' +
      'HTTP (8545).',
    method: 'eth_getBlockByNumber',
    subscribe: '`eth_subscribe` to `newHeads`',
    subscribeHint:
      'let the node answer eth_subscribe over the websocket: nothing in front of it may turn the messages into requests over HTTP',
  }),
  ...createEvmRules('evm-ws'),
};
