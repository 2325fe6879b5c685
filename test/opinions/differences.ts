import type { Fault } from '../faults/fault.js';
import type { ClientName } from './clients.js';
import { cometDifferences } from './comet-differences.js';
import { evmDifferences } from './evm-differences.js';
import { grpcDifferences } from './grpc-differences.js';
import { restDifferences } from './rest-differences.js';

/** Faults whose results in clients contradict the verdict: they succeed if it is fail, or fail if it is pass. */
export interface Difference {
  readonly kind: Fault['kind'];
  readonly clients: readonly ClientName[];
  readonly faults: readonly string[];
  /** Why endpoint-check is right. */
  readonly why: string;
  /** Whether docs/second-opinions.md describes it, and so all with its reason; the rest are only listed here. */
  readonly surprises?: true;
}

/** Where clients of Solana contradict a verdict. */
const solanaDifferences: readonly Difference[] = [
  {
    kind: 'solana',
    clients: ['kit', 'solana-web3'],
    faults: ['no genesis hash'],
    why: 'the clients are asked to compare the chain; wallets need no genesis hash, so there is only a notice',
  },
  {
    kind: 'solana',
    clients: ['kit', 'solana-web3'],
    faults: ['an error beside the slot'],
    why: 'a warning says that some clients fail; those of the validator, in Rust, read the result',
  },
];

/** All differences, each once for a fault and a client. If none is listed, they agree. */
export const differences: readonly Difference[] = [
  ...grpcDifferences,
  ...evmDifferences,
  ...cometDifferences,
  ...restDifferences,
  ...solanaDifferences,
];

/** Why no client's result proves an inconclusive verdict wrong, by a rule of the fault. */
export const inconclusiveReasons: Readonly<Record<string, string>> = {
  'net/rate-limited':
    'a limit does not show whether the endpoint serves the chain; clients report it like any other error, or ask only for what is not limited',
  'http/challenged':
    'who is refused by a bot protection cannot tell whether others are; clients report it like any other error',
  'evm/network-differs':
    'the chain id is not answered, and the network id is another; clients that compare fail, others do not ask',
  'evm-ws/network-differs':
    'the chain id is not answered, and the network id is another; clients that compare fail, others do not ask',
};
