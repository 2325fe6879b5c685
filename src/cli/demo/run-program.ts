import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Io } from '../io.js';

/** This program, run once more as a user would run it. */
export interface ProgramRunner {
  readonly io: Io;
  /** The directory to run it in. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Passes an interrupt on. */
  readonly signal: AbortSignal;
}

/** What came of a run. */
export interface RunOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs it to its end. */
export async function runProgram(self: ProgramRunner, args: readonly string[]): Promise<RunOutcome> {
  const { stdout, stderr, exited } = spawnProgram(self, args);
  const [told, complained] = await Promise.all([text(stdout), text(stderr)]);
  return { stdout: told, stderr: complained, exitCode: await exited };
}

/** Runs it until its first line, which is told. Throws what it complains of where it ends before. */
export async function startProgram(
  self: ProgramRunner,
  args: readonly string[],
): Promise<{ readonly line: string; readonly stop: () => Promise<void> }> {
  const { child, stdout, stderr, exited } = spawnProgram(self, args);
  const complained = text(stderr);
  const ended = complained.then((reason) => Promise.reject(new Error(reason)));
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(stdout, 'data'), ended])) as [Buffer];
  return {
    line: line.toString().trim(),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function spawnProgram({ io, cwd, env, signal }: ProgramRunner, args: readonly string[]) {
  const [command = '', ...before] = io.self;
  const child = spawn(command, [...before, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const interrupt = () => child.kill('SIGINT');
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => signal.removeEventListener('abort', interrupt));
  return { child, stdout: child.stdout, stderr: child.stderr, exited };
}
