import type { RuleSet } from '../../../model/rule.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';
import { createWebSocketRules, type WebSocketData } from '../../websocket/rules.js';

export type EvmWsData = WebSocketData<'evm-ws'> & EvmNodeData<'evm-ws'>;

export const evmWsRules: RuleSet<EvmWsData> = {
  ...createWebSocketRules('evm-ws', {
    name: 'an EVM JSON-RPC websocket',
    whereServed:
      'EVM nodes serve websockets at port 8546 (--ws of geth, json-rpc.ws-address of Cosmos SDK), some at 8545, or at a path of the proxy',
    missing: 'turn the eth namespace on (--ws.api of geth)',
    method: 'eth_getBlockByNumber',
    subscribeHint:
      'let the node answer eth_subscribe (newHeads) over the websocket: nothing in front of it may turn the messages into requests over HTTP',
  }),
  ...createEvmRules('evm-ws'),
};
