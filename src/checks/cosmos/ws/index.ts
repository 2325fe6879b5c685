import type { RuleSet } from '../../../model/rule.js';
import { defineNodeCheck } from '../../node/check.js';
import { webSocketAddresses } from '../../url/addresses.js';
import { createWebSocketRules, type WebSocketData } from '../../websocket/rules.js';
import { cometFacts, cosmosChainId } from '../judge.js';
import { type CosmosData, createCosmosRules } from '../rules.js';
import { readWsUrl, websocketPath, wsExample } from './url.js';

type WsData = WebSocketData<'ws'> & CosmosData<'ws'>;

const wsRules: RuleSet<WsData> = {
  ...createWebSocketRules('ws', {
    name: 'a CometBFT websocket',
    whereServed: 'CometBFT serves websockets at /websocket of its RPC (port 26657)',
    method: 'status',
    subscribeHint:
      "let the node answer subscribe (tm.event='NewBlock'): nothing in front of it may filter the methods of the websocket, and " +
      'max_subscription_clients and max_subscriptions_per_client in config.toml must not be 0',
  }),
  ...createCosmosRules('ws'),
};

export const wsCheck = defineNodeCheck({
  kind: 'ws',
  title: 'CometBFT websocket',
  otherNames: ['wss', 'websocket'],
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
