import { lstatSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exitCodes } from '../engine/exit-code.js';
import { OptionReader } from '../engine/option-reader.js';
import { UsageError } from '../engine/usage-error.js';
import { findRoot, isDirectory } from '../registry/layout.js';
import { createChainHandlers } from '../service/chain/create-chain-handlers.js';
import { createService } from '../service/http/create-service.js';
import { createEntriesLoader } from '../service/chain/nodes/load-entries.js';
import { type RunningServer, startServer } from '../service/http/server.js';
import { type Io, LineWriter, writeText } from './io.js';
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

/** How long requests may go on when the service is told to end, in milliseconds. */
const graceMs = 10_000;

/** `endpoint-check serve`: a query service, until a signal ends it. Resolves to the exit status. */
export async function runServe(
  registry: string | undefined,
  raw: RawServe,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const wrong = [...usageErrors];
  const reader = new OptionReader(wrong, []);
  const root = findRegistry(registry, io.cwd, wrong);
  const port = reader.integer('--port', raw.port, 0, 65_535);
  const cacheMs = reader.duration('--cache', raw.cache);
  const maxBlocks = reader.integer('--max-blocks', raw.maxBlocks, 1, 999_999_999);
  const tokens = readTokens(raw.tokenFile, io, wrong);
  if (raw.host === '') wrong.push('--host: it is empty');
  if (wrong.length > 0) throw new UsageError(wrong);

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
  const server = await listen(() => startServer(service, { host: raw.host, port }), `${raw.host}:${port}`);
  await writeText(io.stdout, `${server.url}\n`);
  await interrupted;
  await server.close(graceMs);
  await chain.close();
  // A reader of the log that has failed is no reason to fail.
  await log.flush().catch(() => undefined);
  return exitCodes.ok;
}

function findRegistry(given: string | undefined, cwd: string, usageErrors: string[]): string {
  const directory = given === undefined ? cwd : resolve(cwd, given);
  if (given !== undefined && !isDirectory(directory)) {
    usageErrors.push(given === '' ? 'the path of the registry is empty' : `${given} is no directory`);
    return directory;
  }
  const root = findRoot(directory);
  if (root === null) {
    const place = given === undefined ? 'here' : `at ${given}`;
    usageErrors.push(
      `there is no registry ${place}: neither this directory nor one above it holds a directory "chain"`,
    );
  } else if (lstatSync(join(root, 'chain')).isSymbolicLink()) {
    usageErrors.push(`the directory "chain" of ${root} is a symbolic link`);
  }
  return root ?? directory;
}

/** Where the system refuses the address, the address is wrong. */
async function listen(start: () => Promise<RunningServer>, address: string): Promise<RunningServer> {
  try {
    return await start();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError([`--host, --port: cannot listen at ${address} (${code})`]);
  }
}
