import type { RuleSet } from '../../../model/rule.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';
import { createJsonRpcRules, type JsonRpcData } from '../../json/rules.js';
import { createOtherKindRule } from '../../rules/other-kind.js';

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
