import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { checks } from '../checks/index.js';
import { exitCodes, UsageError } from '../engine/exit-code.js';
import { prepareRun } from '../engine/prepare.js';
import { readExclusions, readExclusionsAt } from '../engine/read-exclusions.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { expectShortRun } from '../engine/short-run.js';
import type { RawOptions } from '../engine/options/option-rows.js';
import { findNearest, findMeantKind } from '../model/describe-unknown.js';
import { expandWildcards, readSettings, type Settings } from './settings.js';
import { say } from './changes.js';
import { type CommandLine, type Io, readAtMost, writeText } from './io.js';
import { checkWithProgress, endInterrupted } from './run-with-progress.js';
import { openHistory, recordAndReport } from './write-reports.js';

/** `endpoint-check check`: reads the files at the paths, checks their entries, reports. Resolves to the exit status. */
export async function run(
  args: readonly string[],
  raw: RawOptions,
  line: CommandLine,
  io: Io,
): Promise<number> {
  const paths = expandWildcards(args, io.cwd);
  expectPaths(paths, line, io.cwd);
  expectShortRun();
  const errors = [...line.usageErrors];
  const settings = readSettings('check', raw, io, errors);
  // Git may wait for a remote.
  const stopListening = settings.since === null ? () => undefined : io.onInterrupt(() => void end(io));
  const { exclusions, notices, history } = await readInputs(paths, settings, errors, io.cwd);
  const isDead = settings.dead;
  const fix = chooseFix(settings);
  if (fix !== null && paths.includes('-')) errors.push('--fix cannot change standard input: name a file');
  // A wrong command line changes nothing. Loaded on demand: most runs change nothing either.
  const fixing =
    fix === null || errors.length > 0
      ? null
      : await (await import('./fix.js')).fixFiles(paths, { ...settings, ...fix }, errors, io);
  // Without the rest of the registry, which would stay in memory for the run.
  const {
    input,
    registry: { texts, base },
    scope,
    ownChanges,
    usageErrors: ofPaths,
    nothingDead,
  } = await prepareRun(paths, {
    ...settings,
    exclusions,
    deadBy: isDead ? history : null,
    history,
    now: settings.now,
    cwd: io.cwd,
    namesFiles: settings.detail === 'verbose',
    findsOwnChanges: settings.reports.some(({ name }) => name === 'pretty'),
    readStdin: (limitBytes) => readAtMost(io.stdin, limitBytes),
  });
  stopListening();
  errors.push(...ofPaths);
  if (errors.length > 0) throw new UsageError(errors);
  await say(io, notices);
  // Notices about other entries would hide that no entry is dead.
  const detail = nothingDead && settings.detail === 'normal' ? 'quiet' : settings.detail;
  // Dead entries are few, and may be peers.
  const runSettings = { ...settings, detail, peers: settings.peers || isDead };
  const reportIo = fixing?.reportIo ?? io;
  const { report, interrupted } = await checkWithProgress(input, runSettings, io);
  const context = { texts, base, scope, ownChanges, history, isSecondLook: isDead };
  const exitCode = await recordAndReport(report, context, runSettings, reportIo);
  if (interrupted) return endInterrupted(io);
  return fixing?.complete === false ? Math.max(exitCode, exitCodes.findings) : exitCode;
}

/** Reads what is named beside the paths, and compares all that is read with what will be written. */
async function readInputs(
  paths: readonly string[],
  { since, exclude, history: names, reports, format, baseline }: Settings<'check'>,
  errors: string[],
  cwd: string,
) {
  const notices: string[] = [];
  const reading = { cwd, option: '--exclude', errors, notices };
  const exclusions =
    since === null ? readExclusions(exclude, reading) : await readExclusionsAt(exclude, since, reading);
  const history = await openHistory(names, { cwd, errors });
  errors.push(
    ...findReplacedInputs(reports, {
      cwd,
      registry: { paths, format },
      history: names?.[0] ?? null,
      others: [exclude, baseline],
    }),
  );
  if (history !== null && paths.includes('-'))
    errors.push('--history needs the files of a registry: got standard input');
  return { exclusions, notices, history };
}

async function end(io: Io): Promise<void> {
  await writeText(io.stderr, 'endpoint-check: interrupted\n').catch(() => undefined);
  process.exit(exitCodes.interrupted);
}

/** Which fixes to make before the check, and whether they are only shown; null for none. */
function chooseFix({ fix, fixAll, fixDryRun }: Settings<'check'>) {
  if (!fix && !fixAll && !fixDryRun) return null;
  return { level: fixAll ? 'fix-all' : 'fix', dryRun: fixDryRun } as const;
}

/** Throws a UsageError if a path seems to be something else: further errors would be about the wrong command. */
function expectPaths(paths: readonly string[], { program, isNamed }: CommandLine, cwd: string): void {
  const commands = isNamed ? [] : [...program.commands.map((each) => each.name()), 'help'];
  const misspelled = findMisspelledCommand(paths, commands, cwd);
  if (misspelled !== null) throw new UsageError([misspelled]);
  const address = paths.find((path) => isAddress(path) && !existsSync(resolve(cwd, path)));
  if (address !== undefined) throw new UsageError([describeAddress(address)]);
}

/** A misspelled command is parsed as the path of a file that does not exist. */
function findMisspelledCommand(
  [first = '', next = '']: readonly string[],
  commands: readonly string[],
  cwd: string,
): string | null {
  // Linters have it as an option too, formatters as a command.
  const nearest =
    first === 'fix' ? '--fix' : /^[a-z-]+$/i.test(first) ? findMeant(first, next, commands) : null;
  if (nearest === null || existsSync(resolve(cwd, first))) return null;
  return nearest === first
    ? `${first} is a command, not a path: write it before the options, as in endpoint-check ${first} …`
    : `unknown command "${first}" (did you mean ${nearest}?)`;
}

/** The command that a word is near to; before an address, also the kind that it is another name of. */
function findMeant(word: string, next: string, commands: readonly string[]): string | null {
  return (isAddress(next) ? findMeantKind(word, commands) : null) ?? findNearest(word, commands);
}

const peer = /^[\da-f]{40}@/i;

/** An address without its kind is parsed as the path of a file that does not exist. */
function isAddress(path: string): boolean {
  return [/^[a-z][a-z+]*:\/\//i, /^(?:[\w-]+\.)+[a-z]+:\d+$/i, peer].some((form) => form.test(path));
}

function describeAddress(address: string): string {
  const [, scheme = ''] = /^([a-z]+):\/\//i.exec(address) ?? [];
  const [, port = ''] = /:(\d+)(?:[/?#]|$)/.exec(address) ?? [];
  const byForm = peer.test(address) ? 'peer' : scheme === '' ? 'grpc' : '<kind>';
  const isWebSocket = /^wss?$/i.test(scheme);
  const usual = checks.find(({ usualPort }) => String(usualPort) === port);
  const byPort = isWebSocket && usual?.isWebSocket !== true ? undefined : usual?.kind;
  const kind = byPort ?? (isWebSocket ? 'ws' : byForm);
  const kinds = checks.map((check) => check.kind).join(', ');
  return `${address} is an address, not a path: write its kind (${kinds}) before it, as in endpoint-check ${kind} ${address}`;
}
