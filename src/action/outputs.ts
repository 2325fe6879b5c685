import * as core from '@actions/core';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseExitCode, exitCodes, type FailLevel } from '../engine/exit-code.js';
import { writeReport, writeReportFile } from '../engine/report-file.js';
import type { HistoryFile } from '../history/history-file.js';
import { type RecordedRun, recordRun } from '../history/record-run.js';
import type { Report } from '../model/report.js';
import { peerToPeerKinds } from '../model/endpoint-kind.generated.js';
import { renderDiff } from '../reporters/diff.js';
import { getReporter } from '../reporters/index.js';
import { render as renderJson } from '../reporters/json.js';
import { render as renderMarkdown } from '../reporters/markdown.js';
import type { RenderOptions } from '../reporters/reporter.js';
import type { Inputs } from './inputs.js';

/** The report and options for a reporter, without what it should not show. */
export type SelectShown = (reporter: string) => { readonly report: Report; readonly options: RenderOptions };

/** Records the run of a report in the history file; without one, the report stays as it is. The notice says why it is not recorded. */
export function recordReport(
  file: HistoryFile | null,
  report: Report,
): Omit<RecordedRun, 'reason'> & { readonly notice: string | null } {
  if (file === null) return { report, notice: null, failed: false };
  const { reason, ...recorded } = recordRun(file, report);
  const notice = reason === null ? null : `history: this run is not recorded in ${file.name}: ${reason}`;
  return { ...recorded, notice };
}

/** Writes the JSON report, the job summary, the outputs, and then the reports of the inputs. Rejects if a file cannot be written. */
export async function writeOutputs(
  report: Report,
  { reports, summary, failOn }: Inputs,
  select: SelectShown,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const directory = await mkdtemp(join(env['RUNNER_TEMP'] ?? tmpdir(), 'endpoint-check-'));
  const file = join(directory, 'report.json');
  await writeReportFile(file, renderJson(report, select('json').options));
  // Without a runner there is no file for the summary.
  if (summary && (env['GITHUB_STEP_SUMMARY'] ?? '') !== '') {
    const selection = select('markdown');
    await core.summary.addRaw(renderMarkdown(selection.report, selection.options)).write();
  }
  core.setOutput('verdict', chooseVerdict(report, failOn));
  for (const name of ['endpoints', 'failed', 'invalid', 'inconclusive', 'errors'] as const)
    core.setOutput(name, report.summary[name]);
  core.setOutput('report', file);
  core.setOutput('patch', await writePatch(directory, select('markdown').options.changes));
  // Last: a report that cannot be written must not keep the outputs from being set.
  for (const { name, path } of reports) {
    const { render } = await getReporter(name).load();
    if (path === null) throw new Error(`the ${name} report needs a file`);
    const selection = select(name);
    await writeReport(path, render(selection.report, { ...selection.options, color: false }));
  }
}

/** Writes the diff that `--fix` would make; resolves to its path, empty if there is nothing to fix. */
async function writePatch(directory: string, changes: RenderOptions['changes']): Promise<string> {
  if (changes.length === 0) return '';
  const file = join(directory, 'fixes.patch');
  await writeReportFile(file, renderDiff(changes));
  return file;
}

/**
 * One inconclusive endpoint makes the whole run inconclusive, whether or not it fails the step. A peer does not: many are unreachable from a runner.
 */
function chooseVerdict(report: Report, failOn: FailLevel): 'pass' | 'fail' | 'inconclusive' {
  const level = failOn === 'inconclusive' ? 'warning' : failOn;
  if (chooseExitCode(report, { failOn: level }) !== exitCodes.ok) return 'fail';
  const isOpen = report.endpoints.some(
    ({ kind, verdict }) => verdict === 'inconclusive' && !peerToPeerKinds.includes(kind),
  );
  return isOpen ? 'inconclusive' : 'pass';
}
