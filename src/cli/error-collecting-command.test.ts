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
