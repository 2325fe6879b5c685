import type { RuleSet } from '../../../model/rule.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';
import { badEnvelope, type JsonRpcData, keyRequired, notJson, rpcError } from '../../json/rules.js';
import { createOtherKindRule } from '../../rules/other-kind.js';

/** Data of the rules that only an EVM endpoint can break. */
export type EvmData = JsonRpcData<'evm'> & EvmNodeData<'evm'> & { 'evm/no-batch': { detail: string } };

/** The wording of the rules for EVM endpoints. */
export const evmRules: RuleSet<EvmData> = {
  'evm/not-json': notJson,
  'evm/other-kind': createOtherKindRule(
    'EVM JSON-RPC',
    'the EVM JSON-RPC port of a node is 8545, or what the proxy maps to it',
    'grpc',
  ),
  'evm/bad-envelope': {
    ...badEnvelope,
    hint: () => 'check that the url is the JSON-RPC endpoint of an EVM node',
  },
  'evm/rpc-error': {
    ...rpcError,
    sample: { call: 'eth_getBlockByNumber', code: -32000, detail: 'header not found' },
    hint: () => 'check the log of the node; it must answer eth_getBlockByNumber',
  },
  'evm/method-missing': {
    severity: 'error',
    summary: 'the node does not have eth_getBlockByNumber',
    explanation: 'It may be the RPC port of CometBFT (26657), or the `eth` namespace is off.',
    sample: { call: 'eth_getBlockByNumber' },
    message: ({ call }) => `the endpoint does not have ${call}`,
    hint: () => 'list the EVM JSON-RPC port (8545, or what the proxy maps to it), with the eth namespace on',
  },
  'evm/key-required': keyRequired,
  'evm/no-batch': {
    severity: 'warning',
    summary: 'the endpoint refuses batches',
    explanation:
      'It answers single calls, but not two in an array (JSON-RPC 2.0 section 6), as ethers 6 sends its first calls unless told otherwise.',
    sample: { detail: 'HTTP 405' },
    message: ({ detail }) => `the endpoint refuses a batch of two calls (${detail})`,
    hint: () => 'let the proxy and the node accept arrays of calls',
  },
  ...createEvmRules('evm'),
};
