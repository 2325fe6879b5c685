import { constants } from 'node:buffer';
import { resolve } from 'node:path';
import { findMissingShards, findShardCounts, findVersionConflict, mergeReports } from '../engine/merge.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { parseReport } from '../engine/parse-report.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { UsageError } from '../engine/usage-error.js';
import type { Report } from '../model/report.js';
import { readArgument } from '../registry/read-file.js';
import { expandWildcards } from './expand-wildcards.js';
import { type CommandLine, type Io, writeText } from './io.js';
import { openHistory } from './history-files.js';
import { readSettings } from './settings.js';
import { recordAndReport } from './write-reports.js';

/** `endpoint-check merge`: joins the JSON reports of a registry's parts. Resolves to the exit status of the whole. */
export async function run(
  args: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const settings = readSettings('merge', raw, io, errors);
  const reports: Report[] = [];
  const paths = expandWildcards(args, io.cwd);
  for (const path of paths) {
    const report = readReport(path, io.cwd);
    if (typeof report === 'string') errors.push(`${path} ${report}`);
    else reports.push(report);
  }
  const history = await openHistory(settings.history, { cwd: io.cwd, errors });
  errors.push(
    ...findReplacedInputs(settings.reports, {
      cwd: io.cwd,
      history: settings.history?.[0] ?? null,
      others: paths,
    }),
  );
  const { now } = settings;
  const counts = findShardCounts(reports);
  if (counts.length > 1)
    errors.push(`cannot merge parts of different splits: got parts of ${counts.join(' and of ')}`);
  const conflict = findVersionConflict(reports);
  if (conflict !== null) errors.push(conflict);
  if (errors.length > 0) throw new UsageError(errors);

  const missing = describeMissing(findMissingShards(reports));
  if (missing !== null && !settings.allowMissing)
    throw new UsageError([`${missing.fact}; pass --allow-missing to merge without ${missing.them}`]);
  const report = mergeReports(reports);
  const context = { texts: new Map<string, string>(), base: null, scope: null, history, now };
  const exitCode = await recordAndReport(report, context, settings, io);
  if (missing !== null)
    await writeText(io.stderr, `endpoint-check: ${missing.fact}: the report covers the other parts only\n`);
  return exitCode;
}

function describeMissing(shards: readonly string[]): { readonly fact: string; readonly them: string } | null {
  if (shards.length === 0) return null;
  return shards.length === 1
    ? { fact: `part ${shards.join('')} is missing`, them: 'it' }
    : { fact: `parts ${shards.join(', ')} are missing`, them: 'them' };
}

function readReport(path: string, cwd: string): Report | string {
  try {
    return parseReport(readArgument(resolve(cwd, path), constants.MAX_STRING_LENGTH).toString());
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return 'does not exist';
    if (code === 'EFBIG') return 'is too large to be a report';
    return code === 'EISDIR' ? 'is a directory' : `cannot be read (${code ?? String(error)})`;
  }
}
