import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../../http-server/app.js';
import { type Answer, replyWithAnswer } from '../../../http-server/answer.js';
import { decodePercent, type RequestTarget, splitTarget } from '../../../http-server/request-target.js';
import type { Reply } from '../../../http-server/reply.js';
import { workInTime } from '../../../http-server/work-in-time.js';
import { truncate } from '../../../model/truncate.js';
import { aborted } from '../../../net/abort.js';
import type { RouteParams } from '../../client/request-path.js';
import { isListSource, type Route, type RouteName } from '../../client/routes.js';
import type { ListKind } from '../assets/asset-list.js';
import type { AssetStore } from '../assets/asset-store.js';
import { bindRequest, formatCursor } from './cursor.js';
import { formatAnswer } from './format-answer.js';
import type { Handler, HandlerContext } from './handler.js';
import { parseParams } from './parse-params.js';
import type { RateLimiter } from './rate-limiter.js';
import type { RequestBudget } from './request-budget.js';
import { invalidParams, ServiceProblem, tooBusy, tooMany } from './service-problem.js';

/** Handlers of the routes that need nodes, by the client's names. */
export type Handlers = Partial<Record<RouteName, Handler>>;

/** What all routes share. */
export interface RouteOptions {
  readonly store: AssetStore;
  readonly handlers: Handlers;
  readonly limiter: RateLimiter | null;
  /** Requests that wait for nodes have a separate budget from those over files. */
  readonly budgets: { readonly files: RequestBudget; readonly nodes: RequestBudget };
  readonly kept: KeptAnswers;
  readonly getCursorKey: () => Promise<Buffer>;
  readonly cacheMs: number;
  readonly deadlineMs: number;
}

/** An answer, and the cursor of the next page; null if there is none. */
interface Page {
  readonly answer: Answer;
  readonly next: string | null;
}

/** Answers that are repeated for a while to whoever asks the same, by path and query. */
export type KeptAnswers = LRUCache<string, Page>;

/** Keeps at most 4 MiB of answers, each of at most 1 MiB: in this process each takes several times its text. */
export function createKeptAnswers(): KeptAnswers {
  return new LRUCache<string, Page>({
    maxSize: 4 << 20,
    maxEntrySize: 1 << 20,
    // A link to the next page repeats the query.
    sizeCalculation: ({ answer }, request) => 500 + 2 * request.length + Buffer.byteLength(answer.body),
  });
}

/** Answers the requests of a route for the owner of their token. */
export function createRouteHandler(route: Route, options: RouteOptions) {
  const { limiter, budgets, kept, cacheMs, deadlineMs } = options;
  const budget = isListSource(route.source) ? budgets.files : budgets.nodes;
  const cacheControl = `private, max-age=${Math.floor(cacheMs / 1_000)}`;
  return async ({ incoming, outgoing }: RequestContext, owner: string): Promise<Reply> => {
    const waitSeconds = limiter?.take(owner) ?? 0;
    if (waitSeconds > 0) throw tooMany(waitSeconds);
    const target = splitTarget(incoming.url ?? '');
    const request = `${target.path}?${target.query ?? ''}`;
    let page = kept.get(request);
    if (page === undefined) {
      let keepMs = 0;
      const keepFor = (ms: number) => void (keepMs = ms);
      const find = await prepare(route, target, { ...options, owner, keepFor });
      const found = await budget.run(owner, () => workInTime(outgoing, deadlineMs, find));
      if (found === aborted) throw new ServiceProblem(504, `no answer within ${deadlineMs} ms`);
      page = found;
      if (keepMs > 0) kept.set(request, page, { ttl: keepMs });
    }
    const link = page.next === null ? {} : { link: formatLink(target, page.next) };
    return replyWithAnswer(page.answer, incoming.headers, { 'cache-control': cacheControl, ...link });
  };
}

/** How to find an answer. Throws a ServiceProblem if there is none, or if the params are invalid. */
async function prepare(
  route: Route,
  target: RequestTarget,
  request: RouteOptions & Pick<HandlerContext, 'owner' | 'keepFor'>,
): Promise<(signal: AbortSignal) => Promise<Page>> {
  const { store, handlers, getCursorKey, owner, keepFor } = request;
  const hasCursor = route.parameters.some(({ name }) => name === 'cursor');
  const key = hasCursor ? await getCursorKey() : noKey;
  const { params, position, errors } = parseParams(route, target, key);
  if (errors.length > 0) throw invalidParams(errors);
  const { source } = route;
  if (isListSource(source)) {
    const find = route.isItem ? findItem : findList;
    return async () => {
      const answer = await find(store, source, params);
      keepFor(Math.min(request.cacheMs, listKeepMs));
      return { answer, next: null };
    };
  }
  const handler = handlers[route.name];
  if (handler === undefined) throw tooBusy('no node answers this route', 60);
  const createCursor: HandlerContext['createCursor'] = (next) =>
    formatCursor(key, { binding: bindRequest(route, params), position: next });
  return async (signal) => {
    const json = await handler(params, { signal, owner, position, createCursor, keepFor });
    return { answer: formatAnswer(json), next: typeof json['next'] === 'string' ? json['next'] : null };
  };
}

const noKey = Buffer.alloc(0);
/** As long as the store does not look at files again, in milliseconds. */
const listKeepMs = 1_000;

async function findList(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  return (await store.find(String(params['network']), kind)).whole;
}

async function findItem(store: AssetStore, kind: ListKind, params: RouteParams): Promise<Answer> {
  const [network, symbol] = [String(params['network']), String(params['symbol'])];
  const item = (await store.find(network, kind)).find(symbol);
  if (item !== null) return item;
  const list = { assets: 'asset', erc20: 'ERC-20 token', cw20: 'CW-20 token' }[kind];
  throw new ServiceProblem(404, `${network} has no ${list} ${JSON.stringify(truncate(symbol))}`);
}

/** A link to the next page (RFC 8288). Relative, since a proxy may serve the path under another one. */
function formatLink({ query }: RequestTarget, cursor: string): string {
  const parameters = (query ?? '')
    .split('&')
    .filter((part) => part !== '' && decodePercent(part.replace(/=.*/s, '')) !== 'cursor');
  return `<?${[...parameters, `cursor=${cursor}`].join('&')}>; rel="next"`;
}
