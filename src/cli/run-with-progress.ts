import { runChecks, type RunInput } from '../engine/run.js';
import { readRunDefaults, type RunOptions } from '../engine/run-options.js';
import { expectShortRun, limitHeapOf } from '../engine/short-run.js';
import { writeCommandLineOption } from '../model/write-option.js';
import type { Report } from '../model/report.js';
import { type Io, writeText } from './io.js';
import { createProgress } from './progress.js';
import type { OutputSettings } from './settings.js';

/** Checks with progress. An interrupt ends the run early. */
export async function runWithProgress(
  input: RunInput,
  settings: Partial<RunOptions> & Pick<OutputSettings, 'detail'>,
  io: Io,
): Promise<{ readonly report: Report; readonly interrupted: boolean }> {
  expectShortRun();
  limitHeapOf(input.entries.length);
  const interrupt = new AbortController();
  const progress = createProgress(io.stderr, settings.detail !== 'quiet');
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const report = await runChecks(input, {
    ...readRunDefaults(),
    ...settings,
    signal: interrupt.signal,
    writeOption: writeCommandLineOption,
    onProgress: progress.update,
  });
  stopListening();
  progress.clear();
  return { report, interrupted: interrupt.signal.aborted };
}

/** Says that a run ended early. */
export async function sayInterrupted(io: Io): Promise<void> {
  await writeText(io.stderr, 'endpoint-check: interrupted: entries not checked by then are skipped\n');
}
