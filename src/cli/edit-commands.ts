import type { Command } from 'commander';
import { checks } from '../checks/index.js';
import { usualDeadLimits } from '../history/judge-line.js';
import type { Actions, Done } from './actions.js';
import type { RawAdd } from './add.js';
import type { RawHistory } from './history.js';
import { defaultTexts } from './raw-options.js';
import type { RawRemove } from './remove.js';
import {
  addNetworkOptions,
  addNowOption,
  addOutputOptions,
  addReporterOption,
  collectValues,
} from './shared-options.js';

const addExamples = `
Examples:
  endpoint-check add kava grpc grpc.example.com:443 --provider "Example"
  endpoint-check add chain/kava/param.json evm https://evm.example.com --dry-run`;

const removeExamples = `
Examples:
  endpoint-check remove grpc.example.com:443 rpc.example.com
  endpoint-check remove https://rpc.example.com --kind rpc --dry-run
  endpoint-check remove --dead --history history.jsonl`;

const historyExamples = `
Examples:
  endpoint-check history history.jsonl
  endpoint-check history history.jsonl --dead --reporter markdown
  endpoint-check history --dead frankfurt.jsonl singapore.jsonl`;

/** Adds `add` and `remove`, which change files. */
export function addEditCommands(program: Command, actions: Actions, done: Done): void {
  const add = program
    .command('add')
    .description('probe an endpoint, then add it to the file of its chain')
    .argument('<chain>', 'its directory, its file or its name, such as kava')
    .argument('<kind>', checks.map(({ kind }) => kind).join(', '))
    .argument('<address>', 'such as grpc.example.com:443')
    .option('--provider <name>', 'the operator of the endpoint')
    .option('--force', 'add it even if nothing could be proved from here')
    .option('--dry-run', 'print the change as a unified diff, change nothing')
    .option(
      '--references <n>',
      'where no chain id is claimed: entries of the chain to compare it with',
      defaultTexts.references,
    )
    .addHelpText('after', addExamples);
  addNetworkOptions(add);
  addOutputOptions(add);
  add.action(async (chain: string, kind: string, address: string, options: RawAdd) =>
    done(await actions.add([chain, kind, address], options)),
  );

  const remove = program
    .command('remove')
    .description('remove endpoints from every file of the registry')
    .argument('[address...]', 'such as grpc.example.com:443 or https://rpc.example.com')
    .option('--kind <kinds>', 'only entries of these kinds, comma-separated')
    .option('--dry-run', 'print the changes as a unified diff, change nothing')
    .option('--dead', 'remove what history --dead lists as dead, in place of addresses');
  addDeadOptions(remove, 'with --dead: a history file; repeatable: dead is what is dead by all of them');
  remove
    .option('--mark-killed', 'with --dead: mark chains of which every entry is dead, and keep their entries')
    .addHelpText('after', removeExamples)
    .action(async (addresses: string[], options: RawRemove) =>
      done(await actions.remove(addresses, options)),
    );
}

/** Adds `history`. */
export function addHistoryCommand(program: Command, actions: Actions, done: Done): void {
  const history = program
    .command('history')
    .description('what a history file knows: uptime, streaks, what is dead')
    .argument('[files...]', 'history files, which check --history writes; several only with --dead')
    .option(
      '--dead',
      'what is dead or withdrawn, with the evidence, and chains of which every entry is dead',
    );
  addDeadOptions(history, 'the same as a file argument; repeatable');
  addReporterOption(history, 'pretty, markdown, json', 'pretty');
  history
    .option('-v, --verbose', 'list all endpoints, with 90 days')
    .addHelpText('after', historyExamples)
    .action(async (files: string[], options: RawHistory) => done(await actions.history(files, options)));
}

/** The options that say what is dead. */
function addDeadOptions(command: Command, histories: string): void {
  command
    .option('--history <file>', histories, collectValues)
    .option(
      '--min-runs <n>',
      `how many runs in a row have to find nothing at the address (default: ${usualDeadLimits.minRuns})`,
    )
    .option('--min-days <n>', `over at least so many days (default: ${usualDeadLimits.minDays})`)
    .option('--exclude <file>', 'with --dead: entries that are left out, each with the reason (JSON)');
  addNowOption(command);
}
