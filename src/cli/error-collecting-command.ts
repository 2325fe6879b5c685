import { Command } from 'commander';
import { distance } from 'fastest-levenshtein';

/**
 * A command that goes on parsing after something is wrong, so that all usageErrors are told at once. Commander itself ends at
 * the first.
 */
export class ErrorCollectingCommand extends Command {
  /** What is wrong so far, shared by a command and its subcommands. */
  readonly usageErrors: string[];

  constructor(name?: string, usageErrors: string[] = []) {
    super(name);
    this.usageErrors = usageErrors;
    this.allowUnknownOption();
    this.allowExcessArguments(false);
  }

  override createCommand(name?: string): ErrorCollectingCommand {
    return new ErrorCollectingCommand(name, this.usageErrors);
  }

  override error(message: string): never {
    this.usageErrors.push(message.replace(/^error: /, ''));
    // Commander's own type says that it does not return; parsing goes on where it does.
    return undefined as never;
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(argv);
    // What a command with subcommands does not know may be theirs.
    if (this.commands.length > 0) return parsed;
    // Commander looks for these among what is unknown.
    const help = parsed.unknown.filter((argument) => argument === '--help' || argument === '-h');
    if (help.length > 0) return { operands: parsed.operands, unknown: help };
    const unknown = parsed.unknown.filter((argument) => argument.length > 1 && argument.startsWith('-'));
    for (const option of unknown) this.usageErrors.push(`unknown option ${option}${this.#suggest(option)}`);
    return {
      operands: [...parsed.operands, ...parsed.unknown.filter((argument) => !unknown.includes(argument))],
      unknown: [],
    };
  }

  #suggest(option: string): string {
    const name = option.replace(/=.*/, '');
    const near = this.options
      .map(({ long }) => long ?? '')
      .filter((long) => distance(long, name) <= 2)
      .sort((a, b) => distance(a, name) - distance(b, name));
    return near[0] === undefined ? '' : ` (did you mean ${near[0]}?)`;
  }
}
