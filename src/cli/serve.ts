import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadProbes } from '../checks/index.js';
import { exitCodes, UsageError } from '../engine/exit-code.js';
import { tool } from '../engine/tool.js';
import { type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { chainlist } from '../formats/chainlist/index.js';
import { findRegistry as findOtherRegistry, findRoot, isDirectory } from '../registry/layout.js';
import { numberRoutes } from '../query/client/routes.js';
import { listNetworks } from '../query/service/assets/asset-store.js';
import { createChainHandlers, refuseAll } from '../query/service/chain/create-chain-handlers.js';
import { EventLog } from '../query/service/monitoring.js';
import { createService } from '../query/service/http/create-service.js';
import { ServiceProblem } from '../query/service/http/service-problem.js';
import { createEntriesLoader } from '../query/service/chain/nodes/listed-nodes.js';
import { type CommandLine, type Io, writeText } from './io.js';
import { LineWriter, listenOrRefuse } from './server.js';
import { createCursorKeyReader } from '../query/service/http/cursor.js';
import { isPostgresUrl, openDatabase } from '../query/service/database/open-database.js';
import { openTokens } from './serve-tokens.js';
import { readArgument } from '../registry/read-file.js';

/** How long requests may go on after an interrupt, in milliseconds. */
const graceMs = 10_000;

/** `endpoint-check serve`: runs the query service until a signal ends it. Resolves to the exit status. */
export async function run(
  [registry]: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const log = new LineWriter(io.stderr);
  const events = new EventLog((line) => log.add(line));
  const setup = readSetup(registry, raw, [...usageErrors], io, events);
  const { root, options, tokens } = setup;
  let stopping = false;
  // Before the temporary database is made, since a signal without this handler would leave it behind.
  const interrupted = new Promise<void>((done) => {
    io.onInterrupt(() => {
      stopping = true;
      done();
    });
  });
  await loadProbes();
  const backend = await openBackend(setup, events);
  io.onHangup(() => tokens.reread());
  const service = createService({
    registry: root,
    ...backend.answers,
    getTokens: () => tokens.get(),
    rate: options.rate,
    cacheMs: options.cacheMs,
    log: (line) => log.add(line),
    events,
    findUnreadiness: async () => (stopping ? 'the service is stopping' : await backend.findFault()),
  });
  const server = await listenOrRefuse(service, options).catch(async (error: unknown) => {
    // Its connections would keep the process alive.
    await backend.close();
    throw error;
  });
  const networks = await listNetworks(root).catch(() => []);
  const describe = () => ({
    version: tool.version,
    registry: root,
    networks: networks.length,
    tokens: tokens.get().length,
    database: backend.description,
  });
  events.add('start', describe());
  tokens.warn();
  // If the url cannot be written, the server would keep the process alive.
  try {
    await writeText(io.stdout, `${server.url}\n`);
    await interrupted;
  } finally {
    await server.close(graceMs);
    await backend.close();
    events.add('stop', describe());
  }
  // A closed log is not a failure.
  await log.flush().catch(() => undefined);
  return exitCodes.ok;
}

/** Reads the command line and the environment. Throws a UsageError with all that is wrong. */
function readSetup(
  registry: string | undefined,
  raw: RawOptions,
  errors: string[],
  io: Io,
  events: EventLog,
) {
  const root = findRegistry(registry, io.cwd, errors);
  const options = readOptions('serve', raw, errors);
  const { role } = options;
  const tokens = openTokens(options.tokenFile, io, {
    usageErrors: errors,
    log: ({ event, ...fields }) => events.add(event, fields),
  });
  const hasDatabase = raw['database'] !== false;
  const place = hasDatabase ? readDatabasePlace(options.database, io, errors) : null;
  if (role !== 'all' && (place === null || !isPostgresUrl(place)))
    errors.push(`--role ${role} needs a database that instances share: --database postgres://…`);
  if (options.host === '') errors.push('--host must not be empty');
  if (errors.length > 0) throw new UsageError(errors);
  return { root, options, tokens, hasDatabase, place };
}

async function openBackend(
  { root, options, hasDatabase, place }: ReturnType<typeof readSetup>,
  events: EventLog,
) {
  const log = (state: 'down' | 'up' | 'none', message: string) => events.add('database', { state, message });
  if (!hasDatabase) {
    log('none', `routes ${numberRoutes().ofNodes} are not served: --no-database`);
    const detail = `the service runs without a database: it serves routes ${numberRoutes().ofFiles} only`;
    // No Retry-After: waiting does not help.
    const handlers = refuseAll(new ServiceProblem(503, detail, { type: 'no-database' }));
    const answers = { handlers, hasDatabase };
    const doNothing = () => Promise.resolve(null);
    return { answers, description: 'none', findFault: doNothing, close: doNothing };
  }
  const { engine, bytes, description } = await openDatabase(place, { bytes: options.databaseBytes, log });
  const { handlers, readSnapshots, close } = createChainHandlers({
    loadEntries: createEntriesLoader(root),
    ...options,
    databaseBytes: bytes,
    engine,
    log: (event, fields) => events.add(event, fields),
  });
  return {
    answers: {
      handlers,
      readChainState: async () => ({ isDatabaseUp: await engine.check(), snapshots: readSnapshots() }),
      getCursorKey: createCursorKeyReader(engine),
    },
    description,
    findFault: async () => ((await engine.check()) ? null : 'the database cannot be written to'),
    close: async () => {
      await close();
      await engine.close();
    },
  };
}

/** The registry around a path. Never quotes an argument that is not a directory: it may be a token in the wrong place. */
function findRegistry(path: string | undefined, cwd: string, errors: string[]): string {
  const directory = path === undefined ? cwd : resolve(cwd, path);
  if (path !== undefined && (path === '' || !isDirectory(directory))) {
    errors.push(
      'the registry argument is not a directory (tokens come from --token-file or ENDPOINT_CHECK_TOKENS)',
    );
    return directory;
  }
  const root = findRoot(directory, chainlist);
  const otherRegistry = root === null ? findOtherRegistry(directory) : null;
  if (otherRegistry !== null) {
    const [format] = otherRegistry.formats;
    errors.push(
      `the registry at ${otherRegistry.directory} is of the format ${format.name}: only chainlist has the lists that serve answers from`,
    );
  } else if (root === null) {
    errors.push(
      `no registry ${path === undefined ? 'here' : `at ${path}`}: expected a directory "chain" in this directory or one above it`,
    );
  } else if (lstatSync(join(root, 'chain')).isSymbolicLink()) {
    errors.push(`the directory "chain" of ${root} is a symbolic link`);
  }
  return root ?? directory;
}

/**
 * Reads where the database is: the file or url of the option, else of ENDPOINT_CHECK_DATABASE, since process lists show arguments; the password of a
 * url may be in the file that ENDPOINT_CHECK_DATABASE_PASSWORD_FILE names. Null for a temporary file. Errors are added to `usageErrors`, without
 * quoting any of these.
 */
export function readDatabasePlace(
  option: string | null,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): string | null {
  const place = option ?? env['ENDPOINT_CHECK_DATABASE'] ?? '';
  const source = option === null ? 'ENDPOINT_CHECK_DATABASE' : '--database';
  const file = env['ENDPOINT_CHECK_DATABASE_PASSWORD_FILE'] ?? '';
  if (file !== '' && !isPostgresUrl(place))
    usageErrors.push('ENDPOINT_CHECK_DATABASE_PASSWORD_FILE needs --database postgres://…');
  if (place === '' && option === null) return null;
  if (place === '' || (/^\w+:\/\//.test(place) && !/^postgres(ql)?:\/\/[^]/.test(place))) {
    usageErrors.push(
      `${source}: expected a file, or a url such as postgres://user:password@host:5432/database`,
    );
    return null;
  }
  if (!isPostgresUrl(place)) return resolve(cwd, place);
  if (file === '') return place;
  try {
    const password = readArgument(resolve(cwd, file))
      .toString()
      .replace(/\r?\n$/, '');
    // As a parameter: a url with a socket's path has no place for it before the host.
    return `${place}${place.includes('?') ? '&' : '?'}password=${encodeURIComponent(password)}`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    usageErrors.push(`ENDPOINT_CHECK_DATABASE_PASSWORD_FILE: ${file} cannot be read (${code ?? ''})`);
    return null;
  }
}
