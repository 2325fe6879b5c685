import type { Fault } from '../faults/fault.js';
import type { ClientName } from './clients.js';
import { cosmosDifferences } from './cosmos-differences.js';
import { evmDifferences } from './evm-differences.js';
import { grpcDifferences } from './grpc-differences.js';

/** Faults whose results in clients contradict the verdict: they succeed if it is fail, or fail if it is pass. */
export interface Difference {
  /** Why endpoint-check is right. */
  readonly why: string;
  /** Whether docs/second-opinions.md describes it; the rest are only listed here. */
  readonly surprises?: true;
  readonly cases: readonly (readonly [
    kind: Fault['kind'],
    clients: readonly ClientName[],
    faults: readonly string[],
  ])[];
}

/** The differences of Solana, and of EVM and Cosmos nodes alike. */
const otherDifferences: readonly Difference[] = [
  {
    why: 'the clients are asked to compare the chain; wallets need no genesis hash, so there is only a notice',
    cases: [['solana', ['kit', 'solana-web3'], ['no genesis hash']]],
  },
  {
    why: 'a warning says that some clients fail; those of the validator, in Rust, read the result',
    cases: [['solana', ['kit', 'solana-web3'], ['an error beside the slot']]],
  },
  {
    why: 'there is a result, but not the requested one, so a client that reads it fails; they do not read it',
    cases: [
      [
        'evm',
        ['curl'],
        [
          'a block that is a string',
          'a block without a number',
          'a block with a short hash',
          'a block without a time',
          'a block number of 2,000 digits',
          'JSON nested 100,000 deep',
          'a text of 3 MiB in place of a block',
          '"error": {} beside the result',
          '"error": [] beside the result',
          '"error": {"code":0,"message":""} beside the result',
        ],
      ],
      ['evm-ws', ['undici'], ['"error": {} beside the result']],
      [
        'evm-ws',
        ['undici', 'websockets'],
        ['a block without a number', 'a block with a short hash', 'a block without a time'],
      ],
      [
        'ws',
        ['undici', 'websockets'],
        [
          'a status that is a string',
          'a status without node_info',
          'a status without sync_info',
          'a network that is a number',
          'a height that is a word',
          'a time that is a number',
        ],
      ],
    ],
  },
  {
    why: 'the answers name two chains in turn, so a client fails by chance; no answer proves which is wrong, and the warning says so',
    cases: [
      ['evm', ['ethers'], ['two chain ids']],
      [
        'evm',
        ['viem', 'ethers', 'web3', 'cast', 'ethclient'],
        ['two chain ids, of which the second is claimed'],
      ],
      ['rpc', ['cosmjs'], ['two chain ids in turn']],
    ],
  },
];

/** All differences, each once for a fault and a client. If none is listed, they agree. */
export const differences: readonly Difference[] = [
  ...grpcDifferences,
  ...evmDifferences,
  ...cosmosDifferences,
  ...otherDifferences,
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
