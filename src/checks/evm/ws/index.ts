import { evmChainId } from '../chain-id.js';
import { defineNodeCheck } from '../../node/facts.js';
import { webSocketAddresses } from '../../url/addresses.js';
import { evmWsRules } from './rules.js';

export const evmWsCheck = defineNodeCheck({
  kind: 'evm-ws',
  title: 'EVM websocket',
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
