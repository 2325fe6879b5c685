import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type RequestContext, workInTime } from '../../../http-server/app.js';
import { type Answer, type Reply, replyWithAnswer, toBody } from '../../../http-server/reply.js';
import { decodePercent, type RequestTarget, splitTarget } from '../../../http-server/request.js';
import { truncate } from '../../../model/text.js';
import { aborted } from '../../../net/abort.js';
import type { RouteParams } from '../../client/params.js';
import { isListSource, lists, type Route } from '../../client/route.js';
import type { RouteName } from '../../client/answers.generated.js';
import { AssetStore, type ListKind } from '../assets/asset-store.js';
import { bindRequest, formatCursor, type Position } from './cursor.js';
import { parseParams } from './parse-params.js';
import { createRateLimiter, createRequestBudget, type Rate } from './token-owners.js';
import { invalidParams, ServiceProblem, tooBusy } from './service-problem.js';

/** Handlers of the routes that need nodes, by the client's names. */
export type Handlers = Partial<Record<RouteName, Handler>>;

/** The sources of the answers, and their limits. */
export interface RouteOptions {
  /** The registry: the directory that holds `chain`. */
  readonly registry: string;
  /** A route that needs nodes and has no handler answers 503. */
  readonly handlers: Handlers;
  /** The key that signs cursors; by default a random one, so that they end with the service. */
  readonly getCursorKey?: () => Promise<Buffer>;
  /** The rate of each token on the API's routes; null, the default, for no limit. */
  readonly rate?: Rate | null;
  /** How long clients may cache an answer, in milliseconds. */
  readonly cacheMs: number;
  /** How long a route may take, in milliseconds; 10,000 by default: less than clients wait, and than a load balancer takes to give up an instance. */
  readonly deadlineMs?: number;
  /** Pending requests of a token to the routes over files, and to those over nodes, at most; one whose answer is sent is not. 1,024 by default. */
  readonly requestsPerToken?: number;
}

/** An answer, and the cursor of the next page; null if there is none. */
interface Page {
  readonly answer: Answer;
  readonly next: string | null;
}

interface Sources
  extends Pick<RouteOptions, 'handlers' | 'cacheMs'>, Pick<HandlerContext, 'owner' | 'keepFor'> {
  readonly store: AssetStore;
  readonly getCursorKey: () => Promise<Buffer>;
}

/** Creates the handlers of all routes, which answer requests for the owner of their token. */
export function createRouteHandlers(options: RouteOptions) {
  const { registry, handlers, rate = null, cacheMs, deadlineMs = 10_000, requestsPerToken = 1_024 } = options;
  const cursorKey = randomBytes(32);
  const { getCursorKey = () => Promise.resolve(cursorKey) } = options;
  const store = new AssetStore(registry);
  const takeRequest = rate === null ? () => 0 : createRateLimiter(rate);
  // Requests that wait for nodes have a separate budget from those over files.
  const [ofFiles, ofNodes] = [createRequestBudget(requestsPerToken), createRequestBudget(requestsPerToken)];
  const cache = createKeptAnswers();
  const cacheControl = `private, max-age=${Math.floor(cacheMs / 1_000)}`;
  return (route: Route) => {
    const budget = isListSource(route.source) ? ofFiles : ofNodes;
    return async ({ incoming, outgoing }: RequestContext, owner: string): Promise<Reply> => {
      const retryAfterSeconds = takeRequest(owner);
      if (retryAfterSeconds > 0) {
        const detail = 'too many requests with this token; try again later';
        throw new ServiceProblem(429, detail, { retryAfterSeconds });
      }
      const target = splitTarget(incoming.url ?? '');
      const request = `${target.path}?${target.query ?? ''}`;
      let page = cache.get(request);
      if (page === undefined) {
        let keepMs = 0;
        const keepFor = (ms: number) => void (keepMs = ms);
        const sources = { store, handlers, getCursorKey, cacheMs, owner, keepFor };
        const find = await prepare(route, target, sources);
        const answer = await budget(owner, () => workInTime(outgoing, deadlineMs, find));
        if (answer === aborted) throw new ServiceProblem(504, `no answer within ${deadlineMs} ms`);
        page = answer;
        if (keepMs > 0) cache.set(request, page, { ttl: keepMs });
      }
      const link = page.next === null ? {} : { link: formatLink(target, page.next) };
      return replyWithAnswer(page.answer, incoming.headers, { 'cache-control': cacheControl, ...link });
    };
  };
}

/** Answers that are repeated to whoever asks the same, by path and query: 4 MiB at most, since in this process each takes several times its text. */
function createKeptAnswers(): LRUCache<string, Page> {
  return new LRUCache({
    maxSize: 4 << 20,
    maxEntrySize: 1 << 20,
    // A link to the next page repeats the query.
    sizeCalculation: ({ answer }, request) => 500 + 2 * request.length + Buffer.byteLength(answer.body),
  });
}

/** How to find an answer. Throws a ServiceProblem if there is none, or if the params are invalid. */
async function prepare(
  route: Route,
  target: RequestTarget,
  { store, handlers, getCursorKey, cacheMs, owner, keepFor }: Sources,
): Promise<(signal: AbortSignal) => Promise<Page>> {
  const hasCursor = route.parameters.some(({ name }) => name === 'cursor');
  const key = hasCursor ? await getCursorKey() : noKey;
  const { params, position, errors } = parseParams(route, target, key);
  if (errors.length > 0) throw invalidParams(errors);
  const { source } = route;
  if (isListSource(source)) {
    return async () => {
      const answer = await findInList(store, source, route.isItem, params);
      keepFor(Math.min(cacheMs, listKeepMs));
      return { answer, next: null };
    };
  }
  const handler = handlers[route.name];
  if (handler === undefined) throw tooBusy('no node answers this route', 60);
  const createCursor: HandlerContext['createCursor'] = (next) =>
    formatCursor(key, { binding: bindRequest(route, params), position: next });
  return async (signal) => {
    const json = await handler(params, { signal, owner, position, createCursor, keepFor });
    const { next } = json as { readonly next?: unknown };
    return { answer: formatAnswer(json), next: typeof next === 'string' ? next : null };
  };
}

const formatted = new WeakMap<object, Answer>();

/** The JSON of an answer. It is made once for all requests that share the answer: a page of a thousand holders takes a sixth of a millisecond. */
function formatAnswer(json: object): Answer {
  const answer = formatted.get(json) ?? { body: toBody(JSON.stringify(json)), etag: null };
  formatted.set(json, answer);
  return answer;
}

const noKey = Buffer.alloc(0);
/** As long as the store does not look at files again, in milliseconds. */
const listKeepMs = 1_000;

async function findInList(
  store: AssetStore,
  kind: ListKind,
  isItem: boolean,
  params: RouteParams,
): Promise<Answer> {
  const [network, symbol] = [String(params['network']), String(params['symbol'])];
  const list = await store.find(network, kind);
  const answer = isItem ? list.find(symbol) : list.whole;
  if (answer !== null) return answer;
  throw new ServiceProblem(404, `${network} has no ${lists[kind].noun} ${JSON.stringify(truncate(symbol))}`);
}

/** A link to the next page (RFC 8288). Relative, since a proxy may serve the path under another one. */
function formatLink({ query }: RequestTarget, cursor: string): string {
  const parameters = (query ?? '')
    .split('&')
    .filter((part) => part !== '' && decodePercent(part.replace(/=.*/s, '')) !== 'cursor');
  // Node accepts characters that no URI has (RFC 3986 appendix A): one of them would end the link.
  const encoded = parameters.map((part) => part.replaceAll(/["<>\\^`{|}]/g, encodeURIComponent));
  return `<?${[...encoded, `cursor=${cursor}`].join('&')}>; rel="next"`;
}

/** Answers a route: from valid parameters, by the client's names, to the JSON of the answer. Throws a ServiceProblem if there is none. */
export type Handler<Answer extends object = object> = (
  params: RouteParams,
  context: HandlerContext,
) => Promise<Answer>;

export interface HandlerContext {
  /** Aborts when the client has gone or the request's deadline has passed. */
  readonly signal: AbortSignal;
  /** The owner of the request, for turns: a request waits for other requests of its token, not for those of other tokens. */
  readonly owner: string;
  /** Where to continue; null without a cursor. Comes from the client: validate it with `readPosition`. */
  readonly position: Position | null;
  /** Makes the cursor with which the same request continues at a place. */
  readonly createCursor: (position: Position) => string;
  /** Lets the answer be repeated, for so many milliseconds, to whoever asks the same. */
  readonly keepFor: (ms: number) => void;
}
