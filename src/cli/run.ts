import { chooseExitCode, exitCodes } from '../engine/exit-code.js';
import { runChecks, type RunInput } from '../engine/run.js';
import { expectShortRun } from '../engine/short-run.js';
import { completeOptions } from '../engine/check-options.js';
import { type Io, writeText } from './io.js';
import { type ReportContext, writeReports } from './output.js';
import { createProgress } from './progress.js';
import type { CheckSettings } from './raw-options.js';

/** Checks with progress, reports, and chooses the exit status. An interrupt ends the run early; what is known by then is reported. */
export async function runAndReport(
  input: RunInput,
  context: ReportContext,
  settings: CheckSettings,
  io: Io,
): Promise<number> {
  if (settings.network) await expectShortRun();
  const interrupt = new AbortController();
  const progress = createProgress(io.stderr, settings.detail !== 'quiet');
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const report = await runChecks(
    input,
    completeOptions({ ...settings, signal: interrupt.signal, onProgress: progress.update }),
  );
  stopListening();
  progress.clear();
  await writeReports(report, context, settings, io);
  if (!interrupt.signal.aborted) return chooseExitCode(report, settings.failOn);
  await writeText(io.stderr, 'endpoint-check: interrupted: entries not checked by then are skipped\n');
  return exitCodes.interrupted;
}
