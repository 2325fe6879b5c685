import type { Command } from 'commander';
import type { RawOptions } from '../engine/options/read-options.js';
import { toKebabCase } from '../model/write-option.js';
import { type Parameter, type Route, routes } from '../query/routes.js';
import { addOptions } from './add-options.js';

/** Adds a command for each route of the query API to `query`; `run` gets the route, then the parameters of its path. */
export function addRoutes(
  query: Command,
  run: (args: readonly string[], options: RawOptions) => Promise<void>,
): void {
  query.usage('<route> [options] <network> [symbol]').helpCommand(false);
  for (const route of routes) addRoute(query, route, run);
  // Only now, so that the routes don't inherit it.
  query.configureHelp({ subcommandTerm: (command) => command.name(), visibleArguments: () => [] });
}

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
