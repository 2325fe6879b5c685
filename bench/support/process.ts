import { fork, spawn, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Runs modules in TypeScript. */
export const runner = resolve('scripts/run.js');
export const program = resolve('bin/endpoint-check.js');

interface Ended {
  wallMs: number;
  exitCode: number | null;
  stdout: string;
  stderr: string;
}
export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  wrap?: readonly string[];
}

/** Runs a command to its end, without the proxies of the environment; `wrap` is a command that runs it. */
export async function run(
  command: string,
  args: readonly string[],
  { cwd = '.', env = {}, wrap = [] }: RunOptions = {},
): Promise<Ended> {
  const inherited = Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name));
  const [first = command, ...rest] = [...wrap, command, ...args];
  const startedAt = performance.now();
  const child = spawn(first, rest, {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (bytes) => (stdout += String(bytes)));
  child.stderr.on('data', (bytes) => (stderr += String(bytes)));
  const [exitCode] = await once(child, 'close');
  return { wallMs: performance.now() - startedAt, exitCode, stdout, stderr };
}

/** The same, but throws if the command fails. */
export async function runOrThrow(command: string, args: readonly string[], options?: RunOptions) {
  const ended = await run(command, args, options);
  if (ended.exitCode === 0) return ended;
  throw new Error(`${command} ${args.join(' ')} ended with ${String(ended.exitCode)}: ${ended.stderr}`);
}

/** Runs an empty Node program. */
export const runEmpty = () => runOrThrow(process.execPath, ['-e', '0']);

/** Runs the program as it is shipped; throws if it fails. */
export const runProgram = (args: readonly string[], options?: RunOptions) =>
  runOrThrow(process.execPath, [program, ...args], options);

/** The same, whatever comes of it: with its processor time, user and system, and its peak resident memory in megabytes. */
export async function runTool(
  args: readonly string[],
  options?: RunOptions,
): Promise<Ended & { cpuMs: number; rssMb: number }> {
  const preload = `--import=${pathToFileURL(resolve('bench/support/usage.js')).href}`;
  const ended = await run(process.execPath, [preload, program, ...args], options);
  const [stderr = '', usage = '{}'] = ended.stderr.split('\nusage ');
  return { ...ended, stderr, ...JSON.parse(usage) };
}

/** A process with a server: where it is. */
interface ServerProcess {
  url: string;
  pid: number;
}

/** By the field of cosmos/chain-registry that lists such nodes, and by what is wrong with the others. */
interface Ports {
  [api: string]: number;
  grpc: number;
  silent: number;
}

/** What each module sends once it is ready. */
interface Messages {
  'asset-clients': null;
  'cosmos-stand-in': { port: number };
  'delay-proxy': number[];
  'evm-stand-in': { port: number };
  'name-server': null;
  nodes: { cert: string; chain: { network: string; evmChainId: number }; ports: Ports };
  'plain-service': ServerProcess;
  'static-server': ServerProcess;
}

/**
 * Starts a module of this directory in another process, so that it takes no time of the measured process. It sends one
 * message once it is ready; `run` sends it one and resolves to the next that it sends, `stop` ends it and `exited` is when it has ended.
 */
export async function startModule<Name extends keyof Messages>(name: Name, options: unknown = {}) {
  const child = fork(runner, [`bench/support/${name}.ts`, JSON.stringify(options)]);
  const exited = once(child, 'exit');
  const ended = exited.then(([exitCode]) => {
    throw new Error(`${name} ended with ${String(exitCode)} before it was ready`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Messages[Name]];
  ended.catch(() => undefined);
  return {
    message,
    exited,
    run: async <Result>(request: Serializable): Promise<Result> => {
      child.send(request);
      const [result] = await once(child, 'message');
      return result;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

/** In such a module: what it is started with. */
export const readOptions = <Options>(): Options => JSON.parse(process.argv[2] ?? '{}');

/** In such a module: it is ready. It ends with its parent, which may exit without a message. */
export function sendReady(message: unknown) {
  process.on('disconnect', () => process.exit());
  process.send?.(message);
}
