import { describeUnknownKind, findCheck } from './checks/index.js';
import { createAdHocEntries } from './engine/ad-hoc-endpoints.js';
import {
  type CheckOptions,
  checkOptionNames,
  completeOptions,
  refuseUnknownOptions,
} from './engine/check-options.js';
import { findMissingShards, mergeReports as joinReports } from './engine/merge.js';
import { prepareRun } from './engine/prepare.js';
import { rules } from './engine/rule-catalogue.js';
import { runChecks } from './engine/run.js';
import { parseShard } from './engine/shard.js';
import { UsageError } from './engine/usage-error.js';
import { formats } from './formats/index.js';
import { describeUnknown } from './model/describe-unknown.js';
import type { Finding } from './model/finding.js';
import type { EndpointReport, Report } from './model/report.js';
import { type Rendered, type ReporterName, render as renderReport } from './reporters/index.js';
import type { RenderOptions } from './reporters/reporter.js';

export type { CheckOptions } from './engine/check-options.js';
export type { Format } from './formats/format.js';
export type { ChainClaim } from './model/entry.js';
export type { BaselineState, Finding, Fix, TextEdit } from './model/finding.js';
export type { JsonObject, JsonValue } from './model/json.js';
export type { OwnChanges } from './model/own-changes.js';
export type {
  EndpointReport,
  FileReport,
  PhasesMs,
  Report,
  Scope,
  Summary,
  Verdict,
} from './model/report.js';
export type { AnyRuleText, Problem, Rule, RuleText, Severity } from './model/rule.js';
export type { Rendered, ReporterName } from './reporters/index.js';
export type { RenderedFile, RenderOptions } from './reporters/reporter.js';
export { UsageError } from './engine/usage-error.js';
export { formats };
export { rules };

/** Options of `checkRegistry`. */
export interface RegistryCheckOptions extends CheckOptions {
  /** The directory that paths are relative to; the process's by default. */
  readonly cwd?: string;
  /** A git ref: only entries added or changed since are probed, and what was wrong before is at most a warning. Everything by default. */
  readonly since?: string;
  /** A part such as `2/8`, the second of eight even parts, split by host. The whole by default. */
  readonly shard?: string;
  /** The name of the format to read every path in, such as `keplr`; recognised by default. */
  readonly format?: string;
}

const registryOptionNames: Readonly<Record<keyof RegistryCheckOptions, true>> = {
  ...checkOptionNames,
  cwd: true,
  since: true,
  shard: true,
  format: true,
};

/** An endpoint that is in no file. */
export interface AdHocEndpoint {
  /** `grpc`, `evm`, `rpc`, `rest`, `grpc-web`, `ws` or `evm-ws`. */
  readonly kind: string;
  /** `host:port` for gRPC, a wss url for websockets, an https url for all others. */
  readonly url: string;
  /** The chain id that it should serve; not compared by default. */
  readonly chainId?: string | number;
}

/**
 * Checks registry files and directories; without paths, the registry around `cwd`. Resolves to a report whatever the endpoints do. Rejects
 * with a UsageError for invalid options, and for paths that do not exist or hold nothing to check.
 */
export async function checkRegistry(
  paths: readonly string[] = [],
  options: RegistryCheckOptions = {},
): Promise<Report> {
  if (!Array.isArray(paths)) throw new UsageError(['paths: expected a list of paths']);
  refuseUnknownOptions(options, registryOptionNames);
  const complete = completeOptions(options);
  const shard = options.shard === undefined ? null : parseShard(options.shard);
  if (options.shard !== undefined && shard === null) {
    throw new UsageError([`shard: expected a part such as 2/8, got "${options.shard}"`]);
  }
  const format = formats.find(({ name }) => name === options.format) ?? null;
  if (options.format !== undefined && format === null) {
    const names = formats.map(({ name }) => name);
    throw new UsageError([`format: ${describeUnknown('format', options.format, names)}`]);
  }
  const { input, usageErrors } = await prepareRun(paths, {
    format,
    cwd: options.cwd ?? process.cwd(),
    since: options.since ?? null,
    shard,
    readStdin: () =>
      Promise.reject(new UsageError(['paths: only the command line reads - as standard input'])),
  });
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  return runChecks(input, complete);
}

/**
 * Checks one endpoint. Resolves to its part of a report and the findings about it, whatever the endpoint does. Rejects with a UsageError
 * for an invalid kind, url type, chain id or option.
 */
export async function checkEndpoint(
  { kind, url, chainId: id }: AdHocEndpoint,
  options: CheckOptions = {},
): Promise<{ endpoint: EndpointReport; findings: readonly Finding[] }> {
  const check = findCheck(kind);
  if (check === undefined) throw new UsageError([describeUnknownKind(kind)]);
  // JavaScript callers may pass anything.
  if (typeof (url as unknown) !== 'string') throw new UsageError(['url: expected a string']);
  const chainId = id === undefined ? undefined : String(id);
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

/**
 * Joins the reports of a registry's parts into the report of the whole, and judges what the endpoints of each chain show together. Throws a
 * UsageError that names the missing parts, unless `allowMissing` is set.
 */
export function mergeReports(
  reports: readonly Report[],
  { allowMissing = false }: { readonly allowMissing?: boolean } = {},
): Report {
  const missing = findMissingShards(reports);
  if (missing.length > 0 && !allowMissing) throw new UsageError([`missing parts: ${missing.join(', ')}`]);
  if (reports.length === 0) throw new UsageError(['reports: expected at least one report']);
  return joinReports(reports);
}

/**
 * Renders a report as a string, which the caller writes where it belongs: by default without colours, unwrapped, and without quoted lines
 * and placed fixes (`texts`). `badge` renders a list of files. Untrusted text in it is escaped for the medium, and keys in urls are masked, except in `json`, which is the report as it is.
 * Rejects with a TypeError for an unknown reporter.
 */
export function render<Name extends ReporterName>(
  report: Report,
  reporter: Name,
  options: Partial<RenderOptions> = {},
): Promise<Rendered<Name>> {
  return renderReport(report, reporter, { rules, ...options });
}
