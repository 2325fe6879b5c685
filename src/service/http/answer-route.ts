import type { ServerResponse } from 'node:http';
import { createAbortController } from '../../net/abort.js';
import type { RouteParams } from '../../query/request-path.js';
import { isListSource, type Route, type RouteName } from '../../query/routes.js';
import { formatAnswer } from './format-answer.js';
import type { Answer } from '../../http-server/answer.js';
import type { ListKind } from '../assets/asset-list.js';
import type { AssetStore } from '../assets/asset-store.js';
import { truncate } from '../../model/truncate.js';
import type { Handler, HandlerContext } from './handler.js';
import { ServiceProblem, tooBusy } from './service-problem.js';

/** Answers a route from valid params. Throws a ServiceProblem if there is no answer. */
export type AnswerRoute = (params: RouteParams, request: RequestSource) => Promise<Answer>;

/** The request for a handler. The signal is made on demand: creating one takes longer than answering from a list. */
export interface RequestSource extends Omit<HandlerContext, 'signal'> {
  readonly getSignal: () => AbortSignal;
}

/** Handlers of the routes that need nodes, by the client's names. */
export type Handlers = Partial<Record<RouteName, Handler>>;

/** Answers a route from the registry's lists or by its handler; with a 503 if there is neither. */
export function createAnswerRoute(
  { name, source, isItem }: Route,
  store: AssetStore,
  handlers: Handlers,
): AnswerRoute {
  const handler = handlers[name];
  if (isListSource(source)) {
    const answer = isItem ? answerItem : answerList;
    return (params) => answer(store, source, params);
  }
  return async (params, { getSignal, ...request }) => {
    if (handler === undefined) throw tooBusy('no node answers this route', 60);
    const answer = await handler(params, {
      ...request,
      get signal() {
        return getSignal();
      },
    });
    const { next } = answer;
    return { ...formatAnswer(answer), etag: null, next: typeof next === 'string' ? next : null };
  };
}

async function answerList(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  return (await store.find(String(params['network']), kind)).whole;
}

async function answerItem(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  const [network, symbol] = [String(params['network']), String(params['symbol'])];
  const found = (await store.find(network, kind)).find(symbol);
  if (found !== null) return found;
  const list = { assets: 'asset', erc20: 'ERC-20 token', cw20: 'CW-20 token' }[kind];
  throw new ServiceProblem(404, `${network} has no ${list} ${JSON.stringify(truncate(symbol))}`);
}

/** Answers before a deadline, or throws a ServiceProblem with status 504. The route's signal aborts then, or when the client disconnects. */
export function answerInTime(
  answer: AnswerRoute,
  params: RouteParams,
  request: Omit<HandlerContext, 'signal'>,
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
      reject(new ServiceProblem(504, `no answer within ${deadlineMs} ms`));
    };
    const timer = setTimeout(giveUp, deadlineMs);
    outgoing.once('close', giveUp);
    answer(params, { ...request, getSignal })
      .finally(() => {
        clearTimeout(timer);
        outgoing.off('close', giveUp);
      })
      .then(resolve, reject);
  });
}
