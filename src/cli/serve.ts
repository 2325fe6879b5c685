import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCodes } from '../engine/exit-code.js';
import { OptionReader } from '../engine/option-reader.js';
import { UsageError } from '../engine/usage-error.js';
import { chainlist } from '../formats/chainlist/index.js';
import { findRegistry as findOtherRegistry, findRoot, isDirectory } from '../registry/layout.js';
import { createChainHandlers } from '../service/chain/create-chain-handlers.js';
import { createService } from '../service/http/create-service.js';
import { createEntriesLoader } from '../service/chain/nodes/load-entries.js';
import { startServer } from '../http-server/server.js';
import { type Io, LineWriter, writeText } from './io.js';
import { listenOrRefuse } from './listen-or-refuse.js';
import { readTokens } from './serve-tokens.js';

/** Options of `serve` as commander has them. */
export interface RawServe {
  readonly host: string;
  readonly port: string;
  readonly tokenFile?: string;
  readonly cache: string;
  readonly maxBlocks: string;
  readonly allowPrivate?: boolean;
}

/** How long requests may go on after an interrupt, in milliseconds. */
const graceMs = 10_000;

/** `endpoint-check serve`: runs the query service until a signal ends it. Resolves to the exit status. */
export async function runServe(
  registry: string | undefined,
  raw: RawServe,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const reader = new OptionReader(errors, []);
  const root = findRegistry(registry, io.cwd, errors);
  const port = reader.integer('--port', raw.port, 0, 65_535);
  const cacheMs = reader.duration('--cache', raw.cache);
  const maxBlocks = reader.integer('--max-blocks', raw.maxBlocks, 1, 999_999_999);
  const tokens = readTokens(raw.tokenFile, io, errors);
  if (raw.host === '') errors.push('--host must not be empty');
  if (errors.length > 0) throw new UsageError(errors);

  const chain = createChainHandlers({
    loadEntries: createEntriesLoader(root),
    allowPrivate: raw.allowPrivate ?? false,
    maxBlocks,
    cacheMs,
  });
  const log = new LineWriter(io.stderr);
  const service = createService({
    registry: root,
    handlers: chain.handlers,
    tokens,
    cacheMs,
    log: (line) => log.add(line),
  });
  const interrupted = new Promise<void>((done) => io.onInterrupt(done));
  const place = { host: raw.host, port };
  const server = await listenOrRefuse(() => startServer(service, place), place);
  await writeText(io.stdout, `${server.url}\n`);
  await interrupted;
  await server.close(graceMs);
  await chain.close();
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
  const other = root === null ? findOtherRegistry(directory) : null;
  if (other !== null) {
    const [format] = other.formats;
    errors.push(
      `the registry at ${other.directory} is of the format ${format.name}: only chainlist has the lists that serve answers from`,
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
