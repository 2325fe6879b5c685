import { type Command, Option } from 'commander';
import { checks } from '../checks/index.js';
import { formats } from '../formats/index.js';
import { tool } from '../engine/tool.js';
import { usualDeadLimits } from '../history/judge-line.js';
import { reporters } from '../reporters/index.js';
import type { RawAdd } from './add.js';
import { addQueryCommands, addServiceOptions } from './query-commands.js';
import type { RawQuery } from './query.js';
import { exitStatusText } from './exit-statuses.js';
import type { RawHistory } from './history.js';
import type { RawExporter } from './exporter.js';
import type { RawMerge } from './merge.js';
import type { RawRemove } from './remove.js';
import type { RawServe } from './serve.js';
import type { RawService } from './query-service.js';
import { defaultTexts, type RawOptions } from './raw-options.js';
import { ErrorCollectingCommand } from './error-collecting-command.js';

/** What the program does for each command; each resolves to the exit status. */
export interface Actions {
  readonly check: (paths: readonly string[], options: RawOptions) => Promise<number>;
  readonly probe: (kind: string, urls: readonly string[], options: RawOptions) => Promise<number>;
  readonly add: (args: readonly string[], options: RawAdd) => Promise<number>;
  readonly remove: (addresses: readonly string[], options: RawRemove) => Promise<number>;
  readonly history: (files: readonly string[], options: RawHistory) => Promise<number>;
  readonly merge: (paths: readonly string[], options: RawMerge) => Promise<number>;
  readonly query: (args: readonly string[], options: RawQuery) => Promise<number>;
  readonly smoke: (networks: readonly string[], options: RawOptions & RawService) => Promise<number>;
  readonly serve: (registry: string | undefined, options: RawServe) => Promise<number>;
  readonly exporter: (registry: string | undefined, options: RawExporter) => Promise<number>;
  readonly explain: (rule: string | undefined) => Promise<number>;
  readonly completion: (shell: string) => Promise<number>;
  readonly demo: (options: RawOptions) => Promise<number>;
}

/** The command line: its commands, options and help. Calls `done` with the exit status of the command that ran. */
export function createProgram(actions: Actions, done: (exitCode: number) => void): ErrorCollectingCommand {
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
    addOutputOptions(probe);
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
  addOutputOptions(merge, 'json');
  merge.action(async (paths: string[], options: RawMerge) => done(await actions.merge(paths, options)));

  program
    .command('explain')
    .description('what a rule means and how to fix it')
    .argument('[rule]', 'a rule (net/refused), a family (net) or exit-codes; default: list all rules')
    .action(async (rule: string | undefined) => done(await actions.explain(rule)));

  program
    .command('completion')
    .description('print a script that completes commands and options')
    .argument('<shell>', 'bash, zsh or fish; e.g. source <(endpoint-check completion bash)')
    .action(async (shell: string) => done(await actions.completion(shell)));

  const demo = program
    .command('demo')
    .description('check an embedded registry with local nodes, without internet');
  addColorOption(demo);
  demo.action(async (options: RawOptions) => done(await actions.demo(options)));
  return program;
}

function addEditCommands(program: Command, actions: Actions, done: (exitCode: number) => void): void {
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

function addHistoryCommand(program: Command, actions: Actions, done: (exitCode: number) => void): void {
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

/** The values of an option that may be repeated. Commander makes an empty string of one whose value is missing. */
function collectValues(
  value: string | undefined,
  previous: readonly string[] | undefined,
): readonly string[] | undefined {
  return value === undefined ? previous : [...(previous ?? []), value];
}

function addSmokeCommand(program: Command, actions: Actions, done: (exitCode: number) => void): void {
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

function addServeCommand(program: Command, actions: Actions, done: (exitCode: number) => void): void {
  program
    .command('serve')
    .description("a query service over a registry's lists and its checked endpoints")
    .argument('[registry]', 'the directory that holds chain/ (default: the registry around .)')
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    .option('--port <n>', 'the port to listen at; 0 picks one, which is printed', '8080')
    .option('--token-file <path>', 'a file with the tokens to accept, one a line (ENDPOINT_CHECK_TOKENS)')
    .option('--cache <duration>', 'how long clients may keep an answer', '10s')
    .option('--max-blocks <n>', 'the range that one search of logs may have, in blocks', '100000')
    .option('--allow-private', 'probe loopback and private addresses (local testing only)')
    .action(async (registry: string | undefined, options: RawServe) =>
      done(await actions.serve(registry, options)),
    );
}

function addExporterCommand(program: Command, actions: Actions, done: (exitCode: number) => void): void {
  program
    .command('exporter')
    .description('a Prometheus exporter: probes the endpoints of a registry when they are scraped')
    .argument('[registry]', 'a directory or a file (default: the registry around .)')
    .option('--host <address>', 'the address to listen at', '127.0.0.1')
    // The range of https://github.com/prometheus/prometheus/wiki/Default-port-allocations is full; this is blackbox_exporter's and 10000.
    .option('--port <n>', 'the port to listen at; 0 picks one, which is printed', '19115')
    .option('--external-address <host:port>', 'what targets are called; by default as in the Host header')
    .option('--cache <duration>', 'how long a result is kept for all scrapers', '60s')
    .option('--only <kinds>', `kinds to probe, comma-separated: ${checks.map(({ kind }) => kind).join(', ')}`)
    .option(
      '--format <name>',
      `read the registry in this format: ${formats.map(({ name }) => name).join(', ')}`,
    )
    .option('--exclude <file>', 'entries that are not probed, each with the reason (JSON)')
    // Prometheus waits 10 s by default.
    .option('--timeout <duration>', 'whole budget of a probe; keep it below the scrape_timeout', '9s')
    .option('--retries <n>', 'retries of transient failures', defaultTexts.retries)
    .option('--concurrency <n>', 'probes in flight', defaultTexts.concurrency)
    .option('--per-host <n>', 'probes in flight to one host, over all scrapes', defaultTexts.perHost)
    .option('--user-agent <text>', 'what probes call themselves (default: name, version and address)')
    .option('--allow-private', 'probe loopback and private addresses (local testing only)')
    .option('-v, --verbose', 'log each request')
    .addHelpText('after', exporterExamples)
    .action(async (registry: string | undefined, options: RawExporter) =>
      done(await actions.exporter(registry, options)),
    );
}

const exporterExamples = `
Paths:
  /targets     HTTP service discovery: the endpoints of the registry
  /probe       the metrics of one of them: ?kind=…&target=…&chain=…
  /metrics     the metrics of the exporter itself
  /healthz     whether it runs

Examples:
  endpoint-check exporter /srv/registry
  endpoint-check exporter --only rpc,grpc --cache 5m`;

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

function addNetworkOptions(command: Command): void {
  command
    .option('--timeout <duration>', 'whole budget of one entry, such as 20s or 500ms', defaultTexts.timeout)
    .option('--retries <n>', 'retries of transient failures', defaultTexts.retries)
    .option('--concurrency <n>', 'entries in flight', defaultTexts.concurrency)
    .option('--per-host <n>', 'entries in flight to one host', defaultTexts.perHost)
    .option('--cors', 'also find out whether browsers may use the endpoints')
    .option('--user-agent <text>', 'what probes call themselves (default: name, version and address)')
    .option('--proxy', 'connect through the proxy of HTTPS_PROXY, which resolves the names')
    .option('--allow-private', 'probe loopback and private addresses (local testing only)');
}

function addReporterOption(command: Command, names: string, usual: string): void {
  command.option(
    '--reporter <name[=file]>',
    `${names}; name=file writes to a file; repeatable (default: ${usual})`,
    collectValues,
  );
}

function addOutputOptions(command: Command, reporter = 'pretty'): void {
  addReporterOption(command, describeReporters(), reporter);
  command
    .option(
      '--fail-on <level>',
      'error, warning or inconclusive; each includes those before it',
      defaultTexts.failOn,
    )
    .option('-q, --quiet', 'show only what needs attention')
    .option('-v, --verbose', 'show all facts and all findings');
  addColorOption(command);
}

/** As they are written: one that writes several files has to have a directory. */
function describeReporters(): string {
  return reporters.map(({ name, writes }) => (writes === 'files' ? `${name}=<dir>` : name)).join(', ');
}

/** For tests of what depends on the time; in no help. */
function addNowOption(command: Command): void {
  command.addOption(new Option('--now <time>').hideHelp());
}

function addColorOption(command: Command): void {
  command.addOption(new Option('--color', 'always use color'));
  command.addOption(new Option('--no-color', 'never use color (NO_COLOR and FORCE_COLOR work too)'));
}
