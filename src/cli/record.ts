import { chooseExitCode, exitCodes, type FailLevel } from '../engine/exit-code.js';
import type { Report } from '../model/report.js';
import { type Io, writeText } from './io.js';
import { type ReportContext, writeReports } from './output.js';
import type { OutputSettings } from './settings.js';

/** Records the run of a report where the context has a history file, reports, and chooses the exit status. */
export async function recordAndReport(
  report: Report,
  context: ReportContext,
  settings: OutputSettings & { readonly failOn: FailLevel },
  io: Io,
): Promise<number> {
  const { history = null, isSecondLook = false } = context;
  if (history === null) {
    await writeReports(report, context, settings, io);
    return chooseExitCode(report, settings.failOn);
  }
  const { recordRun } = await import('../engine/history/record-run.js');
  const recorded = recordRun(history, report, { now: context.now?.toISOString(), isSecondLook });
  await writeReports(recorded.report, context, settings, io);
  if (recorded.reason !== null)
    await writeText(
      io.stderr,
      `endpoint-check: this run is not recorded in ${history.name}: ${recorded.reason}\n`,
    );
  return recorded.failed ? exitCodes.failure : chooseExitCode(report, settings.failOn);
}
