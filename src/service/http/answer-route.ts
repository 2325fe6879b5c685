import type { ServerResponse } from 'node:http';
import { createAbortController } from '../../net/abort.js';
import type { RouteParams } from '../../query/request-path.js';
import type { RouteName } from '../../query/routes.js';
import type { Answer } from './etag.js';
import type { ListKind } from '../assets/asset-list.js';
import type { AssetStore } from '../assets/asset-store.js';
import { truncate } from '../../model/truncate.js';
import type { Handler } from './handler.js';
import { ServiceProblem } from './service-problem.js';

/** Answers a route from valid params. Throws a ServiceProblem where there is no answer. */
export type AnswerRoute = (params: RouteParams, getSignal: () => AbortSignal) => Promise<Answer>;

/** Handlers of the routes that need nodes, by the client's names. */
export type Handlers = Partial<Record<RouteName, Handler>>;

/** Answers a route from the registry's lists or by its handler; with a 503 where it has neither. */
export function createAnswerRoute(name: RouteName, store: AssetStore, handlers: Handlers): AnswerRoute {
  switch (name) {
    case 'assets':
      return (params) => answerList(store, 'assets', params);
    case 'asset':
      return (params) => answerItem(store, 'assets', params);
    case 'erc20Assets':
      return (params) => answerList(store, 'erc20', params);
    case 'erc20Asset':
      return (params) => answerItem(store, 'erc20', params);
    case 'cw20Assets':
      return (params) => answerList(store, 'cw20', params);
    case 'cw20Asset':
      return (params) => answerItem(store, 'cw20', params);
    default: {
      const handler = handlers[name];
      return async (params, getSignal) => {
        if (handler === undefined)
          throw new ServiceProblem(503, 'Service Unavailable', 'no node answers this route');
        return { text: JSON.stringify(await handler(params, { signal: getSignal() })), etag: null };
      };
    }
  }
}

async function answerList(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  return (await store.find(String(params['network']), kind)).whole;
}

async function answerItem(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  const [network, symbol] = [String(params['network']), String(params['symbol'])];
  const found = (await store.find(network, kind)).find(symbol);
  if (found !== null) return found;
  const list = { assets: 'asset', erc20: 'ERC-20 token', cw20: 'CW-20 token' }[kind];
  throw new ServiceProblem(404, 'Not Found', `${network} has no ${list} ${JSON.stringify(truncate(symbol))}`);
}

/**
 * Answers before a deadline, or throws a ServiceProblem with status 504. The route's signal aborts then, or when the client
 * disconnects. It is created on demand: creating one takes longer than answering from a list.
 */
export function answerInTime(
  answer: AnswerRoute,
  params: RouteParams,
  { outgoing, deadlineMs }: { readonly outgoing: ServerResponse; readonly deadlineMs: number },
): Promise<Answer> {
  let controller: AbortController | null = null;
  const getSignal = () => {
    controller ??= createAbortController();
    return controller.signal;
  };
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      controller?.abort();
      reject(new ServiceProblem(504, 'Gateway Timeout', `no answer within ${deadlineMs} ms`));
    };
    const timer = setTimeout(giveUp, deadlineMs);
    outgoing.once('close', giveUp);
    answer(params, getSignal)
      .finally(() => {
        clearTimeout(timer);
        outgoing.off('close', giveUp);
      })
      .then(resolve, reject);
  });
}
