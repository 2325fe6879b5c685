import { defineNodeCheck } from '../../node/facts.js';
import { cosmosChainId } from '../judge.js';
import { getStatusHints } from '../../rules/http.js';
import { baseAddresses } from '../../url/addresses.js';
import { cometFacts } from '../comet-status.js';
import { rpcRules } from './rules.js';

export const rpcCheck = defineNodeCheck({
  kind: 'rpc',
  title: 'CometBFT RPC',
  ...baseAddresses('https://rpc.example.com'),
  description: 'CometBFT RPC endpoints, as full https urls.',
  ...cosmosChainId,
  noun: 'a CometBFT RPC',
  listing: 'list it as rpc',
  bindHint: '(CometBFT binds its RPC to localhost unless laddr in config.toml says otherwise)',
  statusHints: getStatusHints,
  rules: rpcRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { httpStatus: null, ...cometFacts },
});
