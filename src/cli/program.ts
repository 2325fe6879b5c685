import type { Command } from 'commander';
import { checks } from '../checks/index.js';
import { tool } from '../engine/tool.js';
import type { Actions, Done } from './actions.js';
import { addOptions } from './add-options.js';
import { addEditCommands, addHistoryCommand } from './edit-commands.js';
import { ErrorCollectingCommand } from './error-collecting-command.js';
import { exitStatusText } from './exit-statuses.js';
import { addQueryCommands } from './query-commands.js';
import type { RawOptions } from './settings.js';
import { addExporterCommand, addServeCommand } from './server-commands.js';

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
    .argument('[paths...]', 'files or directories; - reads a file from standard input');
  addOptions(check, 'check');
  check.action(async (paths: string[], options: RawOptions) => done(await actions.check(paths, options)));

  for (const { kind, title, urlForm, example } of checks) {
    const probe = program
      .command(kind)
      .description(`probe ${title} endpoints that are in no file yet`)
      .argument(`<${urlForm}...>`, `such as ${example}`);
    addOptions(probe, 'probe');
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
    .argument('<json...>', 'reports written by --reporter json=FILE');
  addOptions(merge, 'merge');
  merge.action(async (paths: string[], options: RawOptions) => done(await actions.merge(paths, options)));

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
  addOptions(demo, 'demo');
  demo.action(async (options: RawOptions) => done(await actions.demo(options)));
  return program;
}

function addSmokeCommand(program: Command, actions: Actions, done: Done): void {
  const smoke = program
    .command('smoke')
    .description('smoke-test a query service at a base URL')
    .argument('<networks...>', 'the networks to test, such as kava');
  addOptions(smoke, 'smoke');
  smoke.action(async (networks: string[], options: RawOptions) =>
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
