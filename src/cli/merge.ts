import { constants } from 'node:buffer';
import { resolve } from 'node:path';
import { findMissingShards, findShardCounts, findVersionConflict, mergeReports } from '../engine/merge.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import type { RawOptions } from '../engine/options/option-rows.js';
import { UsageError } from '../engine/exit-code.js';
import type { Report } from '../model/report.js';
import { readArgument } from '../registry/read-file.js';
import { expandWildcards, readSettings } from './settings.js';
import { type CommandLine, type Io, writeText } from './io.js';
import { openHistory, recordAndReport } from './write-reports.js';
import { isDeeper } from '../model/json.js';
import { validate } from '../engine/report-validator.generated.js';

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

/**
 * Parses a JSON report and validates it against `schemas/report.schema.json`. Returns the error if it is invalid, to follow the name of
 * the file: `is not JSON`.
 */
export function parseReport(text: string): Report | string {
  const value = parse(text);
  if (value === undefined) return 'is not JSON';
  if (isDeeper(value, deepest)) return refuse(`it is nested more than ${deepest} levels deep`);
  if (!validate(value)) {
    const [error] = validate.errors ?? [];
    const pointer = error?.instancePath ?? '';
    return refuse(`${pointer === '' ? '' : `${pointer} `}${error?.message ?? 'is invalid'}`);
  }
  // The schema checks the digits only: 2026-99-99 passes it.
  if (Number.isNaN(Date.parse(value.startedAt))) return refuse('/startedAt must be a time');
  const { length } = value.endpoints;
  const stray = value.findings.findIndex(({ endpoint }) => endpoint !== null && endpoint >= length);
  return stray < 0 ? value : refuse(`/findings/${stray}/endpoint must be an index into endpoints`);
}

/** Far more levels than a report has. One with 5,000 could be read, but not written. */
const deepest = 64;

function refuse(reason: string): string {
  return `is not an endpoint-check report: ${reason}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
