import type { Command } from 'commander';
import { checks } from '../checks/index.js';
import { formats } from '../formats/index.js';
import { tool } from '../engine/tool.js';
import type { Actions, Done } from './actions.js';
import type { RawDemo } from './demo/index.js';
import { addEditCommands, addHistoryCommand } from './edit-commands.js';
import { ErrorCollectingCommand } from './error-collecting-command.js';
import { exitStatusText } from './exit-statuses.js';
import type { RawMerge } from './merge.js';
import { addQueryCommands, addServiceOptions } from './query-commands.js';
import type { RawService } from './query-service.js';
import { defaultTexts, type RawOptions } from './raw-options.js';
import { addExporterCommand, addServeCommand } from './server-commands.js';
import {
  addColorOption,
  addNetworkOptions,
  addNowOption,
  addOutputOptions,
  collectValues,
} from './shared-options.js';

/** The command line: its commands, options and help. Calls `done` with the exit status of the command that ran. */
export function createProgram(actions: Actions, done: Done): ErrorCollectingCommand {
  const program = new ErrorCollectingCommand(tool.name);
  program
    .description(
      'Checks the public endpoints of a chain registry and reports what is wrong, on the line of the entry.',
    )
    .version(tool.version, '-V, --version', 'print the version')
    // Every command has options: repeating that would leave no room for the descriptions.
    .configureHelp({
      subcommandTerm: (command) => `${command.name()} ${command.usage().replace(/\[options\] ?/, '')}`.trim(),
    })
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples);

  const check = program
    .command('check', { isDefault: true })
    .description('check files, directories or a whole registry (default: the registry around .)')
    .argument('[paths...]', 'files or directories; - reads a file from standard input')
    .option('--only <kinds>', `kinds to probe, comma-separated: ${checks.map(({ kind }) => kind).join(', ')}`)
    .option(
      '--format <name>',
      `read every path in this format: ${formats.map(({ name }) => name).join(', ')}`,
    )
    .option('--no-network', 'check the structure only, probe nothing')
    .option(
      '--since <git-ref>',
      'probe only entries added or changed since the ref; what was wrong before is at most a warning',
    )
    .option(
      '--references <n>',
      'with --since, where no chain id is claimed: unchanged entries of the chain to compare new ones with',
      defaultTexts.references,
    )
    .option('--hide-unchanged', 'with --since: count findings that were there before, show only new ones')
    .option('--fix', 'fix what has one right correction, keeping all else; then check what remains')
    .option('--fix-all', 'the same, and spell providers as most entries do')
    .option('--fix-dry-run', 'print the fixes as a unified diff, change nothing')
    .option('--exclude <file>', 'entries that are not probed, each with the reason (JSON)')
    .option(
      '--history <file>',
      'what runs saw of each endpoint: read before the run, updated after it',
      collectValues,
    )
    .option('--dead', 'with --history: probe only what is dead by it, and a few others to compare with')
    .option('--shard <i/n>', 'check the i-th of n even parts, split by host; merge joins their reports');
  addNowOption(check);
  addNetworkOptions(check);
  addOutputOptions(check);
  check.action(async (paths: string[], options: RawOptions) => done(await actions.check(paths, options)));

  for (const { kind, title, urlForm, example } of checks) {
    const probe = program
      .command(kind)
      .description(`probe ${title} endpoints that are in no file yet`)
      .argument(`<${urlForm}...>`, `such as ${example}`)
      .option('--chain-id <id>', 'the chain id that the endpoints should report');
    addNetworkOptions(probe);
    addOutputOptions(probe, { unlessProved: true });
    probe.action(async (urls: string[], options: RawOptions) =>
      done(await actions.probe(kind, urls, options)),
    );
  }

  addEditCommands(program, actions, done);
  addHistoryCommand(program, actions, done);
  addQueryCommands(program, async (args, options) => done(await actions.query(args, options)));
  addSmokeCommand(program, actions, done);
  addServeCommand(program, actions, done);
  addExporterCommand(program, actions, done);

  const merge = program
    .command('merge')
    .description('join the JSON reports of shards into one')
    .argument('<json...>', 'reports written by --reporter json=FILE')
    .option('--allow-missing', 'merge even if the report of a shard is missing')
    .option('--history <file>', 'record the run that the reports are of in a history file', collectValues);
  addNowOption(merge);
  addOutputOptions(merge, { reporter: 'json' });
  merge.action(async (paths: string[], options: RawMerge) => done(await actions.merge(paths, options)));

  program
    .command('explain')
    .description('what a rule means and how to fix it')
    .argument(
      '[rule]',
      'a rule (net/refused or refused), a family (net) or exit-codes; default: list all rules',
    )
    .action(async (rule: string | undefined) => done(await actions.explain(rule)));

  program
    .command('completion')
    .description('print a script that completes commands and options')
    .argument('<shell>', 'bash, zsh or fish; e.g. source <(endpoint-check completion bash)')
    .action(async (shell: string) => done(await actions.completion(shell)));

  const demo = program
    .command('demo')
    .description('check an embedded registry with local nodes, without internet');
  demo.option('--keep', 'then hold the nodes until Ctrl-C, and show how to check them by hand');
  addColorOption(demo);
  demo.action(async (options: RawDemo) => done(await actions.demo(options)));
  return program;
}

function addSmokeCommand(program: Command, actions: Actions, done: Done): void {
  const smoke = program
    .command('smoke')
    .description('smoke-test a query service at a base URL')
    .argument('<networks...>', 'the networks to test, such as kava');
  addServiceOptions(smoke);
  smoke
    .option(
      '--sample <file.json>',
      'parameters that no answer provides: symbol, denom, erc20, cw20, address, topics',
    )
    .option('--timeout <duration>', 'whole budget of a call, retries included', defaultTexts.timeout)
    .option('--retries <n>', 'retries of transient failures', defaultTexts.retries);
  addOutputOptions(smoke);
  smoke.action(async (networks: string[], options: RawOptions & RawService) =>
    done(await actions.smoke(networks, options)),
  );
}

const examples = `
Examples:
  endpoint-check chain/kava/param.json       one file
  endpoint-check                             the registry around this directory
  endpoint-check --no-network                its files only, without network
  endpoint-check --fix chain/kava            fix what has one right correction
  endpoint-check --reporter json=report.json --reporter pretty
  endpoint-check grpc grpc.example.com:443 --chain-id kava_2222-10
  endpoint-check rpc https://rpc.example.com
  endpoint-check check --help                all options of a check
  endpoint-check demo                        see it work, without internet

${exitStatusText}`.trimEnd();
