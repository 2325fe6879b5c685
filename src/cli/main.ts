import { exitCodes } from '../engine/exit-code.js';
import { UsageError } from '../engine/usage-error.js';
import { defuseRunnerCommands, escapeTerminal } from '../reporters/escape.js';
import { tool } from '../engine/tool.js';
import helpText from './help.generated.txt?raw';
import { type Io, writeText } from './io.js';

/** What options that stand alone print: for these few, loading the program would take longer than Node itself (`bench/start-up.js`). */
const texts: ReadonlyMap<string, string> = new Map([
  ['--version', `${tool.version}\n`],
  ['-V', `${tool.version}\n`],
  ['--help', helpText],
  ['-h', helpText],
]);

/** Runs the program. Resolves to the exit status; never rejects. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
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
    // Without standard error, the exit status has to do.
    await writeText(io.stderr, defuseRunnerCommands(text)).catch(() => undefined);
    return exitCode;
  }
}

/** `named` is the command, and its subcommand, where the command line names them: its help has the options that the errors are about. */
function describeError(error: unknown, named: readonly string[], debug: boolean): [string, number] {
  if (error instanceof UsageError) {
    const list = error.errors.map((usageError) => `  ${escapeTerminal(usageError)}\n`).join('');
    const help = ['endpoint-check', ...named, '--help'].join(' ');
    return [`endpoint-check: usage error\n${list}See ${help}\n`, exitCodes.usage];
  }
  const message = error instanceof Error ? error.message : String(error);
  const stack = debug && error instanceof Error ? `${error.stack ?? ''}\n` : '';
  return [`endpoint-check failed: ${escapeTerminal(message)}\n${stack}`, exitCodes.failure];
}
