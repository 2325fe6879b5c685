import type { Command } from 'commander';
import { checks } from '../checks/index.js';
import type { Actions, Done } from './actions.js';
import { addOptions } from './add-options.js';
import type { RawOptions } from './settings.js';

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
    .addHelpText('after', addExamples);
  addOptions(add, 'add').action(async (chain: string, kind: string, address: string, options: RawOptions) =>
    done(await actions.add([chain, kind, address], options)),
  );

  const remove = program
    .command('remove')
    .description('remove endpoints from every file of the registry')
    .argument('[address...]', 'such as grpc.example.com:443 or https://rpc.example.com')
    .addHelpText('after', removeExamples);
  addOptions(remove, 'remove').action(async (addresses: string[], options: RawOptions) =>
    done(await actions.remove(addresses, options)),
  );
}

/** Adds `history`. */
export function addHistoryCommand(program: Command, actions: Actions, done: Done): void {
  const history = program
    .command('history')
    .description('what a history file knows: uptime, streaks, what is dead')
    .argument('[files...]', 'history files, which check --history writes; several only with --dead')
    .addHelpText('after', historyExamples);
  addOptions(history, 'history').action(async (files: string[], options: RawOptions) =>
    done(await actions.history(files, options)),
  );
}
