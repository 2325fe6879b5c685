import { defineCheck } from '../../check.js';
import { cosmosChainId } from '../chain-id.js';
import { httpCorrections } from '../../url/scheme-corrections.js';
import { describeRpc } from './facts.js';
import { judgeRpc, judgeRpcClaim } from './judge.js';
import { rpcRules } from './rules.js';
import { readRpcUrl, rpcExample } from './url.js';

/** CometBFT RPC endpoints. */
export const rpcCheck = defineCheck({
  kind: 'rpc',
  title: 'CometBFT RPC',
  urlForm: 'url',
  example: rpcExample,
  description: 'CometBFT RPC endpoints, as full https urls.',
  ...cosmosChainId,
  rules: rpcRules,
  adHocForms: { allowPlaintext: true },
  readUrl: readRpcUrl,
  corrections: httpCorrections,
  loadProbe: async () => (await import('./probe.js')).probeRpc,
  judge: judgeRpc,
  judgeClaim: judgeRpcClaim,
  describe: describeRpc,
});
