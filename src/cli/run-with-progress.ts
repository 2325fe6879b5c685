import { runChecks, type RunInput } from '../engine/run.js';
import { readRunDefaults, type RunOptions } from '../engine/run-options.js';
import { expectShortRun, limitHeapOf } from '../engine/short-run.js';
import { writeCommandLineOption } from '../model/write-option.js';
import type { Report } from '../model/report.js';
import { exitCodes } from '../engine/exit-code.js';
import { say } from './changes.js';
import type { Io, Output } from './io.js';
import type { OutputSettings } from './settings.js';
import { formatAmount } from '../model/amount.js';

interface EndedRun {
  readonly report: Report;
  readonly interrupted: boolean;
}

/** Shows the progress of a run, unless it is quiet. An interrupt ends it early; the results so far are reported. */
export async function runWithProgress(
  { detail }: Pick<OutputSettings, 'detail'>,
  io: Io,
  run: (handles: Pick<RunOptions, 'signal' | 'onProgress'>) => Promise<Report>,
): Promise<EndedRun> {
  expectShortRun();
  const interrupt = new AbortController();
  const progress = createProgress(io.stderr, detail !== 'quiet');
  const stopListening = io.onInterrupt(() => interrupt.abort());
  // The reports in files are of use without the terminal.
  io.onHangup(() => interrupt.abort());
  const report = await run({ signal: interrupt.signal, onProgress: progress.update });
  stopListening();
  progress.clear();
  return { report, interrupted: interrupt.signal.aborted };
}

export function checkWithProgress(
  input: RunInput,
  settings: Partial<RunOptions> & Pick<OutputSettings, 'detail'>,
  io: Io,
): Promise<EndedRun> {
  limitHeapOf(input.entries.length);
  return runWithProgress(settings, io, (handles) =>
    runChecks(input, { ...readRunDefaults(), ...settings, ...handles, writeOption: writeCommandLineOption }),
  );
}

export async function endInterrupted(io: Io): Promise<number> {
  await say(io, ['interrupted: entries not checked by then are skipped']);
  return exitCodes.interrupted;
}

const intervalMs = 100;

/** Shows the progress of a run on a terminal; nothing elsewhere, or unless `enabled`. `clear` removes it. */
function createProgress(
  output: Output,
  enabled: boolean,
): { update: (done: number, total: number) => void; clear: () => void } {
  if (!enabled || output.isTTY !== true) return { update: () => undefined, clear: () => undefined };
  let shownAt = 0;
  let pending: NodeJS.Timeout | undefined;
  const show = (done: number, total: number) => {
    clearTimeout(pending);
    shownAt = Date.now();
    output.write(`\r\x1b[Kchecked ${done} of ${formatAmount(total, 'endpoint')}`);
  };
  return {
    update: (done, total) => {
      if (total === 0) return;
      const waitMs = done === total ? 0 : intervalMs - (Date.now() - shownAt);
      clearTimeout(pending);
      // An update that comes too soon is shown later, unless it is replaced by a newer one.
      if (waitMs > 0) pending = setTimeout(show, waitMs, done, total).unref();
      else show(done, total);
    },
    clear: () => {
      clearTimeout(pending);
      if (shownAt > 0) output.write('\r\x1b[K');
    },
  };
}
