import { onTestFinished } from 'vitest';
import { isJsonObject, type JsonObject } from '../../src/model/json.js';
import type { Entry } from '../../src/model/entry.js';
import { nowhere } from '../../src/model/place.js';
import { createAbortController } from '../../src/net/abort.js';
import {
  type ChainHandlers,
  type ChainHandlersOptions,
  type ChainRoute,
  createChainHandlers,
} from '../../src/service/chain/create-chain-handlers.js';
import type { Engine } from '../../src/service/database/engine.js';
import { openDatabase } from '../../src/service/database/open-database.js';
import type { LoadedEntries } from '../../src/service/chain/nodes/load-entries.js';
import type { HandlerContext } from '../../src/service/http/handler.js';
import type { Position } from '../../src/service/http/cursor.js';
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

/** The entries of a registry without a broken file. */
export function listEntries(entries: readonly Entry[]): LoadedEntries {
  return { entries, broken: new Map() };
}

/** Requests a route with valid params, as the service does; `cursor` is the next of an answer. */
export type AskRoute = (
  route: ChainRoute,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
  request?: Partial<HandlerContext>,
) => Promise<JsonObject>;

/** A request without a cursor, whose next ones are the JSON of positions. */
export function createContext(request: Partial<HandlerContext> = {}): HandlerContext {
  return {
    signal: createAbortController().signal,
    owner: 'test',
    position: null,
    createCursor: (position) => JSON.stringify(position),
    ...request,
  };
}

/** A database of its own, until the test ends. */
export async function openEngine(place: string | null = null): Promise<Engine> {
  const database = await openDatabase(place, { bytes: 1e9, log: () => undefined });
  if (database === null) throw new Error('no driver');
  onTestFinished(() => database.engine.close());
  return database.engine;
}

/** The calls of an engine, of which a test replaces some. */
export function engineOf(engine: Engine): Engine {
  return {
    dialect: engine.dialect,
    read: (...args) => engine.read(...args),
    write: (steps) => engine.write(steps),
    prepareNetwork: (network) => engine.prepareNetwork(network),
    measure: () => engine.measure(),
    reclaim: () => engine.reclaim(),
    close: () => engine.close(),
  };
}

/** Handlers over entries until the test ends, without a cache; the network is `kava` by default. They open a database when they need one. */
export function serveEntries(
  entries: readonly Entry[],
  options: Partial<ChainHandlersOptions> = {},
): AskRoute {
  let made: Promise<ChainHandlers> | null = null;
  let isOver = false;
  const make = async (route: ChainRoute) => {
    const needsEvents = route === 'accountTransferEvents' || route === 'transactionsByEvent';
    return createChainHandlers({
      loadEntries: () => Promise.resolve(listEntries(entries)),
      allowPrivate: true,
      cacheMs: 0,
      // However busy the machine is.
      ...(needsEvents ? { waitMs: 60_000 } : {}),
      engine: isOver || options.engine !== undefined ? null : await openEngine(),
      ...options,
    });
  };
  onTestFinished(async () => {
    isOver = true;
    await (await made)?.close();
  });
  return async (route, params, signal = createAbortController().signal, request = {}) => {
    made ??= make(route);
    const { handlers } = await made;
    const answer = await handlers[route](
      { network: 'kava', ...params },
      createContext({
        signal,
        position: typeof params['cursor'] === 'string' ? (JSON.parse(params['cursor']) as Position) : null,
        ...request,
      }),
    );
    if (!isJsonObject(answer)) throw new Error('the answer is not an object');
    return answer;
  };
}

/** The problem that a promise rejects with. */
export async function catchProblem(ending: Promise<unknown>): Promise<ServiceProblem> {
  const problem: unknown = await ending.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(problem instanceof ServiceProblem))
    throw new Error('not rejected with a problem', { cause: problem });
  return problem;
}

/** The status, detail and errors of the problem that a promise rejects with. */
export async function findProblem(
  ending: Promise<unknown>,
): Promise<Pick<ServiceProblem, 'status' | 'detail'> & Partial<Pick<ServiceProblem, 'errors'>>> {
  const { status, detail, errors } = await catchProblem(ending);
  return { status, detail, ...(errors === undefined ? {} : { errors }) };
}
