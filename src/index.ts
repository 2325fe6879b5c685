import type { Finding } from './model/finding.js';
import type { EndpointReport, Report } from './model/report.js';
import { describeUnknownKind, findCheck } from './checks/index.js';
import { createAdHocEntries } from './engine/ad-hoc-endpoints.js';
import { prepareRun } from './engine/prepare.js';
import { runChecks } from './engine/run.js';
import {
  type CheckOptions,
  checkOptionNames,
  completeOptions,
  refuseUnknownOptions,
} from './engine/check-options.js';
import { parseShard } from './engine/shard.js';
import { UsageError } from './engine/usage-error.js';

export type { CheckOptions } from './engine/check-options.js';
export type { Finding } from './model/finding.js';
export type { JsonObject, JsonValue } from './model/json.js';
export type { EndpointReport, FileReport, PhasesMs, Report, Summary, Verdict } from './model/report.js';
export type { Problem, Rule, RuleText, Severity } from './model/rule.js';
export { UsageError } from './engine/usage-error.js';
export { rules } from './engine/rule-catalogue.js';

/** Options of `checkRegistry`. */
export interface RegistryCheckOptions extends CheckOptions {
  /** The folder that paths are relative to; the process's by default. */
  readonly cwd?: string;
  /** A git ref: only entries added or changed since are dialled, and what was wrong before is a warning. Everything by default. */
  readonly since?: string;
  /** A part like `2/8`: the second of eight even parts, by host. The whole by default. */
  readonly shard?: string;
}

const registryOptionNames: Readonly<Record<keyof RegistryCheckOptions, true>> = {
  ...checkOptionNames,
  cwd: true,
  since: true,
  shard: true,
};

/** An endpoint that stands in no file. */
export interface AdHocEndpoint {
  /** `grpc` or `evm`. */
  readonly kind: string;
  /** `host:port` for gRPC, an https url for EVM. */
  readonly url: string;
  /** The chain that it should serve; compared where it is given. */
  readonly chainId?: string | number;
}

/**
 * Checks the registry files at the paths, files or folders; without paths, the registry around the working folder. Resolves to a
 * report whatever the endpoints do, and rejects with a UsageError where an option is wrong or a path does not exist or holds nothing to check.
 */
export async function checkRegistry(
  paths: readonly string[] = [],
  options: RegistryCheckOptions = {},
): Promise<Report> {
  if (!Array.isArray(paths)) throw new UsageError(['paths: give a list of paths']);
  refuseUnknownOptions(options, registryOptionNames);
  const complete = completeOptions(options);
  const shard = options.shard === undefined ? null : parseShard(options.shard);
  if (options.shard !== undefined && shard === null) {
    throw new UsageError([`shard: "${options.shard}" is not a part like 2/8`]);
  }
  const { input, usageErrors } = await prepareRun(paths, {
    cwd: options.cwd ?? process.cwd(),
    since: options.since ?? null,
    shard,
    readStdin: () => Promise.reject(new UsageError(['standard input is read by the command line only'])),
  });
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  return runChecks(input, complete);
}

/**
 * Checks one endpoint. Resolves to its part of a report with the findings about it, whatever the endpoint does; rejects with a
 * UsageError where an option, the kind or the chain id is wrong.
 */
export async function checkEndpoint(
  { kind, url, chainId: givenId }: AdHocEndpoint,
  options: CheckOptions = {},
): Promise<{ endpoint: EndpointReport; findings: readonly Finding[] }> {
  const check = findCheck(kind);
  if (check === undefined) throw new UsageError([describeUnknownKind(kind)]);
  // Callers without types give what they like.
  if (typeof (url as unknown) !== 'string') throw new UsageError(['url: it is no text']);
  const chainId = givenId === undefined ? undefined : String(givenId);
  if (chainId !== undefined && !check.isChainId(chainId)) {
    throw new UsageError([`chainId: "${chainId}" is not a chain id of kind ${kind}`]);
  }
  refuseUnknownOptions(options, checkOptionNames);
  const complete = completeOptions(options);
  const { allowPrivate } = complete;
  const input = createAdHocEntries(check, [url], { chainId: chainId ?? null, allowPrivate });
  const { endpoints, findings } = await runChecks(input, complete);
  const [endpoint] = endpoints;
  if (endpoint === undefined) throw new Error('a report has an endpoint for each entry');
  return { endpoint, findings };
}
