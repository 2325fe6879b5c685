import { Command, type Option } from 'commander';
import { joinChoices, suggestNearest } from '../model/describe-unknown.js';
import { findNearest } from '../model/nearest.js';

/** A command that continues parsing after an error, so that all usage errors are reported at once. Commander stops at the first. */
export class ErrorCollectingCommand extends Command {
  /** The errors so far, shared by a command and its subcommands. */
  readonly usageErrors: string[];

  constructor(name?: string, usageErrors: string[] = []) {
    super(name);
    this.usageErrors = usageErrors;
    // Its commands inherit settings that precede them; without this one, help would end the process.
    this.exitOverride();
    this.allowUnknownOption();
    this.allowExcessArguments(false);
  }

  override createCommand(name?: string): ErrorCollectingCommand {
    return new ErrorCollectingCommand(name, this.usageErrors);
  }

  // @ts-expect-error Commander declares that this never returns, but continues if it does.
  override error(message: string): never {
    this.usageErrors.push(message.replace(/^error: /, ''));
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(argv);
    this.#clearMissing(argv.at(-1));
    // An option that is unknown here may be a subcommand's.
    if (this.commands.length > 0) return parsed;
    const end = parsed.unknown.indexOf('--');
    const rest = end === -1 ? [] : parsed.unknown.slice(end + 1);
    const unknown = end === -1 ? parsed.unknown : parsed.unknown.slice(0, end);
    // Commander looks for these among the unknown options.
    const help = unknown.filter((argument) => argument === '--help' || argument === '-h');
    if (help.length > 0) return { operands: parsed.operands, unknown: help };
    const operands: string[] = [];
    for (let at = 0; at < unknown.length; at++) {
      const argument = unknown[at] ?? '';
      if (argument.length < 2 || !argument.startsWith('-')) {
        operands.push(argument);
        continue;
      }
      const { message, takesValue } = this.#describeUnknown(argument.replace(/=.*/, ''));
      this.usageErrors.push(message);
      // The next unknown argument need not be adjacent.
      const next = argv[argv.indexOf(argument) + 1];
      const hasValue = takesValue && !argument.includes('=') && next === unknown[at + 1];
      if (hasValue && next?.startsWith('-') !== true) at++;
    }
    return { operands: [...parsed.operands, ...operands, ...rest], unknown: [] };
  }

  /** An option without its value is one error, of which commander tells; the empty text that it sets would be another one. Null: it was written. */
  #clearMissing(last: string | undefined): void {
    const missing = this.options.find(({ long, required }) => required && long === last);
    const name = missing?.attributeName();
    if (name !== undefined && this.getOptionValue(name) === '') this.setOptionValue(name, null);
  }

  /** The error of an option, and whether the argument after it is its value. */
  #describeUnknown(name: string): { readonly message: string; readonly takesValue: boolean } {
    const names = this.options.map(({ long }) => long ?? '');
    if (names.includes(name)) return { message: `${name} takes no value`, takesValue: false };
    const meant = findNearest(name, names);
    const { owners, option } = findOwners(this, name);
    const hint = owners.length === 0 ? '' : `: it is an option of ${joinOwners(owners)}`;
    const suggested = suggestNearest(name, names) || suggestLonger(name, names);
    const known = option ?? this.options.find(({ long }) => long === meant);
    return { message: `unknown option ${name}${hint}${suggested}`, takesValue: known?.required === true };
  }
}

/** The other commands of the program that have an option, and the option; hidden options are for tests only. */
function findOwners(
  command: Command,
  name: string,
): { readonly owners: readonly string[]; readonly option: Option | undefined } {
  let program = command;
  while (program.parent !== null) program = program.parent;
  const found = program.commands.flatMap((owner) =>
    [owner, ...owner.commands].flatMap((candidate) => {
      const option = candidate.options.find(
        ({ long, short, hidden }) => !hidden && [long, short].includes(name),
      );
      // A group's own command is named by the group.
      const called = owner === command.parent ? `${owner.name()} ${candidate.name()}` : owner.name();
      return option === undefined ? [] : [{ owner: called, option }];
    }),
  );
  return { owners: [...new Set(found.map(({ owner }) => owner))], option: found[0]?.option };
}

/** Each kind has a command, with many common options: some are named, and then the number of the rest. */
const namedOwners = 7;

function joinOwners(owners: readonly string[]): string {
  const unnamed = owners.length - namedOwners;
  return unnamed <= 1
    ? joinChoices(owners)
    : `${owners.slice(0, namedOwners).join(', ')} and ${unnamed} other commands`;
}

/** What other tools call an option: lychee's `--offline`, git's and prettier's `--dry-run` (found by its end). */
const otherNames: Readonly<Record<string, string>> = { '--offline': '--no-network', '--write': '--fix' };

/** The option whose end was written: --dry-run for --fix-dry-run, --network for --no-network. */
function suggestLonger(name: string, options: readonly string[]): string {
  const other = otherNames[name] ?? name.slice(1);
  const longer = /^--[a-z]{2}/.test(name) ? options.find((option) => option.endsWith(other)) : undefined;
  return longer === undefined ? '' : ` (did you mean ${longer}?)`;
}
