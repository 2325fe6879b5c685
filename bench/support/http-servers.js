import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {{ name: string, url: string, pid: number, stop: () => Promise<unknown> }} Server */

/** Whether the servers and the load generator can each have a core of their own. */
export const isPinned = spawnSync('taskset', ['-V']).error === undefined && availableParallelism() > 1;

/** Keeps this process, all its threads, off the core of the servers. */
export function pinLoad() {
  if (isPinned) spawnSync('taskset', ['-a', '-c', '-p', '1', String(process.pid)]);
}

/** Whether nginx is installed here. */
export const hasNginx = spawnSync('nginx', ['-v']).error === undefined;

/**
 * Starts `endpoint-check serve`. Its log goes to /dev/null, so that no disk is measured.
 * @param {string} registry
 * @param {string} token
 */
export async function startServe(registry, token) {
  const program = [process.execPath, 'bin/endpoint-check.js', 'serve', registry, '--port', '0'];
  const server = spawnPinned(program, { ENDPOINT_CHECK_TOKENS: token });
  const [line] = await once(server.stdout, 'data');
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
  const [, residentKiB] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  // utime and stime, in hundredths on every Linux.
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100,
    residentMiB: Number(residentKiB) / 1_024,
  };
}

/**
 * @param {string[]} command
 * @param {Record<string, string>} env
 */
function spawnPinned(command, env) {
  const [program = '', ...args] = isPinned ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/**
 * @param {string} name
 * @param {string} url
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Server}
 */
function describeServer(name, url, child) {
  const exited = once(child, 'exit');
  const stop = () => {
    child.kill();
    return exited;
  };
  return { name, url, pid: child.pid ?? 0, stop };
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
