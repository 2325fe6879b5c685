import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { Io } from '../io.js';

export interface ProgramRunner {
  readonly io: Io;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by an interrupt, which is passed on. */
  readonly signal: AbortSignal;
}

export interface RunOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function runProgram(runner: ProgramRunner, args: readonly string[]): Promise<RunOutcome> {
  const { child, exited } = spawnProgram(runner, args);
  const [stdout, stderr, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { stdout, stderr, exitCode };
}

/** Runs the program to its end on this process's own standard output, so that it wraps lines and colors as it does for a user. */
export async function showProgram(
  runner: ProgramRunner,
  args: readonly string[],
): Promise<Omit<RunOutcome, 'stdout'>> {
  const [command, all, options] = describeProgram(runner, args);
  const child = spawn(command, all, { ...options, stdio: ['ignore', 'inherit', 'pipe'] });
  const [stderr, exitCode] = await Promise.all([text(child.stderr), waitForExit(runner, child)]);
  return { stderr, exitCode };
}

/** Starts the program and waits for its first line. Rejects with its standard error if it ends before. */
export async function startProgram(
  runner: ProgramRunner,
  args: readonly string[],
): Promise<{ readonly line: string; readonly stop: () => Promise<void> }> {
  const { child, exited } = spawnProgram(runner, args);
  const ended = Promise.all([text(child.stderr), exited]).then(([reason]) =>
    Promise.reject(new Error(reason)),
  );
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended])) as [Buffer];
  return {
    line: line.toString().trim(),
    stop: async () => {
      // After an interrupt it ends by itself; a second signal would prevent its cleanup.
      if (!runner.signal.aborted) child.kill('SIGTERM');
      await exited;
    },
  };
}

function spawnProgram(runner: ProgramRunner, args: readonly string[]) {
  const [command, all, options] = describeProgram(runner, args);
  const child = spawn(command, all, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  return { child, exited: waitForExit(runner, child) };
}

function describeProgram({ io, cwd, env }: ProgramRunner, args: readonly string[]) {
  const [command = '', ...first] = io.self;
  return [command, [...first, ...args], { cwd, env }] as const;
}

function waitForExit({ signal }: ProgramRunner, child: ChildProcess): Promise<number | null> {
  const interrupt = () => child.kill('SIGINT');
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  return new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => signal.removeEventListener('abort', interrupt));
}
