import { describeUnknownKind, findCheck } from '../checks/index.js';
import { createAdHocEntries } from '../engine/ad-hoc-endpoints.js';
import { chooseExitCode, exitCodes, UsageError } from '../engine/exit-code.js';
import type { RawOptions } from '../engine/options/option-rows.js';
import { writeCommandLineOption } from '../model/write-option.js';
import type { CommandLine, Io } from './io.js';
import { writeReports } from './write-reports.js';
import { checkWithProgress, endInterrupted } from './run-with-progress.js';
import { readSettings } from './settings.js';

/**
 * `endpoint-check grpc` and the commands of the other kinds: probes endpoints that are in no file yet. Resolves to the exit status: without `--fail-on`, 1
 * unless each of them passes.
 */
export async function runProbe(
  kind: string,
  urls: readonly string[],
  raw: RawOptions,
  { usageErrors }: CommandLine,
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const settings = readSettings('probe', raw, io, errors);
  const check = findCheck(kind);
  if (check === undefined) throw new Error(describeUnknownKind(kind));
  const { chainId } = settings;
  if (chainId !== null && !check.isChainId(chainId))
    errors.push(
      `--chain-id: expected a chain id of kind ${kind}, such as ${check.chainIdExample}, got "${chainId}"`,
    );
  if (errors.length > 0) throw new UsageError(errors);
  const { allowPrivate } = settings;
  const writeOption = writeCommandLineOption;
  const input = createAdHocEntries(check, urls, { chainId, allowPrivate, writeOption });
  const { report, interrupted } = await checkWithProgress(input, settings, io);
  await writeReports(report, { texts: new Map(), base: null, scope: null }, settings, io);
  if (interrupted) return endInterrupted(io);
  const { failOn } = settings;
  if (failOn !== null) return chooseExitCode(report, { ...settings, failOn });
  // Callers that continue only after a success need a proof.
  return report.endpoints.every(({ verdict }) => verdict === 'pass') ? exitCodes.ok : exitCodes.findings;
}
