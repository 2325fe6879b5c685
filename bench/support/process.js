import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const program = resolve('bin/endpoint-check.js');

/** @typedef {{ wallMs: number, exitCode: number | null, stdout: string, stderr: string }} Ended */
/** @typedef {{ cwd?: string, env?: Record<string, string>, wrap?: readonly string[] }} RunOptions */

/**
 * Runs a command to its end. Proxies of the environment are kept from it; `wrap` is a command that is given this one.
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

/**
 * The same for a command that has to succeed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended>}
 */
export async function runWell(command, args, options) {
  const ended = await run(command, args, options);
  if (ended.exitCode === 0) return ended;
  throw new Error(`${command} ${args.join(' ')} ended with ${String(ended.exitCode)}: ${ended.stderr}`);
}

/** What an empty Node program takes, in milliseconds. */
export const runEmpty = async () => (await runWell(process.execPath, ['-e', '0'])).wallMs;

/**
 * What the program takes, in milliseconds; it has to succeed.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 */
export const runProgram = async (args, env = {}) =>
  (await runWell(process.execPath, [program, ...args], { env })).wallMs;

/**
 * Runs the program as it is shipped; `rssMb` is the most memory that it held, in megabytes.
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Ended & { rssMb: number }>}
 */
export async function runTool(args, options) {
  return inFolder(async (directory) => {
    const memory = join(directory, 'memory.cjs');
    const mark = 'maxRSS ';
    writeFileSync(
      memory,
      `process.on('exit', () => process.stderr.write('\\n${mark}' + process.resourceUsage().maxRSS))`,
    );
    const ended = await run(process.execPath, ['--require', memory, program, ...args], options);
    const [stderr = '', kibibytes] = ended.stderr.split(`\n${mark}`);
    return { ...ended, stderr, rssMb: (Number(kibibytes) * 1_024) / 1e6 };
  });
}

/**
 * Starts a module of this directory in a process of its own, so that what it does takes no time of whoever is measured. It sends
 * one message once it is ready, and is ended by `stop`.
 * @param {string} name
 * @param {unknown} [options]
 * @returns {Promise<{ message: any, stop: () => void }>}
 */
export async function startModule(name, options = {}) {
  const child = fork(join(import.meta.dirname, `${name}.js`), [JSON.stringify(options)]);
  const ended = once(child, 'exit').then(([exitCode]) => {
    throw new Error(`${name} ended with ${String(exitCode)} before it was ready`);
  });
  const [message] = await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  return { message, stop: () => void child.kill('SIGKILL') };
}

/**
 * Gives a directory of its own, and removes it behind.
 * @template Result
 * @param {(directory: string) => Promise<Result>} use
 * @returns {Promise<Result>}
 */
export async function inFolder(use) {
  const directory = mkdtempSync(join(tmpdir(), 'endpoint-check-bench-'));
  try {
    return await use(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
