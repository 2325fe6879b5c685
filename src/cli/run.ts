import { exitCodes } from '../engine/exit-code.js';
import { runChecks, type RunInput } from '../engine/run.js';
import { expectShortRun, limitHeapOf } from '../engine/short-run.js';
import { type CheckOptions, completeOptions } from '../engine/check-options.js';
import { writeCommandLineOption } from '../model/write-option.js';
import type { Report } from '../model/report.js';
import { type Io, writeText } from './io.js';
import type { ReportContext } from './output.js';
import { createProgress } from './progress.js';
import { recordAndReport } from './record.js';
import type { OutputSettings, Settings } from './settings.js';

/**
 * Checks with progress, records the run, reports, and chooses the exit status. An interrupt ends the run early; what is known by then is reported.
 */
export async function runAndReport(
  input: RunInput,
  context: ReportContext,
  settings: Settings<'check'>,
  io: Io,
): Promise<number> {
  const { report, interrupted } = await runWithProgress(input, settings, io);
  const exitCode = await recordAndReport(report, context, settings, io);
  if (!interrupted) return exitCode;
  await sayInterrupted(io);
  return exitCodes.interrupted;
}

/** Checks with progress. An interrupt ends the run early. */
export async function runWithProgress(
  input: RunInput,
  settings: CheckOptions & Pick<OutputSettings, 'detail'>,
  io: Io,
): Promise<{ readonly report: Report; readonly interrupted: boolean }> {
  expectShortRun();
  limitHeapOf(input.entries.length);
  const interrupt = new AbortController();
  const progress = createProgress(io.stderr, settings.detail !== 'quiet');
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const report = await runChecks(
    input,
    completeOptions(
      { ...settings, signal: interrupt.signal, onProgress: progress.update },
      writeCommandLineOption,
    ),
  );
  stopListening();
  progress.clear();
  return { report, interrupted: interrupt.signal.aborted };
}

/** Says that a run ended early. */
export async function sayInterrupted(io: Io): Promise<void> {
  await writeText(io.stderr, 'endpoint-check: interrupted: entries not checked by then are skipped\n');
}
