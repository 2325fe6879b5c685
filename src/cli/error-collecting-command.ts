import { Command, type Option } from 'commander';
import { findByOtherName } from '../engine/options/option-rows.js';
import { joinChoices, findNearest } from '../model/describe-unknown.js';

/** A command that continues parsing after an error, so that all usage errors are reported at once. Commander stops at the first. */
export class ErrorCollectingCommand extends Command {
  /** The errors so far, shared by a command and its subcommands. */
  readonly usageErrors: string[];
  /** The options without their values, shared likewise. */
  readonly missing: string[];

  constructor(name?: string, parent?: ErrorCollectingCommand) {
    super(name);
    this.usageErrors = parent?.usageErrors ?? [];
    this.missing = parent?.missing ?? [];
    // Its commands inherit settings that precede them; without this one, help would end the process.
    this.exitOverride();
    this.allowUnknownOption();
    this.allowExcessArguments(false);
  }

  override createCommand(name?: string): ErrorCollectingCommand {
    return new ErrorCollectingCommand(name, this);
  }

  // @ts-expect-error Commander declares that this never returns, but continues if it does.
  override error(message: string): never {
    this.usageErrors.push(message.replace(/^error: /, ''));
  }

  /** Leaves out what follows from a missing value, so that it is one error. */
  selectCauses(errors: readonly string[]): readonly string[] {
    const follows = (error: string) =>
      this.missing.some((long) => error.split(/[\s:,]/).includes(long)) && !this.usageErrors.includes(error);
    return errors.filter((error) => !follows(error));
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    // An option that is unknown here may be a subcommand's.
    if (this.commands.length > 0) return super.parseOptions(argv);
    const operands: string[] = [];
    const help: string[] = [];
    const following = [...argv];
    for (let argument = following.shift(); argument !== undefined; argument = following.shift()) {
      if (argument === '--') operands.push(...following.splice(0));
      else if (helpOptions.includes(argument)) help.push(argument);
      else if (isOperand(argument)) operands.push(argument);
      else this.#parseOption(argument, following);
    }
    // Commander looks for help among the unknown options.
    return { operands, unknown: help };
  }

  /** Sets an option. Removes its value from `following`, the arguments after it. */
  #parseOption(argument: string, following: string[]): void {
    const [, long, text] = /^(--[^=]+)=(.*)$/s.exec(argument) ?? [];
    const name = long ?? argument;
    const option = this.#findOption(name);
    const first = /^-[^-]./.test(name) ? this.#findOption(name.slice(0, 2)) : undefined;
    if (option === undefined && first !== undefined) {
      // Several switches in one argument, or a switch with its value.
      if (first.required) this.#setOption(first, name.slice(2));
      else {
        this.#setOption(first);
        following.unshift(`-${name.slice(2)}`);
      }
    } else if (option === undefined) {
      const { message, takesValue } = this.#describeUnknown(name);
      this.usageErrors.push(message);
      if (takesValue && text === undefined && following[0]?.startsWith('-') !== true) following.shift();
    } else if (!option.required) {
      if (text === undefined) this.#setOption(option);
      else this.usageErrors.push(`${name} takes no value`);
    } else {
      const value = text ?? (this.#isOption(following[0]) ? undefined : following.shift());
      if (value === undefined) this.#reportMissing(option);
      else this.#setOption(option, value);
    }
  }

  #reportMissing({ flags, long = '' }: Option): void {
    this.usageErrors.push(`option '${flags}' argument missing`);
    this.missing.push(long);
  }

  #setOption(option: Option, text?: string): void {
    const name = option.attributeName();
    const previous: unknown = this.getOptionValue(name);
    const value = text === undefined ? !option.negate : (option.parseArg?.(text, previous) ?? text);
    this.setOptionValue(name, value);
  }

  #findOption(name: string): Option | undefined {
    return this.options.find(({ long, short }) => long === name || short === name);
  }

  /** Whether an argument is an option of this command, and so is no value of the option before it. */
  #isOption(argument = ''): boolean {
    const name = argument.replace(/=.*/s, '');
    return helpOptions.includes(name) || this.#findOption(name) !== undefined;
  }

  /** The error of an option, and whether the argument after it is its value. */
  #describeUnknown(name: string): { readonly message: string; readonly takesValue: boolean } {
    const names = this.options.map(({ long }) => long ?? '');
    const { owners, option } = findOwners(this, name);
    const hint = owners.length === 0 ? '' : `: it is an option of ${joinOwners(owners)}`;
    const nearest = findNearest(name, names);
    const meant = nearest ?? this.#findByOtherName(name) ?? findLonger(name, names);
    const suggestion = meant === undefined ? '' : ` (did you mean ${meant}?)`;
    const candidate = option ?? this.#findOption(nearest ?? '');
    return {
      message: `unknown option ${name}${hint}${suggestion}`,
      takesValue: candidate?.required === true,
    };
  }

  #findByOtherName(name: string): string | undefined {
    const meant = findByOtherName(name.replace(/^--/, ''));
    return this.options.find((option) => option.attributeName() === meant)?.long;
  }
}

const helpOptions: readonly string[] = ['--help', '-h'];

/** `-` is standard input, and a negative number is a value. */
function isOperand(argument: string): boolean {
  return argument.length < 2 || !argument.startsWith('-') || /^-(\d+|\d*\.\d+)$/.test(argument);
}

/** The other commands of the program that have an option, and the option; hidden options are for tests only. */
function findOwners(
  command: Command,
  name: string,
): { readonly owners: readonly string[]; readonly option: Option | undefined } {
  let program = command;
  while (program.parent !== null) program = program.parent;
  const matches = program.commands.flatMap((owner) =>
    [owner, ...owner.commands].flatMap((candidate) => {
      const option = candidate.options.find(
        ({ long, short, hidden }) => !hidden && [long, short].includes(name),
      );
      // A group's own command is named by the group.
      const called = owner === command.parent ? `${owner.name()} ${candidate.name()}` : owner.name();
      return option === undefined ? [] : [{ owner: called, option }];
    }),
  );
  return { owners: [...new Set(matches.map(({ owner }) => owner))], option: matches[0]?.option };
}

/** Each kind has a command, with many common options: some are named, and then the number of the rest. */
const namedOwners = 7;

function joinOwners(owners: readonly string[]): string {
  const unnamed = owners.length - namedOwners;
  return unnamed <= 1
    ? joinChoices(owners)
    : `${owners.slice(0, namedOwners).join(', ')} and ${unnamed} other commands`;
}

/** The option whose end was written: --dry-run for --fix-dry-run, --network for --no-network. */
function findLonger(name: string, options: readonly string[]): string | undefined {
  return /^--[a-z]{2}/.test(name) ? options.find((option) => option.endsWith(name.slice(1))) : undefined;
}
