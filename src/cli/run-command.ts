import { type Command, CommanderError, Option } from 'commander';
import { exitCodes, exitStatusText, UsageError } from '../engine/exit-code.js';
import type { Face } from '../engine/options/option-row.js';
import { listOptions, type OptionAt, type RawOptions } from '../engine/options/option-rows.js';
import { tool } from '../engine/tool.js';
import { suggestNearest } from '../model/describe-unknown.js';
import { type CommandRow, commandRows } from './command-rows.js';
import { ErrorCollectingCommand } from './error-collecting-command.js';
import { type Io, writeText } from './io.js';
import { toKebabCase } from '../model/write-option.js';
import type { Parameter, Route } from '../query/client/route.js';
import { routes } from '../query/client/routes.js';

/**
 * Runs the command of a command line. Resolves to its exit status; rejects with a UsageError, or if the program itself fails. `named` gets
 * the names of the command and its subcommand.
 */
export async function runCommand(argv: readonly string[], named: string[], io: Io): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = createProgram(async (row, args, options) => {
    const { run } = await row.load();
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
    if (error instanceof UsageError) throw new UsageError(program.selectCauses(error.errors));
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
  setAction(command, (inCommand, options) => run(row, inCommand, options));
  if (name === 'query') addRoutes(command, (inRoute, options) => run(row, inRoute, options));
}

type Act = (args: readonly string[], options: RawOptions) => Promise<void>;

/** Commander passes an argument or a list for each declared one, then the options and the command; none for a missing one, which is an error already. */
function setAction(command: Command, act: Act): void {
  command.action((...input: unknown[]) => {
    const args = input.slice(0, -2).flat();
    return act(
      args.filter((arg) => typeof arg === 'string'),
      command.opts(),
    );
  });
}

const examples = `
Examples:
  endpoint-check chain/kava/param.json       one file
  endpoint-check                             the registry around this directory
  endpoint-check --no-network                its files only, without network
  endpoint-check --fix chain/kava            fix slips, change nothing else
  endpoint-check --reporter json=report.json --reporter pretty
  endpoint-check grpc grpc.example.com:443 --chain-id kava_2222-10
  endpoint-check rpc https://rpc.example.com
  endpoint-check check --help                all options of a check
  endpoint-check demo                        see it work, without internet

${exitStatusText}`.trimEnd();

/** Adds a command for each route of the query API to `query`; `run` gets the route, then the parameters of its path. */
function addRoutes(query: Command, run: Act): void {
  query.usage('<route> [options] <network> [symbol]').helpCommand(false);
  for (const route of routes) addRoute(query, route, run);
  // Only now, so that the routes don't inherit it.
  query.configureHelp({ subcommandTerm: (command) => command.name(), visibleArguments: () => [] });
}

function addRoute(query: Command, { name, summary, parameters, paging, atLeastOne }: Route, run: Act): void {
  const command = query.command(toKebabCase(name)).description(toPhrase(summary));
  for (const parameter of parameters) {
    if (parameter.in === 'path') command.argument(`<${parameter.name}>`, toPhrase(parameter.description));
    else command.option(formatOption(parameter), describeOption(parameter, atLeastOne));
  }
  addOptions(command, paging === null ? 'query' : 'queryPages');
  setAction(command, (inPath, options) => run([toKebabCase(name), ...inPath], options));
}

function formatOption({ name, type }: Parameter): string {
  const option = toKebabCase(name);
  return `--${option} <${type === 'integer' ? 'n' : option.replace(/.*-/, '')}>`;
}

function describeOption(
  { name, description, required, default: preset, minimum, maximum }: Parameter,
  atLeastOne: readonly string[],
): string {
  const alternatives = atLeastOne.filter((item) => item !== name).map((item) => `--${toKebabCase(item)}`);
  const notes = [
    required ? 'required' : '',
    atLeastOne.includes(name) ? `this or ${alternatives.join(' or ')} is required` : '',
    maximum === undefined ? '' : `${minimum ?? 0} to ${maximum}`,
    preset === undefined ? '' : `default: ${preset}`,
  ].filter((note) => note !== '');
  return toPhrase(description) + (notes.length === 0 ? '' : ` (${notes.join(', ')})`);
}

/** A sentence of the route table in the style of help: lower case, no full stop. */
function toPhrase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}

/** Adds the options of a face to its command, as the table defines them. Their values stay strings; `readOptions` parses them. */
function addOptions<Of extends Command>(command: Of, face: Face): Of {
  for (const option of listOptions(face)) for (const each of createOptions(option)) command.addOption(each);
  return command;
}

function createOptions({ name, row, text, default: preset }: OptionAt): Option[] {
  const { type, negative, short } = row;
  const long = toKebabCase(name);
  const opposite = negative === undefined ? [] : [new Option(`--no-${long}`, negative)];
  if (type.argument === null && preset === 'true') return opposite;
  const flags = `${short === undefined ? '' : `-${short}, `}--${long}`;
  if (type.argument === null) return [new Option(flags, text), ...opposite];
  const says = preset === null || row.saysDefault === true ? '' : ` (default: ${preset})`;
  const option = new Option(`${flags} <${type.argument}>`, `${text}${says}`).hideHelp(row.hidden === true);
  return [type.repeats === true ? option.argParser(collectValues) : option, ...opposite];
}

function collectValues(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}
