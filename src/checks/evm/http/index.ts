import { evmChainId } from '../chain-id.js';
import { defineCheck } from '../../check.js';
import { httpCorrections } from '../../url/scheme-corrections.js';
import { describeEvm } from './facts.js';
import { judgeEvm, judgeEvmClaim } from './judge.js';
import { evmRules } from './rules.js';
import { evmExample, readEvmUrl } from './url.js';

/** EVM JSON-RPC endpoints. */
export const evmCheck = defineCheck({
  kind: 'evm',
  title: 'EVM',
  urlForm: 'url',
  example: evmExample,
  description: 'EVM JSON-RPC endpoints, as full https urls.',
  ...evmChainId,
  sharesAddressWith: ['evm-ws'],
  rules: evmRules,
  readUrl: readEvmUrl,
  corrections: httpCorrections,
  loadProbe: async () => (await import('./probe.js')).probeEvm,
  judge: judgeEvm,
  judgeClaim: judgeEvmClaim,
  describe: describeEvm,
});
