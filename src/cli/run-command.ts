import { type Command, CommanderError } from 'commander';
import { exitCodes } from '../engine/exit-code.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { tool } from '../engine/tool.js';
import { UsageError } from '../engine/usage-error.js';
import { suggestNearest } from '../model/describe-unknown.js';
import { addOptions } from './add-options.js';
import { addRoutes } from './add-routes.js';
import { type CommandRow, commandRows } from './command-rows.js';
import { ErrorCollectingCommand } from './error-collecting-command.js';
import { exitStatusText } from './exit-statuses.js';
import { type Io, writeText } from './io.js';

/**
 * Runs the command of a command line. Resolves to its exit status; rejects with a UsageError, or if the program itself fails. `named` gets
 * the names of the command and its subcommand.
 */
export async function runCommand(argv: readonly string[], named: string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(async (row, args, options) => {
    const run = await row.load();
    const line = { usageErrors: program.usageErrors, program, isNamed: argv[0] === row.name };
    exitCode = await run(args, options, line, io);
  });
  const command = program.commands.find((each) => each.name() === argv[0]);
  const subcommand = command?.commands.find((each) => each.name() === argv[1]);
  for (const each of [command, subcommand]) if (each !== undefined) named.push(each.name());
  const [first, topic] = argv;
  // Otherwise Commander prints the help of the program, without the reason.
  if (first === 'help' && topic !== undefined && !topic.startsWith('-')) {
    const names = program.commands.map((each) => each.name());
    if (![...names, 'help'].includes(topic))
      throw new UsageError([`unknown command "${topic}"${suggestNearest(topic, names)}`]);
  }
  const help: string[] = [];
  // Its commands share the object; configureOutput with an argument would replace it.
  Object.assign(program.configureOutput(), {
    writeOut: (text: string) => help.push(text),
    writeErr: (text: string) => io.stderr.write(text),
    getOutHelpWidth: () => 80,
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    // Only help and version end parsing; errors are collected.
    if (!(error instanceof CommanderError)) throw error;
    await writeText(io.stdout, help.join(''));
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  return exitCode;
}

type Run = (row: CommandRow, args: readonly string[], options: RawOptions) => Promise<void>;

function createProgram(run: Run): ErrorCollectingCommand {
  const program = new ErrorCollectingCommand(tool.name);
  program
    .description(
      'Checks the public endpoints of a chain registry and reports what is wrong, on the line of the entry.',
    )
    .version(tool.version, '-V, --version', 'print the version')
    // Every command has options: saying so for each would leave no room for the descriptions.
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`.trim(),
    })
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples);
  for (const row of commandRows) addCommand(program, row, run);
  return program;
}

function addCommand(program: Command, row: CommandRow, run: Run): void {
  const { name, description, args = [], face, notes, isDefault = false } = row;
  const command = program.command(name, { isDefault }).description(description);
  for (const [form, text] of args) command.argument(form, text);
  if (face !== undefined) addOptions(command, face);
  if (notes !== undefined) command.addHelpText('after', notes);
  // Commander passes an argument or a list for each declared one, then the options and the command.
  command.action((...input: unknown[]) => run(row, input.slice(0, -2).flat().filter(isText), command.opts()));
  if (name === 'query') addRoutes(command, (inRoute, options) => run(row, inRoute, options));
}

/** False for a missing argument, which has been reported as an error. */
function isText(value: unknown): value is string {
  return typeof value === 'string';
}

const examples = `
Examples:
  endpoint-check chain/kava/param.json       one file
  endpoint-check                             the registry around this directory
  endpoint-check --no-network                its files only, without network
  endpoint-check --fix chain/kava            fix what has one right correction
  endpoint-check --reporter json=report.json --reporter pretty
  endpoint-check grpc grpc.example.com:443 --chain-id kava_2222-10
  endpoint-check rpc https://rpc.example.com
  endpoint-check check --help                all options of a check
  endpoint-check demo                        see it work, without internet

${exitStatusText}`.trimEnd();
