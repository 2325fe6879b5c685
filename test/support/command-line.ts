import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type * as Program from '../../src/cli/index.js';
import type { Report } from '../../src/model/report.js';
import { requireValid } from './report-samples.js';

/** The outcome of a command line. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal ended the process. */
  readonly exitCode: number | null;
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
}

interface HereOptions extends RunOptions {
  readonly onOutput?: (text: string) => void;
  readonly onInterrupt?: (interrupt: () => void) => void;
}

/** How to run it in a separate process. */
export interface ProcessOptions extends RunOptions {
  /** In place of the one of this repository. */
  readonly program?: string;
  /** Time after which it is killed, if it has not ended by itself. */
  readonly limitMs?: number;
  /** Called with the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

const proxyNames = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy'];
const program = resolve('bin/endpoint-check.js');
/** Variables that the program reads. Any other one is for Node, git or the system, which read them from the process. */
const ownVariable = /^(ENDPOINT_CHECK_\w+|NO_COLOR|FORCE_COLOR|DEBUG|CI|\w+_PROXY)$/i;

/**
 * Runs the program as it is shipped, from dist, in this process: a separate process costs many times what most commands do. If a variable is not for
 * the program itself, it gets one. `processes.slow.test.ts` checks that both do the same.
 */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const names = Object.keys(options.env ?? {});
  return names.every((name) => ownVariable.test(name)) ? runHere(args, options) : runProcess(args, options);
}

/** The same, of a command that runs until the callback is called that `onInterrupt` gets; `onOutput` gets what it prints. */
export async function runHere(
  args: readonly string[],
  { cwd, stdin, env, onOutput, onInterrupt }: HereOptions,
): Promise<Outcome> {
  // Loaded by the first test that needs it, once it is built.
  const { runMain } = createRequire(import.meta.url)('../../dist/cli.cjs') as typeof Program;
  const [stdout, stderr] = [collectText(onOutput), collectText()];
  const exitCode = await runMain(args, {
    cwd: cwd ?? process.cwd(),
    env: { ...inheritEnv(), ...env },
    stdin: Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]),
    stdout,
    stderr,
    self: [process.execPath, program],
    onInterrupt: (interrupt) => {
      onInterrupt?.(interrupt);
      return () => undefined;
    },
    onHangup: () => undefined,
  });
  return { stdout: stdout.readText(), stderr: stderr.readText(), exitCode };
}

/** An output stream with its content so far. */
function collectText(onOutput: (text: string) => void = () => undefined) {
  const chunks: Buffer[] = [];
  const output = new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      onOutput(chunk.toString());
      done();
    },
  });
  return Object.assign(output, { readText: () => Buffer.concat(chunks).toString() });
}

/**
 * Runs the program as it is shipped in a separate process, and waits until that has ended by itself. Rejects with the names of its open handles when
 * it is done.
 */
export async function runProcess(args: readonly string[], options: ProcessOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [options.program ?? program, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...inheritEnv(), ...options.env, ...watchEnd(options.env, options.limitMs) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  options.onStart?.(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  const outcome = await readOutcome(child);
  requireEnd(args, outcome);
  return outcome;
}

/** The outcome of a process, once it has ended. */
export async function readOutcome(
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
): Promise<Outcome> {
  const exited = new Promise<number | null>((done) => child.once('close', done));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, exitCode: await exited };
}

/**
 * The variable by which a process and its children end with the names of their open handles when they are done, or of what they wait for when they
 * are not done in time: for `requireEnd`.
 */
export function watchEnd(
  { NODE_OPTIONS: nodeOptions = '' }: RunOptions['env'] = {},
  limitMs = endMs,
): { readonly NODE_OPTIONS: string } {
  const { href } = pathToFileURL('test/support/open-handles.js');
  return { NODE_OPTIONS: `${nodeOptions} --import "${href}?limitMs=${limitMs}"`.trim() };
}

/** Throws with the names that such a process reports. */
export function requireEnd(args: readonly string[], { exitCode, stderr }: Outcome): void {
  if (exitCode === stillOpen) throw new Error(`${args.join(' ')}: ${stderr}`);
}

/** The exit status of open-handles.js. */
const stillOpen = 97;
/** Less than the time-out of a test, so that the test gets the names. */
const endMs = 240_000;

/** The environment of this process without colours, trust and proxies, which the test sets. */
function inheritEnv(): NodeJS.ProcessEnv {
  const inherited = { ...process.env };
  const names = ['NO_COLOR', 'FORCE_COLOR', 'NODE_EXTRA_CA_CERTS', ...proxyNames];
  for (const name of [...names, ...proxyNames.map((proxy) => proxy.toUpperCase())]) {
    Reflect.deleteProperty(inherited, name);
  }
  return inherited;
}

/** Runs the program with the JSON reporter, by `runCli` or `runProcess`, and validates the report against its schema. */
export async function runForReport(
  args: readonly string[],
  options: RunOptions = {},
  run = runCli,
): Promise<Outcome & { readonly report: Report }> {
  const outcome = await run([...args, '--reporter', 'json'], options);
  if (outcome.stdout === '') throw new Error(`no report; standard error says:\n${outcome.stderr}`);
  return { ...outcome, report: requireValid(JSON.parse(outcome.stdout)) };
}

/** Runs a command that may change the registry in a directory; `lines` are those of standard error, without the name of the program. */
export async function edit(cwd: string, args: readonly string[], options: RunOptions = {}) {
  const outcome = await runCli(args, { ...options, cwd });
  const lines = outcome.stderr.split('\n').filter((line) => line.startsWith('endpoint-check: '));
  return { ...outcome, lines: lines.map((line) => line.slice('endpoint-check: '.length)) };
}

/** The lines of one text that are not in another, in order: those that a change removes, or adds. */
export function listOther(text: string, reference: string): readonly string[] {
  const known = reference.split('\n');
  return text.split('\n').filter((line) => {
    const at = known.indexOf(line);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}
