import { describe, expect, test } from 'vitest';
import { ErrorCollectingCommand } from './error-collecting-command.js';

interface Run {
  readonly ran: string[];
  readonly usageErrors: readonly string[];
}

/** Runs a program with two commands; returns which ran with which arguments, and the errors. */
function run(...argv: string[]): Run {
  const ran: string[] = [];
  const program = new ErrorCollectingCommand('program');
  program
    .command('check', { isDefault: true })
    .argument('[paths...]')
    .option('--only <kinds>')
    .option('--no-network')
    .option('-q, --quiet')
    .action((paths: string[]) => void ran.push(`check ${paths.join(' ')}`));
  program
    .command('probe')
    .argument('<urls...>')
    .option('--chain-id <id>')
    .action((urls: string[]) => void ran.push(`probe ${urls.join(' ')}`));
  program.parse(argv, { from: 'user' });
  return { ran, usageErrors: program.usageErrors };
}

describe('a valid command line runs its command', () => {
  test.each([
    [[], 'check '],
    [['a', 'b'], 'check a b'],
    [['check', 'a', '--only', 'grpc', '-q'], 'check a'],
    [['a', '--no-network'], 'check a'],
    // Standard input is not an option.
    [['check', '-'], 'check -'],
    [['-'], 'check -'],
    // After -- everything is an argument.
    [['check', '--', '--only'], 'check --only'],
    [['probe', 'a.example:443', '--chain-id', 'a-1'], 'probe a.example:443'],
  ])('%j', (argv, expected) => {
    expect(run(...argv)).toEqual({ ran: [expected], usageErrors: [] });
  });
});

describe('all errors are collected', () => {
  test.each([
    [['check', '--onyl', 'grpc'], ['unknown option --onyl (did you mean --only?)']],
    [['check', '--quite'], ['unknown option --quite (did you mean --quiet?)']],
    [['check', '--quite=yes'], ['unknown option --quite (did you mean --quiet?)']],
    [['check', '--frobnicate'], ['unknown option --frobnicate']],
    [['check', '--quiet=yes'], ['--quiet takes no value']],
    [['probe', 'a.example:443', '--id', 'x'], ['unknown option --id (did you mean --chain-id?)']],
    [
      ['check', '-x', '--frobnicate'],
      ['unknown option -x', 'unknown option --frobnicate'],
    ],
    [['--frobnicate'], ['unknown option --frobnicate']],
    [['check', '--only'], ["option '--only <kinds>' argument missing"]],
    [['probe'], ["missing required argument 'urls'"]],
    [
      ['probe', '--chain-di', 'x', '--frobnicate'],
      ['unknown option --chain-di (did you mean --chain-id?)', 'unknown option --frobnicate'],
    ],
  ])('%j', (argv, usageErrors) => {
    expect(run(...argv).usageErrors).toEqual(usageErrors);
  });
});
