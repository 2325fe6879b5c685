import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadProbes } from '../checks/index.js';
import { exitCodes } from '../engine/exit-code.js';
import { tool } from '../engine/tool.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { UsageError } from '../engine/usage-error.js';
import { chainlist } from '../formats/chainlist/index.js';
import { findRegistry as findOtherRegistry, findRoot, isDirectory } from '../registry/layout.js';
import { listNetworks } from '../query/service/assets/asset-store.js';
import { createChainHandlers } from '../query/service/chain/create-chain-handlers.js';
import { EventLog } from '../query/service/event-log.js';
import { createService } from '../query/service/http/create-service.js';
import { createEntriesLoader } from '../query/service/chain/nodes/load-entries.js';
import { startServer } from '../http-server/server.js';
import { type CommandLine, type Io, LineWriter, writeText } from './io.js';
import { listenOrRefuse } from './listen-or-refuse.js';
import { noDatabase, refusals } from './no-database.js';
import { readDatabasePlace } from './open-database.js';
import { createCursorKeyReader } from '../query/service/database/cursor-key.js';
import { isPostgresUrl, openDatabase } from '../query/service/database/open-database.js';
import { openTokens } from './serve-tokens.js';
import { readCommandOptions } from './settings.js';

/** How long requests may go on after an interrupt, in milliseconds. */
const graceMs = 10_000;

/** `endpoint-check serve`: runs the query service until a signal ends it. Resolves to the exit status. */
export async function runServe(
  [registry]: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const root = findRegistry(registry, io.cwd, errors);
  const options = readCommandOptions('serve', raw, errors);
  const { host, port, rate, role, cacheMs, database: databaseOption, databaseBytes, tokenFile } = options;
  const log = new LineWriter(io.stderr);
  const events = new EventLog((line) => log.add(line));
  const tokens = openTokens(tokenFile, io, {
    usageErrors: errors,
    log: ({ event, ...fields }) => events.add(event, fields),
  });
  const hasDatabase = raw['database'] !== false;
  const place = hasDatabase ? readDatabasePlace(databaseOption, io, errors) : null;
  if (role !== 'all' && (place === null || !isPostgresUrl(place)))
    errors.push(`--role ${role} needs a database that instances share: --database postgres://…`);
  if (host === '') errors.push('--host must not be empty');
  if (errors.length > 0) throw new UsageError(errors);

  let stopping = false;
  // Before the temporary database is made, since a signal without this handler would leave it behind.
  const interrupted = new Promise<void>((done) => {
    io.onInterrupt(() => {
      stopping = true;
      done();
    });
  });
  await loadProbes();
  const logDatabase = (state: 'down' | 'up' | 'none', message: string) =>
    events.add('database', { state, message });
  const database = hasDatabase ? await openDatabase(place, { bytes: databaseBytes, log: logDatabase }) : null;
  if (database === null) logDatabase('none', noDatabase);
  io.onHangup(() => tokens.reread());
  const chain =
    database === null
      ? null
      : createChainHandlers({
          loadEntries: createEntriesLoader(root),
          ...options,
          databaseBytes: database.bytes,
          engine: database.engine,
          checkDatabase: () => database.engine.check(),
          log: (event, fields) => events.add(event, fields),
        });
  const service = createService({
    registry: root,
    handlers: chain?.handlers ?? refusals,
    getTokens: () => tokens.get(),
    rate,
    cacheMs,
    log: (line) => log.add(line),
    events,
    hasDatabase: database !== null,
    ...(chain === null ? {} : { readChainState: chain.readState }),
    ...(database === null ? {} : { getCursorKey: createCursorKeyReader(database.engine) }),
    findUnreadiness: async () => {
      if (stopping) return 'the service is stopping';
      return (await database?.engine.check()) === false ? 'the database cannot be written to' : null;
    },
  });
  const address = { host, port };
  const server = await listenOrRefuse(() => startServer(service, address), address).catch(
    async (error: unknown) => {
      // Its connections would keep the process alive.
      await chain?.close();
      await database?.engine.close();
      throw error;
    },
  );
  const networks = await listNetworks(root).catch(() => []);
  const describe = () => ({
    version: tool.version,
    registry: root,
    networks: networks.length,
    tokens: tokens.get().length,
    database: database?.description ?? 'none',
  });
  events.add('start', describe());
  tokens.warn();
  // If the url cannot be written, the server would keep the process alive.
  try {
    await writeText(io.stdout, `${server.url}\n`);
    await interrupted;
  } finally {
    await server.close(graceMs);
    await chain?.close();
    await database?.engine.close();
    events.add('stop', describe());
  }
  // A closed log is not a failure.
  await log.flush().catch(() => undefined);
  return exitCodes.ok;
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
