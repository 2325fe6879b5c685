import type { RuleSet } from '../../../model/rule.js';
import { createEvmRules, type EvmNodeData } from '../rules.js';
import {
  notJson,
  describeRpcError,
  isTransientRpcError,
  keyRequired,
  type JsonRpcData,
} from '../../json/rules.js';
import { describeOtherKind, hintForOtherKind } from '../../rules/other-kind.js';

/** Data of the rules that only an EVM endpoint can break. */
export type EvmData = JsonRpcData<'evm'> & EvmNodeData<'evm'>;

/** The wording of the rules for EVM endpoints. */
export const evmRules: RuleSet<EvmData> = {
  'evm/not-json': {
    ...notJson,
    explanation:
      'The url leads to a web page or to an error message of a proxy, not to a JSON-RPC endpoint. A missing ' +
      'path (`/rpc`, `/evm`) is the usual cause.',
  },
  'evm/other-kind': {
    severity: 'error',
    summary: 'the endpoint is of another kind',
    explanation:
      'The endpoint answers, but not as EVM JSON-RPC: it is a gRPC server (port 9090 of a Cosmos SDK node), CometBFT RPC (26657), the REST ' +
      'API (1317), or a web site. The EVM JSON-RPC of such a node is at port 8545.',
    sample: { kind: 'grpc' },
    message: (data) => describeOtherKind(data, 'EVM JSON-RPC'),
    hint: (data) =>
      hintForOtherKind(data, 'the EVM JSON-RPC port of a node is 8545, or what the proxy maps to it'),
  },
  'evm/bad-envelope': {
    severity: 'error',
    summary: 'the answer is JSON, but not JSON-RPC 2.0',
    explanation:
      'A JSON-RPC 2.0 answer is an object with `"jsonrpc": "2.0"`, the `id` of the request, and either `result` or `error` (JSON-RPC 2.0 ' +
      'specification, section 5). ethers refuses another `id`, web3.js a missing one and a missing `jsonrpc`, and most clients all else.',
    sample: { reason: 'expected an object, got an array' },
    message: ({ reason }) => `not JSON-RPC 2.0: ${reason}`,
    hint: () => 'check that the url is the JSON-RPC endpoint of an EVM node',
  },
  'evm/rpc-error': {
    severity: 'error',
    isTransient: isTransientRpcError,
    summary: 'the node answered with an error',
    explanation:
      'The request reached the node, and the node answered with an error instead of the latest block.',
    sample: { call: 'eth_getBlockByNumber', code: -32000, detail: 'header not found' },
    message: describeRpcError,
    hint: () => 'check the log of the node; it must answer eth_getBlockByNumber',
  },
  'evm/method-missing': {
    severity: 'error',
    summary: 'the node does not have eth_getBlockByNumber',
    explanation:
      'The endpoint speaks JSON-RPC but does not have the method. It may be the RPC port of CometBFT (26657) instead of ' +
      'the EVM one (8545), or the `eth` namespace is turned off.',
    sample: { call: 'eth_getBlockByNumber' },
    message: ({ call }) => `the endpoint does not have ${call}`,
    hint: () => 'list the EVM JSON-RPC port (8545, or what the proxy maps to it), with the eth namespace on',
  },
  'evm/key-required': keyRequired,
  ...createEvmRules('evm'),
};
