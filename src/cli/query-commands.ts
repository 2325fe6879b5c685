import type { Command } from 'commander';
import { toKebabCase } from '../model/write-option.js';
import { type Parameter, type Route, routes } from '../query/routes.js';
import { addOptions } from './add-options.js';
import type { RawOptions } from './settings.js';

/** Adds `query` with a subcommand for each route; `run` gets the route, then the parameters of its path. */
export function addQueryCommands(
  program: Command,
  run: (args: readonly string[], options: RawOptions) => Promise<void>,
): void {
  const query = program
    .command('query')
    .description('one call of the query API, its JSON on standard output, in one line')
    .usage('<route> [options] <network> [symbol]')
    // Only an unknown route, or none, gets here.
    .argument('[args...]')
    .helpCommand(false)
    .action((args: string[]) => run(args, {}))
    .addHelpText('after', examples);
  for (const route of routes) addRoute(query, route, run);
  // After them, so that they don't inherit it.
  query.configureHelp({ subcommandTerm: (command) => command.name(), visibleArguments: () => [] });
}

const examples = `
Examples:
  endpoint-check query assets kava
  endpoint-check query holders kava --denom ukava --limit 5
  endpoint-check query holders --help        the options of one route`;

function addRoute(
  query: Command,
  { name, summary, parameters, paging, atLeastOne }: Route,
  run: (args: readonly string[], options: RawOptions) => Promise<void>,
): void {
  const command = query.command(toKebabCase(name)).description(toPhrase(summary));
  for (const parameter of parameters) {
    if (parameter.in === 'path') command.argument(`<${parameter.name}>`, toPhrase(parameter.description));
    else command.option(formatOption(parameter), describeOption(parameter, atLeastOne));
  }
  addOptions(command, paging === null ? 'query' : 'queryPages').action((...args: unknown[]) => {
    const inPath = args.slice(0, -2).filter((arg) => typeof arg === 'string');
    return run([toKebabCase(name), ...inPath], command.opts());
  });
}

/** An option as commander declares it, such as `--start-block <n>`. */
function formatOption({ name, type }: Parameter): string {
  const option = toKebabCase(name);
  return `--${option} <${type === 'integer' ? 'n' : option.replace(/.*-/, '')}>`;
}

function describeOption(
  { name, description, required, default: preset, minimum, maximum }: Parameter,
  atLeastOne: readonly string[],
): string {
  const others = atLeastOne.filter((other) => other !== name).map((other) => `--${toKebabCase(other)}`);
  const notes = [
    required ? 'required' : '',
    atLeastOne.includes(name) ? `this or ${others.join(' or ')} is required` : '',
    maximum === undefined ? '' : `${minimum ?? 0} to ${maximum}`,
    preset === undefined ? '' : `default: ${preset}`,
  ].filter((note) => note !== '');
  return toPhrase(description) + (notes.length === 0 ? '' : ` (${notes.join(', ')})`);
}

/** A sentence of the table of routes in the style of the help: lower case, no full stop. */
function toPhrase(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1).replace(/\.$/, '');
}
