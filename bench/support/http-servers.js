import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {{ name: string, url: string, pid: number, exited: Promise<unknown>, stop: (signal?: NodeJS.Signals) => Promise<unknown> }} Server */

/** Whether there are enough cores to separate the servers from the load generator. */
export const isPinned = spawnSync('taskset', ['-V']).error === undefined && availableParallelism() > 1;

/** Keeps this process, all its threads, off the core of the servers. */
export function pinLoad() {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

/** Keeps this process on the core of the servers. */
export function pinServer() {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '0', String(process.pid)]);
}

/** Whether nginx is installed here. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/**
 * How `serve` is started.
 * @typedef {object} ServeOptions
 * @property {string} [checkout] The directory of the program, which is built there; this one by default.
 * @property {readonly string[]} [args]
 * @property {number} [port]
 * @property {Record<string, string>} [env]
 * @property {string} [log] A file for its log; none by default, so that no disk is measured.
 */

/**
 * Starts `endpoint-check serve`.
 * @param {string} registry
 * @param {string} tokens One a line.
 * @param {ServeOptions} [options]
 */
export async function startServe(
  registry,
  tokens,
  { checkout = '.', args = [], port = 0, env = {}, log } = {},
) {
  const program = [process.execPath, join(resolve(checkout), 'bin/endpoint-check.js')];
  const file = log === undefined ? null : openSync(log, 'a');
  const server = spawnPinned(
    [...program, 'serve', registry, '--port', String(port), ...args],
    { ...env, ENDPOINT_CHECK_TOKENS: tokens },
    file ?? 'ignore',
  );
  if (file !== null) closeSync(file);
  const ended = once(server, 'exit').then(([status]) => {
    throw new Error(`serve ended with ${String(status)} before it was ready`);
  });
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(server.stdout, 'data'), ended]);
  return describeServer('endpoint-check serve', String(line).trim(), server);
}

/**
 * Starts nginx with one process that serves `body` at `path`, with its fastest settings: no log, and keep-alive connections.
 * @param {string} directory
 * @param {string} path
 * @param {string} body
 */
export async function startNginx(directory, path, body) {
  const file = join(directory, decodeURIComponent(path));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, body);
  const port = await findFreePort();
  writeFileSync(
    join(directory, 'nginx.conf'),
    `daemon off;
    master_process off;
    worker_processes 1;
    pid nginx.pid;
    error_log stderr crit;
    events {}
    http {
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 1000000000;
      default_type application/json;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      server { listen 127.0.0.1:${port}; root .; }
    }`,
  );
  const server = spawnPinned(['nginx', '-p', directory, '-c', 'nginx.conf', '-e', 'stderr'], {});
  while (!(await isListening(port))) {
    if (server.exitCode !== null) throw new Error('nginx does not start');
    await pause(20);
  }
  return describeServer('nginx', `http://127.0.0.1:${port}`, server);
}

/**
 * The resources that a process has used so far: processor time in seconds, and memory in MiB (proc(5)).
 * @param {number} pid
 */
export function readUsage(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  /** @param {string} name */
  const readMiB = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1_024;
  // utime and stime, in hundredths on every Linux.
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    residentMiB: readMiB('VmRSS'),
    /** The most that was ever resident. */
    peakMiB: readMiB('VmHWM'),
  };
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 * @param {number | 'ignore'} [stderr]
 */
function spawnPinned(command, env, stderr = 'ignore') {
  const [program = '', ...args] = isPinned ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', stderr],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return /** @type {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} */ (
    child
  );
}

/**
 * @param {string} name
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Server}
 */
function describeServer(name, url, child) {
  const exited = once(child, 'exit');
  /** @param {NodeJS.Signals} [signal] */
  const stop = (signal) => {
    child.kill(signal);
    return exited;
  };
  return { name, url, pid: child.pid ?? 0, exited, stop };
}

/** @returns {Promise<number>} */
export async function findFreePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
