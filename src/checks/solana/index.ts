import { defineNodeCheck } from '../node/facts.js';
import { httpAddresses } from '../url/addresses.js';
import { solanaHash } from '../../model/kind.js';
import { idLength, solanaRules } from './rules.js';

/** Solana JSON-RPC endpoints. The chain id is the hash of the genesis block; CAIP-2 shortens it to its first 32 characters. */
export const solanaCheck = defineNodeCheck({
  kind: 'solana',
  title: 'Solana',
  ...httpAddresses('https://api.example.com'),
  description: 'Solana JSON-RPC endpoints, as full https urls.',
  idFamily: 'solana',
  chainIdExample: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  isChainId: (text) => solanaHash.test(text),
  normalizeChainId: (text) => text.slice(0, idLength),
  noun: 'a Solana JSON-RPC endpoint',
  listing: 'list it as solana, as an https url',
  bindHint: '(a validator binds JSON-RPC to localhost without --rpc-bind-address)',
  rules: solanaRules,
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, version: null },
});
