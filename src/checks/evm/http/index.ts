import { evmChainId } from '../chain-id.js';
import { defineNodeCheck } from '../../node/facts.js';
import { httpAddresses } from '../../url/addresses.js';
import { evmRules } from './rules.js';

export const evmCheck = defineNodeCheck({
  kind: 'evm',
  title: 'EVM',
  ...httpAddresses('https://evm-rpc.example.com'),
  description: 'EVM JSON-RPC endpoints, as full https urls.',
  ...evmChainId,
  noun: 'an EVM JSON-RPC endpoint',
  listing: 'list it as evm, as an https url',
  bindHint: '(geth binds JSON-RPC to localhost without --http.addr)',
  rules: evmRules,
  loadProbe: () => import('./probe.js'),
  kindFacts: {
    httpStatus: null,
    logs: null,
    batch: null,
    finalized: null,
    safe: null,
    debug: null,
    trace: null,
  },
});
