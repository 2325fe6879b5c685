import { Option } from 'commander';
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
    .option('--fix-dry-run')
    .action((paths: string[]) => void ran.push(`check ${paths.join(' ')}`));
  program
    .command('probe')
    .argument('<urls...>')
    .option('--chain-id <id>')
    .action((urls: string[]) => void ran.push(`probe ${urls.join(' ')}`));
  program
    .command('add')
    .option('--chain-id <id>')
    .option('--dry-run')
    .addOption(new Option('--now <time>').hideHelp())
    .action(() => void ran.push('add'));
  const query = program.command('query');
  for (const route of ['assets', 'holders'])
    query
      .command(`${route} <network>`)
      .option('-d, --denom <denom>')
      .option(route === 'holders' ? '-l <n>' : '-y <n>')
      .action((network: string) => void ran.push(`query ${route} ${network}`));
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
    // What is no option of the command may be a value, and what has an equals sign always is.
    [['probe', 'a.example:443', '--chain-id', '-1'], 'probe a.example:443'],
    [['check', '--only=--quiet', 'a'], 'check a'],
    [['check', '-5'], 'check -5'],
    [['query', 'holders', 'kava', '-dukava'], 'query holders kava'],
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
    [['check', '--only', '--quiet'], ["option '--only <kinds>' argument missing"]],
    [['check', '--only', '-q', 'a'], ["option '--only <kinds>' argument missing"]],
    [
      ['check', '--only', '--quiet=yes'],
      ["option '--only <kinds>' argument missing", '--quiet takes no value'],
    ],
    [['probe', 'a', '--chain-id', '--chain-id', 'a-1'], ["option '--chain-id <id>' argument missing"]],
    [['probe'], ["missing required argument 'urls'"]],
    [
      ['probe', 'a', '--chain-di', 'x', '--frobnicate'],
      ['unknown option --chain-di (did you mean --chain-id?)', 'unknown option --frobnicate'],
    ],
    [['check', '--frobnicate', '--', '--only'], ['unknown option --frobnicate']],
  ])('%j', (argv, usageErrors) => {
    expect(run(...argv).usageErrors).toEqual(usageErrors);
  });
});

describe('an option of other commands is reported with these commands, and its value is no argument', () => {
  const chainId = 'unknown option --chain-id: it is an option of probe or add';
  test.each([
    [['check', '--chain-id', '3', 'a'], 'check a', [chainId]],
    [['--chain-id', '3', 'a'], 'check a', [chainId]],
    [['check', '--chain-id=3', 'a'], 'check a', [chainId]],
    [['check', '--chain-id', '--quiet', 'a'], 'check a', [chainId]],
    [['check', '-d', 'ukava', 'a'], 'check a', ['unknown option -d: it is an option of query']],
    [['check', '-qx', 'a'], 'check a', ['unknown option -x']],
    [['query', 'assets', 'kava', '--chain-id', '3'], 'query assets kava', [chainId]],
    [
      ['query', 'assets', 'kava', '-l', '1'],
      'query assets kava',
      ['unknown option -l: it is an option of query holders'],
    ],
    [
      ['check', '--dry-run', 'a'],
      'check a',
      ['unknown option --dry-run: it is an option of add (did you mean --fix-dry-run?)'],
    ],
    // The value of a misspelled option is no argument either.
    [['check', '--onyl', 'grpc', 'a'], 'check a', ['unknown option --onyl (did you mean --only?)']],
    [['check', '--quite', 'a'], 'check a', ['unknown option --quite (did you mean --quiet?)']],
    // For tests only.
    [['check', '--now', 'a'], 'check a', ['unknown option --now']],
  ])('%j', (argv, ran, usageErrors) => {
    expect(run(...argv)).toEqual({ ran: [ran], usageErrors });
  });
});
