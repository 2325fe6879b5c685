import { defineNodeCheck } from '../../node/facts.js';
import { cosmosChainId } from '../judge.js';
import { webSocketAddresses } from '../../url/addresses.js';
import { cometFacts } from '../comet-status.js';
import { wsRules } from './rules.js';
import { readWsUrl, websocketPath, wsExample } from './url.js';

export const wsCheck = defineNodeCheck({
  kind: 'ws',
  title: 'CometBFT websocket',
  ...webSocketAddresses(wsExample, { needsPath: true }),
  readUrl: readWsUrl,
  description: 'Websockets of CometBFT nodes, as full wss urls.',
  ...cosmosChainId,
  noun: 'a CometBFT websocket',
  listing: 'list it as ws, as a wss url',
  bindHint: '(CometBFT binds its RPC to localhost by default)',
  sharesAddressWith: ['rpc'],
  servedBy: { kind: 'rpc', path: websocketPath },
  rules: wsRules,
  adHocForms: { allowPlaintext: true },
  loadProbe: () => import('./probe.js'),
  kindFacts: { ...cometFacts, subscription: null },
});
