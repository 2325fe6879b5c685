import { exitCodes, UsageError } from '../engine/exit-code.js';
import { defuseRunnerCommands, escapeMessage } from '../reporters/escape.js';
import { tool } from '../engine/tool.js';
import helpText from './help.generated.txt?raw';
import { type Io, writeText } from './io.js';

export async function main(): Promise<number> {
  // A failed write is reported to its caller; without a listener it would end the process too.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  // Without a listener, Node opens its debugger to all users of the machine.
  process.on('SIGUSR1', () => undefined);
  // An event loop that drains before there is a result is a bug of the program, never a success.
  let hasResult = false;
  process.once('beforeExit', () => {
    if (!hasResult) process.exitCode = exitCodes.failure;
  });
  const exitCode = await runMain(process.argv.slice(2), {
    // Opened on demand, since that takes time that --version need not wait for.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    // On demand, since it throws if the directory was deleted.
    get cwd() {
      return process.cwd();
    },
    self: [process.execPath, process.argv[1] ?? ''],
    onInterrupt: (callback) => {
      let interrupted = false;
      const listener = () => {
        // A second signal ends the process at once.
        if (interrupted) process.exit(exitCodes.interrupted);
        interrupted = true;
        callback();
      };
      process.on('SIGINT', listener);
      process.on('SIGTERM', listener);
      return () => {
        process.off('SIGINT', listener);
        process.off('SIGTERM', listener);
      };
    },
    onHangup: (callback) => {
      process.on('SIGHUP', callback);
    },
  });
  hasResult = true;
  return exitCode;
}

/** The output of options that need no command: for these few, loading the program would take longer than Node itself (`bench/start-up.ts`). */
const texts: ReadonlyMap<string, string> = new Map([
  ['--version', `${tool.version}\n`],
  ['-V', `${tool.version}\n`],
  ['--help', helpText],
  ['-h', helpText],
]);

/** Runs a command line. Resolves to the exit status; never rejects. */
export async function runMain(argv: readonly string[], io: Io): Promise<number> {
  const named: string[] = [];
  try {
    const text = argv.length === 1 ? texts.get(argv[0] ?? '') : undefined;
    if (text === undefined) {
      const { runCommand } = await import('./run-command.js');
      return await runCommand(argv, named, io);
    }
    await writeText(io.stdout, text);
    return exitCodes.ok;
  } catch (error) {
    const [text, exitCode] = describeError(error, named, io.env['DEBUG'] !== undefined);
    // If standard error fails, the exit status has to do.
    await writeText(io.stderr, defuseRunnerCommands(text)).catch(() => undefined);
    return exitCode;
  }
}

/** `named` are the command and its subcommand, if the command line names them: their help has the options that the errors are about. */
function describeError(error: unknown, named: readonly string[], debug: boolean): [string, number] {
  if (error instanceof UsageError) {
    const list = error.errors.map((usageError) => `  ${escapeMessage(usageError)}\n`).join('');
    const help = ['endpoint-check', ...named, '--help'].join(' ');
    return [`endpoint-check: usage error\n${list}See ${help}\n`, exitCodes.usage];
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = debug && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  return [`endpoint-check failed: ${escapeMessage(message)}\n${stack}`, exitCodes.failure];
}
