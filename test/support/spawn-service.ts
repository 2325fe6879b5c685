import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type Outcome, type ProcessOptions, runProcess } from './command-line.js';
import { ask, type RawAnswer, readSample } from './http.js';

/** A running command of the program, as it is shipped, that listens. */
export interface SpawnedServer {
  /** Its address, as it has printed it. */
  readonly url: string;
  /** Sends it a signal. */
  readonly send: (signal: NodeJS.Signals) => void;
  /** Resolves once it has ended. */
  readonly ended: Promise<Outcome>;
  /** Ends it by a signal; resolves to its output, and how it ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Outcome>;
}

/** The program as it is shipped, serving. */
export interface SpawnedService extends SpawnedServer {
  /** A token that it accepts, beside `another`. */
  readonly token: string;
}

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
): Promise<SpawnedService> {
  const token = 'program-token';
  const tokens = { ENDPOINT_CHECK_TOKENS: `another\n\n  ci: ${token}\n` };
  return { ...(await spawnServer(['serve', ...args], { ...env, ...tokens }, options)), token };
}

/** Starts a command that listens. It is stopped like `serve`. */
export async function spawnServer(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { port = 0, ...options }: ServerOptions = {},
): Promise<SpawnedServer> {
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
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return outcome;
  };
  const [url = ''] = line.toString().split('\n');
  return { url, stop, ended: outcome, send: (signal) => void child.kill(signal) };
}

/** An exporter, and the requests of tests. */
export interface SpawnedExporter extends SpawnedServer {
  /** Sends a request on a new connection. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<RawAnswer>;
  /** Probes an endpoint; the chain may be left out. */
  readonly probe: (
    kind: string,
    target: string,
    options?: { readonly chain?: string; readonly headers?: Readonly<Record<string, string>> },
  ) => Promise<RawAnswer>;
  /** The value of one of the exporter's own metrics, by its name and labels; null if there is none. */
  readonly read: (sample: string) => Promise<number | null>;
}

/** Starts an exporter that may probe this machine, and stops it when the test ends. */
export async function startExporter(
  registry: string,
  args: readonly string[] = [],
): Promise<SpawnedExporter> {
  const server = await spawnServer(['exporter', registry, '--allow-private', '--retries', '0', ...args]);
  onTestFinished(async () => {
    await server.stop();
  });
  const get: SpawnedExporter['get'] = (path, headers = {}) => ask(server.url, path, { headers });
  return {
    ...server,
    get,
    probe: (kind, target, { chain, headers = {} } = {}) => get(probePath(kind, target, chain), headers),
    read: async (sample) => readSample((await get('/metrics')).body, sample),
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
