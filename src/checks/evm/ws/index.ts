import type { RuleSet } from '../../../model/rule.js';
import { defineNodeCheck } from '../../node/check.js';
import { webSocketAddresses } from '../../url/addresses.js';
import { createWebSocketRules, type WebSocketData } from '../../websocket/rules.js';
import { evmChainId } from '../calls.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';

type EvmWsData = WebSocketData<'evm-ws'> & EvmNodeData<'evm-ws'>;

const evmWsRules: RuleSet<EvmWsData> = {
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

export const evmWsCheck = defineNodeCheck({
  kind: 'evm-ws',
  title: 'EVM websocket',
  otherNames: ['evm-wss', 'eth-ws', 'json-rpc-websocket'],
  usualPort: 8546,
  ...webSocketAddresses('wss://evm-ws.example.com', { needsPath: false }),
  description: 'EVM JSON-RPC websockets, as full wss urls.',
  ...evmChainId,
  noun: 'an EVM JSON-RPC websocket',
  listing: 'list it as evm-ws, as a wss url',
  bindHint: '(geth binds websockets to localhost without --ws.addr)',
  sharesAddressWith: ['evm'],
  rules: evmWsRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { subscription: null, logs: null, finalized: null, safe: null, debug: null, trace: null },
});
