import { parseQuantity } from '../chain-id.js';
import { defineCheck } from '../check.js';
import { evmClaimFields, readEvmClaim } from './claim.js';
import { describeEvm } from './facts.js';
import { judgeEvm, judgeEvmClaim } from './judge.js';
import { evmRules } from './rules.js';
import { evmExample, readEvmUrl } from './url.js';

/** EVM JSON-RPC endpoints. */
export const evmCheck = defineCheck({
  kind: 'evm',
  title: 'EVM',
  urlForm: 'url',
  field: 'evm_rpc_endpoint',
  aliases: [
    'evm',
    'evm_rpc',
    'evm_endpoint',
    'evm_rpc_url',
    'evm_url',
    'rpc_evm_endpoint',
    'json_rpc_endpoint',
  ],
  example: evmExample,
  description: 'EVM JSON-RPC endpoints, as full https urls.',
  idFamily: 'evm',
  rules: evmRules,
  readUrl: readEvmUrl,
  isChainId: (text) => parseQuantity(text) !== null,
  normalizeChainId: (text) => String(parseQuantity(text) ?? text),
  claimFields: evmClaimFields,
  readClaim: readEvmClaim,
  loadProbe: async () => (await import('./probe.js')).probeEvm,
  judge: judgeEvm,
  judgeClaim: judgeEvmClaim,
  describe: describeEvm,
});
