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

/** What answers a route, in text. Throws a ServiceProblem where there is no answer. */
export type AnswerRoute = (given: RouteParams, getSignal: () => AbortSignal) => Promise<Answer>;

/** Handlers of the routes that nodes answer, by the client's names. */
export type Handlers = Partial<Record<RouteName, Handler>>;

/** What answers a route: the registry's lists, or a handler; a problem where there is neither. */
export function createAnswerRoute(name: RouteName, store: AssetStore, handlers: Handlers): AnswerRoute {
  switch (name) {
    case 'assets':
      return (given) => answerList(store, 'assets', given);
    case 'asset':
      return (given) => answerItem(store, 'assets', given);
    case 'erc20Assets':
      return (given) => answerList(store, 'erc20', given);
    case 'erc20Asset':
      return (given) => answerItem(store, 'erc20', given);
    case 'cw20Assets':
      return (given) => answerList(store, 'cw20', given);
    case 'cw20Asset':
      return (given) => answerItem(store, 'cw20', given);
    default: {
      const handler = handlers[name];
      return async (given, getSignal) => {
        if (handler === undefined)
          throw new ServiceProblem(503, 'Service Unavailable', 'no node answers this route');
        return { text: JSON.stringify(await handler(given, { signal: getSignal() })), etag: null };
      };
    }
  }
}

async function answerList(store: AssetStore, kind: ListKind, given: RouteParams): Promise<Answer> {
  return (await store.find(String(given['network']), kind)).whole;
}

async function answerItem(store: AssetStore, kind: ListKind, given: RouteParams): Promise<Answer> {
  const [network, symbol] = [String(given['network']), String(given['symbol'])];
  const found = (await store.find(network, kind)).find(symbol);
  if (found !== null) return found;
  const list = { assets: 'asset', erc20: 'ERC-20 token', cw20: 'CW-20 token' }[kind];
  throw new ServiceProblem(404, 'Not Found', `${network} has no ${list} ${JSON.stringify(truncate(symbol))}`);
}

/**
 * Answers within a time, or throws a ServiceProblem with status 504. The signal that the route gets aborts then, or when the client
 * goes. It is made when it is asked for, at once or never: to make one takes longer than to answer from a list.
 */
export function answerInTime(
  answer: AnswerRoute,
  given: RouteParams,
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
      reject(new ServiceProblem(504, 'Gateway Timeout', `there is no answer within ${deadlineMs} ms`));
    };
    const timer = setTimeout(giveUp, deadlineMs);
    outgoing.once('close', giveUp);
    answer(given, getSignal)
      .finally(() => {
        clearTimeout(timer);
        outgoing.off('close', giveUp);
      })
      .then(resolve, reject);
  });
}
