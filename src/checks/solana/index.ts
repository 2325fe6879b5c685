import type { InFamily, RuleSet } from '../../model/rule.js';
import { solanaHash, solanaIdLength } from '../../model/kind.js';
import { createJsonRpcRules, type JsonRpcData } from '../json/rules.js';
import { defineNodeCheck } from '../node/check.js';
import { createNodeRules, type NodeData } from '../node/rules.js';
import { createOtherKindRule } from '../rules/other-kind.js';
import { httpAddresses } from '../url/addresses.js';

/** The clusters by the hash of their genesis block (crate solana-cluster-type). */
const clusters: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet',
  '4uhcVJyU9pJkvQyUS88uRDiswHXSCkY3zQawwpjk2NsY': 'testnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
};

type SolanaTexts = {
  'wrong-chain': { expected: string; actual: string; field: string };
  'chain-unknown': { expected: string; detail: string };
  'malformed-response': { call: string; reason: string };
};

type SolanaData = JsonRpcData<'solana'> & NodeData<'solana'> & InFamily<'solana', SolanaTexts>;

const solanaRules: RuleSet<SolanaData> = {
  'solana/other-kind': createOtherKindRule(
    'Solana JSON-RPC',
    'the JSON-RPC port of a validator is 8899, or what the proxy maps to it',
    'evm',
  ),
  ...createJsonRpcRules('solana', {
    node: 'a Solana node',
    method: 'getSlot',
    methods: 'getSlot and getGenesisHash',
    missing: 'It is another service, or its proxy does not let the method through.',
    missingHint: 'check that the url is the JSON-RPC endpoint of a Solana node',
    error: { code: -32603, detail: 'Internal error' },
  }),
  'solana/malformed-response': {
    severity: 'error',
    summary: 'the answer is not that of a Solana node',
    explanation: '`getSlot` is answered with a number, `getGenesisHash` with a hash in base 58.',
    sample: { call: 'getSlot', reason: 'expected a number' },
    message: ({ call, reason }) => `the answer to ${call} is malformed: ${reason}`,
    hint: () => 'check that the url leads to a Solana node; if it does, report a bug to its developers',
  },
  'solana/wrong-chain': {
    severity: 'error',
    summary: 'the endpoint serves another chain',
    explanation:
      'The hash of its genesis block (`getGenesisHash`) is not that of the file. Wallets would show another cluster, ' +
      'such as devnet in place of mainnet.',
    sample: {
      expected: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      actual: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
      field: 'chain_id',
    },
    message: ({ expected, actual, field }) =>
      `the endpoint serves ${nameCluster(actual)}, but ${field} is ${nameCluster(expected)}`,
    hint: ({ expected, field }) => `list an endpoint of ${nameCluster(expected)}, or fix ${field}`,
  },
  'solana/chain-unknown': {
    severity: 'notice',
    summary: 'the node does not report its chain',
    explanation: 'It does not answer `getGenesisHash`, so there is nothing to compare with the file.',
    sample: { expected: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', detail: 'the method does not exist' },
    message: ({ expected, detail }) =>
      `no valid answer to getGenesisHash (${detail}), so ${nameCluster(expected)} is not confirmed`,
    hint: () => 'let the node answer getGenesisHash',
  },
  ...createNodeRules('solana'),
};

/** A chain in words, if it is a cluster that everybody knows. */
function nameCluster(id: string): string {
  const [, name] =
    Object.entries(clusters).find(([hash]) => hash.startsWith(id.slice(0, solanaIdLength))) ?? [];
  return name === undefined ? id : `${name} (${id})`;
}

/** Solana JSON-RPC endpoints. The chain id is the hash of the genesis block; CAIP-2 shortens it to its first 32 characters. */
export const solanaCheck = defineNodeCheck({
  kind: 'solana',
  title: 'Solana',
  otherNames: ['sol', 'svm'],
  usualPort: 8899,
  ...httpAddresses('https://api.example.com'),
  description: 'Solana JSON-RPC endpoints, as full https urls.',
  idFamily: 'solana',
  chainIdExample: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  isChainId: (text) => solanaHash.test(text),
  sign: { method: 'getGenesisHash', result: solanaHash.source },
  normalizeChainId: (text) => text.slice(0, solanaIdLength),
  noun: 'a Solana JSON-RPC endpoint',
  listing: 'list it as solana, as an https url',
  bindHint: '(a validator binds JSON-RPC to localhost without --rpc-bind-address)',
  rules: solanaRules,
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, version: null },
});
