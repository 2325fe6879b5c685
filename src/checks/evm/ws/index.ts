import { evmChainId } from '../chain-id.js';
import { defineCheck } from '../../check.js';
import { createWebSocketCorrections } from '../../url/scheme-corrections.js';
import { describeEvmWs } from './facts.js';
import { judgeEvmWs, judgeEvmWsClaim } from './judge.js';
import { evmWsRules } from './rules.js';
import { evmWsExample, readEvmWsUrl } from './url.js';

/** Websockets of EVM nodes. */
export const evmWsCheck = defineCheck({
  kind: 'evm-ws',
  title: 'EVM websocket',
  urlForm: 'url',
  example: evmWsExample,
  description: 'EVM JSON-RPC websockets, as full wss urls.',
  ...evmChainId,
  sharesAddressWith: ['evm'],
  rules: evmWsRules,
  adHocForms: { allowPlaintext: true },
  readUrl: readEvmWsUrl,
  corrections: createWebSocketCorrections({ needsPath: false }),
  loadProbe: async () => (await import('./probe.js')).probeEvmWs,
  judge: judgeEvmWs,
  judgeClaim: judgeEvmWsClaim,
  describe: describeEvmWs,
});
