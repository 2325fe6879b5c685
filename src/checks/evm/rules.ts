import type { RuleSet } from '../../model/rule.js';
import type { ServiceKind } from '../../model/failure.js';
import { describeOtherKind, hintForOtherKind } from '../other-kind.js';
import { formatAge, staleHint } from '../stale.js';

/** Data of the rules that only an EVM endpoint can break. */
export type EvmData = {
  'evm/not-json': { contentType: string; begins: string };
  'evm/other-kind': { kind: ServiceKind };
  'evm/bad-envelope': { reason: string };
  'evm/rpc-error': { call: string; code: number; detail: string };
  'evm/method-missing': { call: string };
  'evm/key-required': { detail: string };
  'evm/no-block': Record<never, never>;
  'evm/malformed-block': { reason: string };
  'evm/wrong-chain': { expected: string; actual: string; field: string };
  'evm/chain-unknown': { expected: string; detail: string };
  'evm/network-differs': { expected: string; detail: string; networkId: string };
  'evm/nonstandard-answer': { reason: string };
  'evm/odd-timestamp': { number: number; reason: string };
  'evm/stale': { number: number; ageMs: number };
};

/** Internal error (JSON-RPC 2.0 section 5.1), and "Temporary internal error" of dRPC. */
const transientCodes = new Set([-32603, 19]);

/** The wording of the rules for EVM endpoints. */
export const evmRules: RuleSet<EvmData> = {
  'evm/not-json': {
    severity: 'error',
    summary: 'the answer is not JSON',
    explanation:
      'The url leads to a web page or to an error message of a proxy, not to a JSON-RPC endpoint. A missing ' +
      'path (`/rpc`, `/evm`) is the usual cause.',
    message: ({ contentType, begins }) =>
      begins === ''
        ? 'the answer is empty'
        : `expected JSON, got ${contentType.includes('html') ? `a web page (${contentType})` : contentType} that begins with "${begins}"`,
    hint: () => 'check the host and the path of the url',
  },
  'evm/other-kind': {
    severity: 'error',
    summary: 'the endpoint is of another kind',
    explanation:
      'The endpoint answers, but not as EVM JSON-RPC: it is a gRPC server (port 9090 of a Cosmos SDK node), CometBFT RPC (26657), the REST ' +
      'API (1317), or a web site. The EVM JSON-RPC of such a node is at port 8545.',
    message: (data) => describeOtherKind(data, 'EVM JSON-RPC'),
    hint: (data) =>
      hintForOtherKind(data, 'the EVM JSON-RPC port of a node is 8545, or what the proxy maps to it'),
  },
  'evm/bad-envelope': {
    severity: 'error',
    summary: 'the answer is JSON, but not JSON-RPC 2.0',
    explanation:
      'A JSON-RPC 2.0 answer is an object with `"jsonrpc": "2.0"`, the `id` of the request, and either `result` or ' +
      '`error` (JSON-RPC 2.0 specification, section 5). Clients refuse anything else.',
    message: ({ reason }) => `not JSON-RPC 2.0: ${reason}`,
    hint: () => 'check that the url is the JSON-RPC endpoint of an EVM node',
  },
  'evm/rpc-error': {
    severity: 'error',
    isTransient: ({ code, detail }) =>
      transientCodes.has(code) || /temporar|retry|try again|timed?[ -]?out/i.test(detail),
    summary: 'the node answered with an error',
    explanation:
      'The request reached the node, and the node answered with an error instead of the latest block.',
    message: ({ call, code, detail }) =>
      `${call} failed: error ${code}${detail === '' ? '' : `, "${detail}"`}`,
    hint: () => 'check the log of the node; it must answer eth_getBlockByNumber',
  },
  'evm/method-missing': {
    severity: 'error',
    summary: 'the node does not have eth_getBlockByNumber',
    explanation:
      'The endpoint speaks JSON-RPC but does not have the method. It may be the RPC port of CometBFT (26657) instead of ' +
      'the EVM one (8545), or the `eth` namespace is turned off.',
    message: ({ call }) => `the endpoint does not have ${call}`,
    hint: () => 'list the EVM JSON-RPC port (8545, or what the proxy maps to it), with the eth namespace on',
  },
  'evm/key-required': {
    severity: 'error',
    summary: 'the endpoint requires an API key',
    explanation: 'An entry of a public registry must be usable by everybody, without an account or a key.',
    message: ({ detail }) => `the endpoint requires an API key ("${detail}")`,
    hint: () => 'list an endpoint that needs no key',
  },
  'evm/no-block': {
    severity: 'error',
    transient: true,
    summary: 'the node has no latest block',
    explanation: 'The node answered `null` for the latest block: it has none yet, or it has lost its data.',
    message: () => 'the node has no latest block (the result is null)',
    hint: () => 'list the node once it is in sync',
  },
  'evm/malformed-block': {
    severity: 'error',
    summary: 'the latest block is not a block',
    explanation:
      'A block has a `hash` of 32 bytes and a `number` and `timestamp` as hex quantities without leading zeros ' +
      '(ethereum/execution-apis). Clients fail on anything else.',
    message: ({ reason }) => `the latest block is malformed: ${reason}`,
    hint: () => 'check that the url leads to an EVM node; if it does, report a bug to its developers',
  },
  'evm/wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation:
      'The chain id that the endpoint reports (`eth_chainId`) is not the one of the registry file. A wallet would send ' +
      'transactions to another chain. A copied line or a reused host name is the usual cause.',
    message: ({ expected, actual, field }) =>
      `the endpoint serves chain ${actual}, but ${field} is ${expected}`,
    hint: ({ expected, field }) => `list an endpoint of chain ${expected}, or fix ${field}`,
  },
  'evm/chain-unknown': {
    severity: 'notice',
    summary: 'the endpoint does not report its chain id',
    explanation:
      'The endpoint answered with its latest block, but not to `eth_chainId`, so the chain could not be compared with the file.',
    message: ({ expected, detail }) =>
      `no valid answer to eth_chainId (${detail}), so chain ${expected} is not confirmed`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'evm/network-differs': {
    severity: 'notice',
    inconclusive: true,
    summary: 'the endpoint reports no chain id, and the network id of another chain',
    explanation:
      'The endpoint has no valid answer to `eth_chainId`, and its network id (`net_version`) is not the chain id of the file. On most chains ' +
      'the two are the same, on some, such as Ethereum Classic, they are not. So which chain it serves is not proved, and the verdict is ' +
      'inconclusive.',
    message: ({ expected, detail, networkId }) =>
      `no valid answer to eth_chainId (${detail}), and net_version is ${networkId}, not ${expected}`,
    hint: () => 'let the node answer eth_chainId, which wallets request first',
  },
  'evm/nonstandard-answer': {
    severity: 'warning',
    summary: 'the answer departs from the specifications',
    explanation:
      'The answer can be read, but not by every client: it begins with a byte order mark (RFC 8259 section 8.1 forbids it), it has an empty ' +
      '`error` beside its `result` (JSON-RPC 2.0 section 5), or its chain id is a decimal number instead of a hex quantity.',
    message: ({ reason }) => `the answer departs from the specifications: ${reason}`,
    hint: () => 'check the proxy in front of the node, or report a bug to the developers of the node',
  },
  'evm/odd-timestamp': {
    severity: 'notice',
    summary: 'the timestamp of the newest block is odd',
    explanation:
      'The timestamp of a block is in seconds, and not in the future (ethereum/execution-apis). Programs that compare it with the clock are ' +
      'misled. If it is in the future, check the clock of the machine that runs the check too.',
    message: ({ number, reason }) => `the timestamp of the newest block (${number}) is odd: ${reason}`,
    hint: () => 'check the clock of the nodes that make blocks, and the unit of their timestamps',
  },
  'evm/stale': {
    severity: 'warning',
    summary: 'the newest block is old',
    explanation:
      'The newest block that the node has is more than an hour old: the node has stopped, the chain has, or the chain makes blocks only when ' +
      'there are transactions. Where other endpoints of the chain answer, they show which it is, and the endpoint is compared with them.',
    message: ({ number, ageMs }) => `the newest block (${number}) is ${formatAge(ageMs)} old`,
    hint: () => staleHint,
  },
};
