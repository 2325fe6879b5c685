import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/model/json.js';
import type { Entry } from '../../src/model/entry.js';
import { nowhere } from '../../src/model/place.js';
import { createAbortController } from '../../src/net/abort.js';
import {
  type ChainHandlersOptions,
  type ChainRoute,
  createChainHandlers,
} from '../../src/service/chain/create-chain-handlers.js';
import { ServiceProblem } from '../../src/service/http/service-problem.js';

/** An entry of the network kava that leads to a port of this machine, over plain http or gRPC. */
export function listNode(kind: 'evm' | 'grpc', port: number, otherwise: Partial<Entry> = {}): Entry {
  return {
    chain: 'kava',
    kind,
    place: nowhere,
    urlPlace: nowhere,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
    provider: 'Sandbox',
    url: `127.0.0.1:${port}`,
    target: { host: '127.0.0.1', port, path: kind === 'evm' ? '/' : '', secure: kind === 'grpc' },
    claim: null,
    ...otherwise,
  };
}

/** Requests a route with valid params, as the service does. */
export type AskRoute = (
  route: ChainRoute,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
) => Promise<JsonObject>;

/** Handlers over entries until the test ends, without a cache; the network is `kava` by default. */
export function serveEntries(
  entries: readonly Entry[],
  options: Partial<ChainHandlersOptions> = {},
): AskRoute {
  const { handlers, close } = createChainHandlers({
    loadEntries: () => Promise.resolve(entries),
    allowPrivate: true,
    cacheMs: 0,
    ...options,
  });
  onTestFinished(close);
  return async (route, params, signal = createAbortController().signal) => {
    const answer = await handlers[route]({ network: 'kava', ...params }, { signal });
    if (!isJsonObject(answer)) throw new Error('the answer is not an object');
    return answer;
  };
}

/** The status, detail and errors of the problem that a promise rejects with. */
export async function findProblem(
  ending: Promise<unknown>,
): Promise<Pick<ServiceProblem, 'status' | 'detail'> & Partial<Pick<ServiceProblem, 'errors'>>> {
  const problem: unknown = await ending.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(problem instanceof ServiceProblem))
    throw new Error('not rejected with a problem', { cause: problem });
  const { status, detail, errors } = problem;
  return { status, detail, ...(errors === undefined ? {} : { errors }) };
}
