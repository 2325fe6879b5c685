import type { RuleSet } from '../../../model/rule.js';
import { createJsonRpcRules, type JsonRpcData } from '../../json/rules.js';
import { defineNodeCheck } from '../../node/check.js';
import { createOtherKindRule } from '../../rules/other-kind.js';
import { httpAddresses } from '../../url/addresses.js';
import { evmChainId } from '../calls.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';

export type EvmData = JsonRpcData<'evm'> & EvmNodeData<'evm'> & { 'evm/no-batch': { detail: string } };

export const evmRules: RuleSet<EvmData> = {
  'evm/other-kind': createOtherKindRule(
    'EVM JSON-RPC',
    'the EVM JSON-RPC port of a node is 8545, or what the proxy maps to it',
    'grpc',
  ),
  ...createJsonRpcRules('evm', {
    node: 'an EVM node',
    method: 'eth_getBlockByNumber',
    methods: 'eth_getBlockByNumber',
    missing: 'It may be the RPC port of CometBFT (26657), or the `eth` namespace is off.',
    missingHint: 'list the EVM JSON-RPC port (8545, or what the proxy maps to it), with the eth namespace on',
    error: { code: -32000, detail: 'header not found' },
  }),
  'evm/no-batch': {
    severity: 'warning',
    summary: 'the endpoint refuses batches',
    explanation:
      'It answers single calls, but not two in an array (JSON-RPC 2.0 section 6), as ethers 6 sends its first calls by default.',
    sample: { detail: 'HTTP 405' },
    message: ({ detail }) => `the endpoint refuses a batch of two calls (${detail})`,
    hint: () => 'let the proxy and the node accept arrays of calls',
  },
  ...createEvmRules('evm'),
};

export const evmCheck = defineNodeCheck({
  kind: 'evm',
  title: 'EVM',
  otherNames: ['ethereum', 'eth', 'evm-rpc', 'eth-rpc', 'json-rpc', 'jsonrpc'],
  usualPort: 8545,
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
