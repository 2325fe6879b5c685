import { writeCommandLineOption } from '../model/write-option.js';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chooseExitCode, exitCodes, UsageError } from '../engine/exit-code.js';
import type { RawOptions } from '../engine/options/option-rows.js';
import { findReplacedInputs } from '../engine/report-inputs.js';
import { chainlist } from '../formats/chainlist/index.js';
import { findRoot } from '../registry/layout.js';
import { describeRepeated, findRepeated } from '../registry/json/parse-json.js';
import { readArgument } from '../registry/read-file.js';
import { runSmoke } from '../query/smoke/run-smoke.js';
import { parseSamples, type Samples } from '../query/smoke/sample.js';
import { say } from './changes.js';
import type { CommandLine, Io } from './io.js';
import { writeReports } from './write-reports.js';
import { readService } from './query-service.js';
import { runWithProgress } from './run-with-progress.js';
import { readSettings } from './settings.js';

/** `endpoint-check smoke`: calls every route of a query service for each network. Resolves to the exit status. */
export async function run(
  names: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const settings = readSettings('smoke', raw, io, errors);
  const service = readService(settings, io, errors);
  const networks = [...new Set(names)];
  const samples = readSamples(settings.sample, networks, io.cwd, errors);
  if (networks.includes('')) errors.push('the name of a network is empty');
  const others = [settings.sample, settings.tokenFile];
  errors.push(...findReplacedInputs(settings.reports, { cwd: io.cwd, others }));
  if (errors.length > 0) throw new UsageError(errors);

  const { report, interrupted } = await runWithProgress(settings, io, (handles) =>
    runSmoke({
      ...service,
      ...settings,
      ...handles,
      networks,
      samples,
      knownNetworks: listNetworks(io.cwd),
      writeOption: writeCommandLineOption,
      tokenSource: 'ENDPOINT_CHECK_TOKEN or --token-file',
    }),
  );
  await writeReports(report, { texts: new Map(), base: null, scope: null }, settings, io);
  if (!interrupted) return chooseExitCode(report, settings);
  await say(io, ['interrupted; routes that were not called by then are skipped']);
  return exitCodes.interrupted;
}

function readSamples(
  file: string | null,
  networks: readonly string[],
  cwd: string,
  errors: string[],
): Samples {
  if (file === null) return () => ({});
  try {
    const text = readArgument(resolve(cwd, file)).toString();
    const samples = parseSamples(text, networks);
    const repeated = findRepeated(text);
    if (repeated !== null) errors.push(`--sample: ${file}: ${describeRepeated(repeated)}`);
    if (typeof samples === 'function') return samples;
    errors.push(...samples.map((error) => `--sample: ${file}: ${error}`));
  } catch (error) {
    errors.push(`--sample: cannot read ${file} (${String((error as NodeJS.ErrnoException).code)})`);
  }
  return () => ({});
}

/** The networks of the registry around the working directory, for suggestions; empty without a registry. */
function listNetworks(cwd: string): readonly string[] {
  const root = findRoot(cwd, chainlist);
  try {
    return root === null ? [] : readdirSync(join(root, 'chain'));
  } catch {
    return [];
  }
}
