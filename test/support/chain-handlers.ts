import { onTestFinished } from 'vitest';
import type { Answers } from '../../src/query/client/answers.generated.js';
import type { Entry } from '../../src/model/entry.js';
import { nowhere } from '../../src/model/place.js';
import { createAbortController } from '../../src/net/abort.js';
import {
  type ChainHandlers,
  type ChainHandlersOptions,
  createChainHandlers,
  type NodeHandlers,
} from '../../src/query/service/chain/create-chain-handlers.js';
import type { Engine } from '../../src/query/service/database/engine.js';
import { openDatabase } from '../../src/query/service/database/open-database.js';
import { tables } from '../../src/query/service/database/schema.js';
import type { LoadedEntries } from '../../src/query/service/chain/nodes/listed-nodes.js';
import type { HandlerContext } from '../../src/query/service/http/answer-route.js';
import type { Position } from '../../src/query/service/http/cursor.js';
import { ServiceProblem } from '../../src/query/service/http/service-problem.js';
import { createService, type ServiceOptions } from '../../src/query/service/http/create-service.js';
import { startServer } from '../../src/http-server/server.js';

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

/** Requests a route with valid params, like the service; `cursor` is the next of an answer. */
export type AskRoute = <Name extends keyof NodeHandlers>(
  route: Name,
  params: Readonly<Record<string, unknown>>,
  signal?: AbortSignal,
  request?: Partial<HandlerContext>,
) => Promise<Answers[Name]>;

/** A request without a cursor, whose next ones are the JSON of positions. */
export function createContext(request: Partial<HandlerContext> = {}): HandlerContext {
  return {
    signal: createAbortController().signal,
    owner: 'test',
    position: null,
    createCursor: (position) => JSON.stringify(position),
    keepFor: () => undefined,
    ...request,
  };
}

/** Empty databases that no test uses now: opening one starts three threads, which costs more than most tests. */
const idle: Engine[] = [];

/** An empty database for one test, until the test ends. Its users have to be closed by a later `onTestFinished`. */
export async function openEngine(place: string | null = null): Promise<Engine> {
  const engine = (place === null ? idle.pop() : undefined) ?? (await open(place));
  onTestFinished(async () => {
    if (place !== null || !(await empty(engine))) return engine.close();
    idle.push(engine);
  });
  return engine;
}

async function open(place: string | null): Promise<Engine> {
  const database = await openDatabase(place, { bytes: 1e9, log: () => undefined });
  return database.engine;
}

/** Deletes all rows, and gives back their space. False if the database can no longer be used. */
async function empty(engine: Engine): Promise<boolean> {
  try {
    await engine.write(tables.map((table) => ({ sql: `delete from endpoint_check_${table}`, values: [] })));
    await engine.reclaim();
    return true;
  } catch {
    return false;
  }
}

/** The calls of an engine, some of which a test replaces. */
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

/**
 * An engine with the clock of a test, which goes on from a million: a lease without an end is one that ended at 0. Whoever compares leases sees it as it
 * was at first, so that it may go on for some minutes.
 */
function setClock(engine: Engine, now: () => number): Engine {
  const dialect = { ...engine.dialect };
  Object.defineProperty(dialect, 'now', { get: () => String(1_000_000 + now()) });
  return { ...engineOf(engine), dialect };
}

/**
 * Handlers over entries until the test ends, without a cache; the network is `kava` by default. They open a database when they need one, whose clock is
 * `now` too.
 */
export function serveEntries(
  entries: readonly Entry[],
  options: Partial<ChainHandlersOptions> = {},
): AskRoute {
  let made: Promise<ChainHandlers> | null = null;
  let isOver = false;
  const make = async (route: keyof NodeHandlers) => {
    const needsEvents = route === 'accountTransferEvents' || route === 'transactionsByEvent';
    if (isOver) throw new Error('the test is over');
    const engine = options.engine ?? (await openEngine());
    const { now } = options;
    const handlers = createChainHandlers({
      loadEntries: () => Promise.resolve(listEntries(entries)),
      allowPrivate: true,
      cacheMs: 0,
      // However busy the machine is.
      ...(needsEvents ? { waitMs: 60_000 } : {}),
      ...options,
      engine: now === undefined ? engine : setClock(engine, now),
    });
    onTestFinished(() => handlers.close());
    return handlers;
  };
  onTestFinished(() => void (isOver = true));
  return async (route, params, signal = createAbortController().signal, request = {}) => {
    made ??= make(route);
    const { handlers } = await made;
    return handlers[route](
      { network: 'kava', ...params },
      createContext({
        signal,
        position: typeof params['cursor'] === 'string' ? (JSON.parse(params['cursor']) as Position) : null,
        ...request,
      }),
    );
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
export async function findProblem(ending: Promise<unknown>) {
  const { status, detail, extras } = await catchProblem(ending);
  const { errors } = extras;
  return { status, detail, ...(errors === undefined ? {} : { errors }) };
}

/** The token of services in tests. */
const serviceToken = 'service-token';
const tokens = [{ name: null, token: serviceToken }];
/** The headers of a request with it. */
export const authorized = { authorization: `Bearer ${serviceToken}` };

/** Starts a service on a free port in this process, which ends with the test. Resolves to it, with the lines of its log. */
export async function startService(options: Partial<ServiceOptions> = {}) {
  const logged: string[] = [];
  const listener = createService({
    registry: 'fixtures/registries/real',
    handlers: {},
    getTokens: () => tokens,
    cacheMs: 10_000,
    log: (line) => logged.push(line),
    ...options,
  });
  const server = await startServer(listener, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close(0));
  return { ...server, logged };
}
