import { describeUnknownKind, findCheck } from '../checks/index.js';
import { createAdHocEntries } from '../engine/ad-hoc-endpoints.js';
import { UsageError } from '../engine/usage-error.js';
import type { Io } from './io.js';
import { runAndReport } from './run.js';
import { type RawOptions, parseOptions } from './raw-options.js';

/** `endpoint-check grpc` and `evm`: probes endpoints that are in no file yet. Resolves to the exit status. */
export async function runProbe(
  kind: string,
  urls: readonly string[],
  raw: RawOptions,
  usageErrors: readonly string[],
  io: Io,
): Promise<number> {
  const errors = [...usageErrors];
  const settings = parseOptions(raw, io, errors);
  const check = findCheck(kind);
  if (check === undefined) throw new Error(describeUnknownKind(kind));
  const chainId = raw.chainId ?? null;
  if (chainId !== null && !check.isChainId(chainId))
    errors.push(
      `--chain-id: expected a chain id of kind ${kind}, such as ${check.idFamily === 'evm' ? '2222 or 0x8ae' : 'kava_2222-10'}, got "${chainId}"`,
    );
  if (errors.length > 0) throw new UsageError(errors);
  const input = createAdHocEntries(check, urls, { chainId, allowPrivate: settings.allowPrivate });
  return runAndReport(input, { texts: new Map(), base: null, scope: null }, settings, io);
}
