import { fork, type Serializable, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../src/sandbox/server.js';

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

export interface Server {
  url: string;
  pid: number;
  stop: (signal?: NodeJS.Signals) => Promise<unknown>;
}

/** Whether there are enough cores to separate the servers from the load generator. */
const isPinned = spawnSync('taskset', ['-V']).error === undefined && availableParallelism() > 1;

/** Keeps this process, all its threads, off the core of the servers, or on it. */
export function pin(role: 'load' | 'server') {
  const core = role === 'server' ? '0' : '1';
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', core, String(process.pid)]);
}

/** Starts a server that ends with this process at the latest; it is ready when it prints its url, or when there is an answer at the given one. */
export async function startServer(
  command: readonly string[],
  { env = {}, url, pinned = false }: { env?: Record<string, string>; url?: string; pinned?: boolean } = {},
): Promise<Server> {
  const [program = '', ...args] = pinned && isPinned ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const exited = once(child, 'exit').finally(() => process.off('exit', kill));
  const failed = exited.then(([status]) => {
    throw new Error(`${command.join(' ')} ended with ${String(status)} before it was ready`);
  });
  failed.catch(() => undefined);
  const ready = url === undefined ? once(child.stdout, 'data') : waitUntilOk(url);
  const [line] = await Promise.race([ready, failed]);
  // The url of an exporter or service is its first line.
  const own = url === undefined ? (String(line).split('\n')[0] ?? '') : new URL(url).origin;
  const stop = (signal?: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  return { url: own, pid: child.pid ?? 0, stop };
}

async function waitUntilOk(url: string): Promise<string[]> {
  for (let tries = 0; tries < 600; tries++) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return [];
    await pause(50);
  }
  throw new Error(`no answer from ${url}`);
}

/** The resources that a process has used so far: processor time in seconds, and memory in MiB (proc(5)). */
export function readUsage(pid: number) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const readMiB = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  // utime and stime, in hundredths on every Linux.
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    residentMiB: readMiB('VmRSS'),
    /** The most that was ever resident. */
    peakMiB: readMiB('VmHWM'),
  };
}

export async function findFreePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
