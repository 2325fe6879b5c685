import { spawn, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Report } from '../../src/model/report.js';
import { requireValid } from './report-schema.js';

/** The outcome of a command line. */
export interface Outcome {
  readonly stdout: string;
  readonly stderr: string;
  /** Null where a signal ended the process. */
  readonly exitCode: number | null;
}

/** How to run it. */
export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** In place of the one of this repository. */
  readonly program?: string;
  /** Called with the process as soon as it runs. */
  readonly onStart?: (child: ChildProcess) => void;
}

const proxyNames = ['https_proxy', 'http_proxy', 'all_proxy', 'no_proxy'];
const program = resolve('bin/endpoint-check.js');

/** Runs the program as it is shipped, from dist, and waits until it has ended by itself. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  // Colours, trust and proxies are for the test to set.
  const inherited = { ...process.env };
  const names = ['NO_COLOR', 'FORCE_COLOR', 'NODE_EXTRA_CA_CERTS', ...proxyNames];
  for (const name of [...names, ...proxyNames.map((proxy) => proxy.toUpperCase())]) {
    Reflect.deleteProperty(inherited, name);
  }
  const child = spawn(process.execPath, [options.program ?? program, ...args], {
    cwd: options.cwd ?? process.cwd(),
    env: { ...inherited, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  options.onStart?.(child);
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  const exited = new Promise<number | null>((done) => child.once('close', done));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr, exitCode: await exited };
}

/** Runs the program with the JSON reporter, and validates the report against its schema. */
export async function runForReport(
  args: readonly string[],
  options: RunOptions = {},
): Promise<Outcome & { readonly report: Report }> {
  const outcome = await runCli([...args, '--reporter', 'json'], options);
  if (outcome.stdout === '') throw new Error(`no report; standard error says:\n${outcome.stderr}`);
  return { ...outcome, report: requireValid(JSON.parse(outcome.stdout)) };
}
