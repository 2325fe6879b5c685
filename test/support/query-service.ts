import { inspect } from 'node:util';
import { Agent } from 'undici';
import { expect } from 'vitest';
import { runForReport } from './command-line.js';
import { serve } from './web-servers.js';
import { QueryClient, type QueryClientOptions, QueryError } from '../../src/query/client/index.js';

/** An answer that replaces the service's own. */
export interface Replacement {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True to end the connection in the middle of the body. */
  readonly cutOff?: boolean;
}

/** The token that the service knows. */
export const token = 'test.token-1';
export const contract = `0x${'ab'.repeat(20)}`;
export const account = `0x${'cd'.repeat(20)}`;
/** The hash of an event's signature, which is public. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const holders = Array.from({ length: 45 }, (_, at) => ({
  address: `kava1${at}`,
  amount: '9007199254740993',
}));

/**
 * A query service with one network, kava. The value of `replace` for a path, a token and a query replaces the answer. With `hasNext`, its lists have
 * `next`, a cursor or null.
 */
export async function startQueryService(
  replace: (
    path: string,
    authorized: boolean,
    authorization: string | undefined,
    query: URLSearchParams,
  ) => Replacement | undefined = () => undefined,
  { hasNext = false }: { readonly hasNext?: boolean } = {},
) {
  const requests: { readonly path: string; readonly authorization: string | undefined }[] = [];
  const { origin } = await serve((request, response) => {
    const { authorization } = request.headers;
    const url = new URL(request.url ?? '', 'http://localhost');
    requests.push({ path: request.url ?? '', authorization });
    const authorized = authorization === `Bearer ${token}`;
    const replaced = replace(url.pathname, authorized, authorization, url.searchParams);
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (replaced !== undefined) {
      const { status, headers, body = '', cutOff = false } = replaced;
      if (!cutOff) response.writeHead(status, headers).end(body);
      else {
        response.writeHead(status, { ...headers, 'content-length': '1000' });
        response.write(body, () => response.destroy());
      }
    } else if (!authorized) json(401, { title: 'Unauthorized' });
    else {
      const value = answer(url, hasNext);
      if (value === 'invalid cursor') json(400, { title: 'Bad Request', detail: value });
      else if (value === undefined) json(404, { title: 'Not Found' });
      else json(200, value);
    }
  });
  return { baseUrl: `${origin}/api`, requests };
}

const events = [
  { logs: [{ topics: [transferTopic, `0x${'0'.repeat(24)}${account.slice(2)}`] }] },
  { logs: [] },
];

/** A page with `next`, which names the number of records before it; like all cursors it may begin with a dash. */
function answerPage(records: readonly unknown[], size: number, query: URLSearchParams): unknown {
  const cursor = query.get('cursor') ?? '-after:0';
  const skip = /^-after:(\d+)$/.exec(cursor)?.[1];
  if (skip === undefined) return 'invalid cursor';
  const end = Number(skip) + size;
  return { records: records.slice(Number(skip), end), next: end < records.length ? `-after:${end}` : null };
}

function answer({ pathname, searchParams }: URL, hasNext: boolean): unknown {
  switch (decodeURIComponent(pathname)) {
    case '/api/v1/kava/assets':
      return [{ symbol: 'KAVA', denom: 'ukava' }];
    case '/api/v1/kava/assets/KAVA':
    case '/api/v1/kava/assets/ibc/A':
      return { symbol: 'KAVA' };
    case '/api/v1/kava/erc20':
      return { tokens: [{ contract }] };
    case `/api/v1/kava/erc20/${contract}`:
      return { contract };
    case '/api/v1/kava/cw20':
      return [];
    case '/api/v1/evm/kava/tx/list-by-event':
      return hasNext ? answerPage(events, 1, searchParams) : events;
    case '/api/v1/evm/kava/account/transfer-event':
      return hasNext ? answerPage([], 1, searchParams) : [];
    case '/api/v1/kava/holders': {
      const size = Number(searchParams.get('limit') ?? 20);
      if (hasNext) return answerPage(holders, size, searchParams);
      const skip = Number(searchParams.get('offset') ?? 0);
      return holders.slice(skip, skip + size);
    }
    case '/api/v1/kava/holders/summary':
      return { count: 45 };
    default:
      return undefined;
  }
}

/** The environment of `smoke` with the service's token. */
export const env = { ENDPOINT_CHECK_TOKEN: token };

/** Tests the network kava of a service. */
export async function smoke(
  baseUrl: string,
  args: readonly string[] = [],
  environment: Readonly<Record<string, string>> = env,
) {
  return runForReport(['smoke', 'kava', '--base-url', baseUrl, '--retries', '0', ...args], {
    env: environment,
  });
}

/** The verdict and rules of each route of one network, by its name. */
export function summarize({ report }: Awaited<ReturnType<typeof smoke>>): Record<string, string> {
  return Object.fromEntries(
    report.endpoints.map(({ facts, verdict }, index) => {
      const rules = report.findings.filter(({ endpoint }) => endpoint === index).map(({ rule }) => rule);
      return [JSON.stringify(facts['route']).slice(1, -1), [verdict, ...rules].join(' ')];
    }),
  );
}

/** The results of all routes of a healthy service. */
export const healthy = {
  assets: 'ok',
  asset: 'ok',
  'erc20-assets': 'ok',
  'erc20-asset': 'ok',
  'cw20-assets': 'ok',
  'cw20-asset': 'skipped query/not-asked',
  'transactions-by-event': 'ok',
  'account-transfer-events': 'ok',
  holders: 'ok',
  'holder-summary': 'ok',
};

/** The token of clients in tests. */
const clientToken = 'secret-token';

/** The transports of a client. */
export const ways: readonly (readonly [through: string, options: Partial<QueryClientOptions>])[] = [
  ['the platform', {}],
  ['a dispatcher', { dispatcher: new Agent() }],
  ['fetch', { fetch: globalThis.fetch }],
];

/** A client without retries by default. */
export function createClient(baseUrl: string, options: Partial<QueryClientOptions> = {}): QueryClient {
  return new QueryClient({ baseUrl, token: clientToken, timeoutMs: 5_000, retries: 0, ...options });
}

/** The error that a call must reject with, which holds no token. */
export async function fail(call: Promise<unknown>): Promise<QueryError> {
  const error: unknown = await call.then(
    (value) => new Error(`expected a rejection, got ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(QueryError);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain(clientToken);
  return error as QueryError;
}

/** All pages. */
export async function collect(pages: AsyncGenerator): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const page of pages) all.push(page);
  return all;
}

/** The pages before an error, and the error, which must come. */
export async function collectUntilError(pages: AsyncGenerator) {
  const before: unknown[] = [];
  const collectPages = async () => {
    for await (const page of pages) before.push(page);
  };
  const error = await fail(collectPages());
  return { pages: before, error };
}
