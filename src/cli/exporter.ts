import { resolve } from 'node:path';
import { formatAmount } from '../model/amount.js';
import { checks, loadProbes } from '../checks/index.js';
import { exitCodes, UsageError } from '../engine/exit-code.js';
import { tool } from '../engine/tool.js';
import { type Options, type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { createKindFilter, readRunDefaults } from '../engine/run-options.js';
import { createExporter } from '../exporter/create-exporter.js';
import { RegistrySource } from '../exporter/registry-source.js';
import { formatLine, isHost } from '../http-server/request.js';
import { type CommandLine, type Io, writeText } from './io.js';
import { LineWriter, listenOrRefuse } from './server.js';

/** How long requests may go on after an interrupt, in milliseconds: longer than clients are still accepted. */
const graceMs = 10_000;

/** `endpoint-check exporter`: runs the exporter until a signal ends it. Resolves to the exit status. */
export async function run(
  [registry]: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const options = readOptions('exporter', raw, errors);
  const { host, port, cacheMs, externalAddress } = options;
  if (host === '') errors.push('--host must not be empty');
  if (externalAddress !== null && !(isHost(externalAddress) && /:\d+$/.test(externalAddress)))
    errors.push(`--external-address: expected host:port, got "${externalAddress}"`);
  const log = new LineWriter(io.stderr);
  const { source, index } = await openSource(registry, options, errors, io.cwd, log);

  await loadProbes();
  const exporter = createExporter({
    source,
    run: { ...readRunDefaults(), ...options, only: null },
    cacheMs,
    externalAddress,
    log: (line) => log.add(line),
    logsRequests: options.verbose,
  });
  const interrupted = new Promise<void>((done) => io.onInterrupt(done));
  // Daemons get SIGHUP to read their files again, which this one does by itself.
  io.onHangup(() => undefined);
  // Leaves a moment to read an answer after the longest probe.
  const silenceMs = exporter.longestMs + 30_000;
  const server = await listenOrRefuse(exporter.listener, { host, port, silenceMs });
  const [targets, leftOut] = [index.targets.length, index.entries.length - index.targets.length];
  const about = {
    version: tool.version,
    registry: registry === undefined ? source.base : resolve(io.cwd, registry),
    targets,
    leftOut,
  };
  log.add(formatLine({ event: 'start', ...about }));
  const counts = `${formatAmount(targets, 'target')}, ${leftOut} left out`;
  // The url alone comes first, for scripts that read it. If it cannot be written, the server would keep the process alive.
  try {
    await writeText(io.stdout, `${server.url}\n${counts}: ${server.url}/targets\n`);
    await interrupted;
  } finally {
    const closed = server.close(graceMs);
    exporter.close();
    await closed;
    log.add(formatLine({ event: 'stop', ...about }));
  }
  // A closed log is not a failure.
  await log.flush().catch(() => undefined);
  return exitCodes.ok;
}

/** Reads the registry, and logs what is wrong with it. Throws a UsageError if it cannot be used, or for the errors so far. */
async function openSource(
  path: string | undefined,
  options: Options<'exporter'>,
  errors: string[],
  cwd: string,
  log: LineWriter,
) {
  const { format, exclude, only } = options;
  const source = new RegistrySource({
    cwd,
    path,
    format,
    exclude,
    only: new Set(checks.map(({ kind }) => kind).filter(createKindFilter(options, { isWhole: true }))),
    onChange: (change) => log.add(formatLine({ event: 'registry', ...change })),
  });
  const index = await source.get();
  const faults = [...source.state.faults.keys()];
  errors.push(...source.usageErrors, ...faults.filter((fault) => fault.startsWith('--exclude')));
  if (errors.length > 0) throw new UsageError(errors);
  for (const fault of faults) log.add(formatLine({ event: 'registry', error: fault }));
  if (only !== null) {
    const unlisted = [...only].filter((kind) => !index.entries.some(({ entry }) => entry.kind === kind));
    const warning = `--only: the registry lists no ${unlisted.join(' or ')} endpoints`;
    if (unlisted.length > 0) log.add(formatLine({ event: 'registry', warning }));
  }
  return { source, index };
}
