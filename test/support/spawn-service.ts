import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type ProcessOptions, runProcess } from './command-line.js';
import { ask, readSample } from './http.js';

/** A running command of the program, as it is shipped, that listens. */
export type SpawnedServer = Awaited<ReturnType<typeof spawnServer>>;

/** The program as it is shipped, serving. */
export type SpawnedService = Awaited<ReturnType<typeof spawnService>>;

interface ServerOptions extends Pick<ProcessOptions, 'program' | 'limitMs'> {
  /** A free one by default. */
  readonly port?: number;
}

/** Stops a server once the test has ended. */
export function stopInTheEnd({ stop }: Pick<SpawnedServer, 'stop'>): void {
  onTestFinished(async () => {
    await stop();
  });
}

/** Starts `serve`. Whoever starts it must stop it; if the test has failed before, it ends with the process. */
export async function spawnService(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  options: ServerOptions = {},
) {
  /** It accepts this, and `another`. */
  const token = 'program-token';
  const tokens = { ENDPOINT_CHECK_TOKENS: `another\n\n  ci: ${token}\n` };
  return { ...(await spawnServer(['serve', ...args], { ...env, ...tokens }, options)), token };
}

/** Starts a command that listens. It is stopped like `serve`. */
export async function spawnServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { port = 0, ...options }: ServerOptions = {},
) {
  const started: ChildProcess[] = [];
  const outcome = runProcess([...args, '--port', String(port)], {
    ...options,
    env,
    onStart: (process) => started.push(process),
  });
  const [child] = started;
  if (child?.stdout == null) throw new Error('the program has no output');
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const failed = outcome.then(({ stderr }) => Promise.reject(new Error(`it ended: ${stderr}`)));
  failed.catch(() => undefined);
  const [line] = (await Promise.race([once(child.stdout, 'data'), failed])) as [Buffer];
  /** Ends it by a signal; resolves to its output, and how it ended. */
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return outcome;
  };
  const [url = ''] = line.toString().split('\n');
  return { url, stop, ended: outcome, send: (signal: NodeJS.Signals) => void child.kill(signal) };
}

/** An exporter, and the requests of tests. */
export type SpawnedExporter = Awaited<ReturnType<typeof startExporter>>;

/** Starts an exporter that may probe this machine, and stops it when the test ends. */
export async function startExporter(registry: string, args: readonly string[] = []) {
  const server = await spawnServer(['exporter', registry, '--allow-private', '--retries', '0', ...args]);
  onTestFinished(async () => {
    await server.stop();
  });
  /** Sends a request on a new connection. */
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(server.url, path, { headers });
  return {
    ...server,
    get,
    /** Probes an endpoint; the chain may be left out. */
    probe: (
      kind: string,
      target: string,
      {
        chain,
        headers,
      }: { readonly chain?: string; readonly headers?: Readonly<Record<string, string>> } = {},
    ) => get(probePath(kind, target, chain), headers),
    /** The value of one of the exporter's own metrics, by its name and labels; null if there is none. */
    read: async (sample: string) => readSample((await get('/metrics')).body, sample),
  };
}

/** A group of targets of service discovery. */
interface TargetGroup {
  readonly targets: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

/** The targets of service discovery. */
export async function listTargets(
  exporter: Pick<SpawnedExporter, 'get'>,
  headers: Readonly<Record<string, string>> = {},
): Promise<readonly TargetGroup[]> {
  return JSON.parse((await exporter.get('/targets', headers)).body) as TargetGroup[];
}

/** The path by which an endpoint is probed. */
export function probePath(kind: string, target: string, chain?: string): string {
  const query = new URLSearchParams({ kind, target, ...(chain === undefined ? {} : { chain }) });
  return `/probe?${query.toString()}`;
}

/** The verdict in the metrics of an endpoint. */
export function readVerdict(text: string): string | null {
  return /^endpoint_check_verdict\{verdict="(\w+)"\} 1$/m.exec(text)?.[1] ?? null;
}

/** The rules of an endpoint's findings, sorted. */
export function readRules(text: string): readonly string[] {
  return [...text.matchAll(/^endpoint_check_finding\{rule="([^"]+)"/gm)].map(([, rule = '']) => rule).sort();
}
