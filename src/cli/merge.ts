import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { chooseExitCode } from '../engine/exit-code.js';
import { mergeReports } from '../engine/merge.js';
import { parseReport } from '../engine/parse-report.js';
import { UsageError } from '../engine/usage-error.js';
import type { Report } from '../model/report.js';
import type { Io } from './io.js';
import { writeReports } from './output.js';
import { listReporters, type RawOptions, parseOptions } from './raw-options.js';

/** `endpoint-check merge`: joins the JSON reports of a registry's parts. Resolves to the exit status of the whole. */
export async function runMerge(
  paths: readonly string[],
  raw: RawOptions,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const wrong = [...usageErrors];
  const settings = parseOptions({ ...raw, reporter: listReporters(raw, 'json') }, io, wrong);
  const reports: Report[] = [];
  for (const path of paths) {
    const report = await readReport(path, io.cwd);
    if (typeof report === 'string') wrong.push(`${path}: ${report}`);
    else reports.push(report);
  }
  if (wrong.length > 0) throw new UsageError(wrong);
  const report = mergeReports(reports);
  await writeReports(report, { texts: new Map(), base: null, scope: null }, settings, io);
  return chooseExitCode(report, settings.failOn);
}

async function readReport(path: string, cwd: string): Promise<Report | string> {
  try {
    return parseReport(await readFile(resolve(cwd, path), 'utf8'));
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'it does not exist' : code;
  }
}
