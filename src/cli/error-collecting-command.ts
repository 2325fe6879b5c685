import { Command } from 'commander';
import { suggestNearest } from '../model/describe-unknown.js';

/** A command that goes on parsing after an error, so that all usage errors are reported at once. Commander ends at the first. */
export class ErrorCollectingCommand extends Command {
  /** The errors so far, shared by a command and its subcommands. */
  readonly usageErrors: string[];

  constructor(name?: string, usageErrors: string[] = []) {
    super(name);
    this.usageErrors = usageErrors;
    // Its commands inherit what is set before they are added; without it, help ends the process.
    this.exitOverride();
    this.allowUnknownOption();
    this.allowExcessArguments(false);
  }

  override createCommand(name?: string): ErrorCollectingCommand {
    return new ErrorCollectingCommand(name, this.usageErrors);
  }

  // @ts-expect-error Commander declares that this never returns, but parses on where it does.
  override error(message: string): never {
    this.usageErrors.push(message.replace(/^error: /, ''));
  }

  override parseOptions(argv: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(argv);
    // An option that is unknown here may be a subcommand's.
    if (this.commands.length > 0) return parsed;
    // Commander looks for these among the unknown options.
    const help = parsed.unknown.filter((argument) => argument === '--help' || argument === '-h');
    if (help.length > 0) return { operands: parsed.operands, unknown: help };
    const unknown = parsed.unknown.filter((argument) => argument.length > 1 && argument.startsWith('-'));
    const options = this.options.map(({ long }) => long ?? '');
    for (const option of unknown) {
      const name = option.replace(/=.*/, '');
      this.usageErrors.push(
        options.includes(name)
          ? `${name} takes no value`
          : `unknown option ${name}${suggestNearest(name, options) || suggestLonger(name, options)}`,
      );
    }
    return {
      operands: [...parsed.operands, ...parsed.unknown.filter((argument) => !unknown.includes(argument))],
      unknown: [],
    };
  }
}

/** The option of which only the end was written: --dry-run for --fix-dry-run, --network for --no-network. */
function suggestLonger(name: string, options: readonly string[]): string {
  const longer = /^--[a-z]{2}/.test(name)
    ? options.find((option) => option.endsWith(name.slice(1)))
    : undefined;
  return longer === undefined ? '' : ` (did you mean ${longer}?)`;
}
