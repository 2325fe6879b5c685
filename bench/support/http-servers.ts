import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../../src/sandbox/server.js';

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
