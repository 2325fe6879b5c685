import type { RuleSet } from '../../../model/rule.js';
import { type CosmosData, createCosmosRules } from '../rules.js';
import { createWebSocketRules, type WebSocketData } from '../../websocket/rules.js';

export type WsData = WebSocketData<'ws'> & CosmosData<'ws'>;

export const wsRules: RuleSet<WsData> = {
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
