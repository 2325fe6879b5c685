import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const program = resolve('bin/endpoint-check.js');

/** @typedef {{ wallMs: number, exitCode: number | null, stdout: string, stderr: string }} Ended */
/** @typedef {{ cwd?: string, env?: Record<string, string>, wrap?: readonly string[] }} RunOptions */

/**
 * Runs a command to its end, without the proxies of the environment; `wrap` is a command that runs it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export async function run(command, args, { cwd = '.', env = {}, wrap = [] } = {}) {
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

/** The same, but throws if the command fails. @param {string} command @param {readonly string[]} args @param {RunOptions} [options] */
export async function runOrThrow(command, args, options) {
  const ended = await run(command, args, options);
  if (ended.exitCode === 0) return ended;
  throw new Error(`${command} ${args.join(' ')} ended with ${String(ended.exitCode)}: ${ended.stderr}`);
}

/** Runs an empty Node program. */
export const runEmpty = () => runOrThrow(process.execPath, ['-e', '0']);

/** Runs the program as it is shipped; throws if it fails. @param {readonly string[]} args @param {RunOptions} [options] */
export const runProgram = (args, options) => runOrThrow(process.execPath, [program, ...args], options);

/**
 * The same, whatever comes of it: with its processor time, user and system, and its peak resident memory in megabytes.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended & { cpuMs: number, rssMb: number }>}
 */
export async function runTool(args, options) {
  const preload = `--import=${pathToFileURL(join(import.meta.dirname, 'usage.js')).href}`;
  const ended = await run(process.execPath, [preload, program, ...args], options);
  const [stderr = '', usage = '{}'] = ended.stderr.split('\nusage ');
  return { ...ended, stderr, ...JSON.parse(usage) };
}

/**
 * Starts a module of this directory in another process, so that it takes no time of the measured process. It sends one
 * message once it is ready; `run` sends it one and resolves to the next that it sends, `stop` ends it and `exited` is when it has ended.
 * @param {string} name
 * @param {unknown} [options]
 * @returns {Promise<{ message: any, run: (message: import('node:child_process').Serializable) => Promise<any>, stop: () => void, exited: Promise<unknown> }>}
 */
export async function startModule(name, options = {}) {
  const child = fork(join(import.meta.dirname, `${name}.js`), [JSON.stringify(options)]);
  const exited = once(child, 'exit');
  const ended = exited.then(([exitCode]) => {
    throw new Error(`${name} ended with ${String(exitCode)} before it was ready`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return {
    message,
    exited,
    run: async (request) => {
      child.send(request);
      const [result] = await once(child, 'message');
      return result;
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
