import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { chooseExitCode, exitCodes } from '../engine/exit-code.js';
import { expectShortRun } from '../engine/short-run.js';
import { runSmoke } from '../smoke/run-smoke.js';
import { UsageError } from '../engine/usage-error.js';
import { parseSamples, type Samples } from '../smoke/sample.js';
import { type Io, writeText } from './io.js';
import { writeReports } from './output.js';
import { createProgress } from './progress.js';
import { type RawService, readService } from './query-service.js';
import { type RawOptions, parseOptions } from './raw-options.js';

/** `endpoint-check smoke`: calls every route of a query service for each network. Resolves to the exit status. */
export async function runSmokeTest(
  networks: readonly string[],
  raw: RawOptions & RawService & { readonly sample?: string },
  errors: readonly string[],
  io: Io,
): Promise<number> {
  const wrong = [...errors];
  const settings = parseOptions(raw, io, wrong);
  const service = readService(raw, io, wrong);
  const samples = readSamples(raw.sample, io.cwd, wrong);
  if (networks.length === 0) wrong.push('name the networks to ask for, like kava');
  if (networks.includes('')) wrong.push('the name of a network is empty');
  if (wrong.length > 0) throw new UsageError(wrong);

  await expectShortRun();
  const interrupt = new AbortController();
  const progress = createProgress(io.stderr, settings.detail !== 'quiet');
  const stopListening = io.onInterrupt(() => interrupt.abort());
  const report = await runSmoke({
    ...service,
    ...settings,
    networks: [...new Set(networks)],
    samples,
    signal: interrupt.signal,
    onProgress: progress.update,
  });
  stopListening();
  progress.clear();
  await writeReports(report, { texts: new Map(), base: null, scope: null }, settings, io);
  if (!interrupt.signal.aborted) return chooseExitCode(report, settings.failOn);
  await writeText(io.stderr, 'endpoint-check: interrupted; what was not asked by then is skipped\n');
  return exitCodes.interrupted;
}

function readSamples(file: string | undefined, cwd: string, errors: string[]): Samples {
  if (file === undefined) return () => ({});
  try {
    const samples = parseSamples(readFileSync(resolve(cwd, file), 'utf8'));
    if (typeof samples !== 'string') return samples;
    errors.push(`--sample: ${file}: ${samples}`);
  } catch (error) {
    errors.push(`--sample: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? ''})`);
  }
  return () => ({});
}
