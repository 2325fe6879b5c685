import { type Command, Option } from 'commander';
import { reporters } from '../reporters/index.js';
import { defaultTexts } from './raw-options.js';

/** The values of an option that may be repeated. Commander makes an empty string of one whose value is missing. */
export function collectValues(
  value: string | undefined,
  previous: readonly string[] | undefined,
): readonly string[] | undefined {
  return value === undefined ? previous : [...(previous ?? []), value];
}

/** Adds the options of a command that probes endpoints. */
export function addNetworkOptions(command: Command): void {
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

/** Adds `--reporter`, with the names that the command knows and the one that it has without it. */
export function addReporterOption(command: Command, names: string, usual: string): void {
  command.option(
    '--reporter <name[=file]>',
    `${names}; name=file writes to a file; repeatable (default: ${usual})`,
    collectValues,
  );
}

/** Adds the options of a command that reports. `unlessProved`: without `--fail-on`, it fails unless every endpoint passes. */
export function addOutputOptions(
  command: Command,
  { reporter = 'pretty', unlessProved = false }: { reporter?: string; unlessProved?: boolean } = {},
): void {
  addReporterOption(command, describeReporters(), reporter);
  const levels = 'error, warning or inconclusive; each includes those before it';
  if (unlessProved) command.option('--fail-on <level>', `${levels} (default: whatever does not pass)`);
  else command.option('--fail-on <level>', levels, defaultTexts.failOn);
  command
    .option('-q, --quiet', 'show only what needs attention')
    .option('-v, --verbose', 'show all facts and all findings');
  addColorOption(command);
}

/** As they are written: one that writes several files has to have a directory. */
function describeReporters(): string {
  return reporters.map(({ name, writes }) => (writes === 'files' ? `${name}=<dir>` : name)).join(', ');
}

/** Adds `--now`, for tests of what depends on the time; it is in no help. */
export function addNowOption(command: Command): void {
  command.addOption(new Option('--now <time>').hideHelp());
}

/** Adds `--color` and `--no-color`. */
export function addColorOption(command: Command): void {
  command.addOption(new Option('--color', 'always use color'));
  command.addOption(new Option('--no-color', 'never use color (NO_COLOR and FORCE_COLOR work too)'));
}
