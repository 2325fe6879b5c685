import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type Outcome, type ProcessOptions, runProcess } from './command-line.js';

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
