import type { Difference } from './differences.js';

/** Where clients of Solana contradict a verdict. */
export const solanaDifferences: readonly Difference[] = [
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
