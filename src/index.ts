import { checks, describeUnknownKind, findCheck } from './checks/index.js';
import { createAdHocEntries } from './engine/ad-hoc-endpoints.js';
import {
  type CheckOptions,
  completeOptions,
  findReportFault,
  findUnknownOptions,
} from './engine/library-arguments.js';
import type { FileOptions } from './engine/check-options.generated.js';
import { findMissingShards, findVersionConflict, mergeReports as joinReports } from './engine/merge.js';
import { prepareRun } from './engine/prepare.js';
import { readExclusions, readExclusionsAt } from './engine/read-exclusions.js';
import { rules } from './engine/public-rules.js';
import { describeFormat, type RegistryFormat } from './engine/registry-format.js';
import { runChecks } from './engine/run.js';
import { UsageError } from './engine/exit-code.js';
import { formats as knownFormats } from './formats/index.js';
import { type HistoryFile, openHistoryFile } from './history/history-file.js';
import { recordRun } from './history/record-run.js';
import type { EndpointKind } from './model/endpoint-kind.generated.js';
import { describeValue } from './model/json.js';
import { describeUnknown, findUnknownFields, joinChoices } from './model/describe-unknown.js';
import type { Finding } from './model/finding.js';
import type { FactsByKind } from './model/endpoint-facts.generated.js';
import type * as model from './model/report.js';
import { isDirectory } from './registry/layout.js';
import {
  type Rendered,
  type ReporterName,
  render as renderReport,
  renderDefaults,
  reporterNames,
} from './reporters/index.js';
import { findRenderOptionErrors, type RenderOptions } from './reporters/reporter.js';

export type { CheckOptions } from './engine/library-arguments.js';
export type { CommonOptions, FileOptions } from './engine/check-options.generated.js';
export type { FormatList, RegistryFormat } from './engine/registry-format.js';
export type { EndpointKind } from './model/endpoint-kind.generated.js';
export type { ChainClaim } from './model/entry.js';
export type { BaselineState, Finding, Fix, TextEdit } from './model/finding.js';
export type { JsonObject, JsonValue } from './model/json.js';
export type { OwnChanges } from './model/report.js';
export type { FactsByKind } from './model/endpoint-facts.generated.js';
export type { FileReport, PhasesMs, Scope, Summary, Verdict } from './model/report.js';
export type { Rule, Severity } from './model/rule.js';
export type { Rendered, ReporterName } from './reporters/index.js';
export type { RenderedFile, RenderOptions } from './reporters/reporter.js';
export { UsageError } from './engine/exit-code.js';

/** One endpoint of a report: `kind` tells which facts it has. */
export type EndpointReport<Kind extends keyof FactsByKind = keyof FactsByKind> = {
  [Each in Kind]: model.EndpointReport<Each, FactsByKind[Each]>;
}[Kind];

/** The outcome of a run: `schemas/report.schema.json` describes it. Arrays are sorted by file, then position. */
export type Report = model.Report<EndpointReport>;

export { rules };

/** The formats of registries, in the order in which the content of a file is tried. */
export const formats: readonly RegistryFormat[] = knownFormats.map(describeFormat);

/** Options of `checkRegistry`. */
export interface RegistryCheckOptions extends CheckOptions, FileOptions {
  /** The directory that paths are relative to; the process's by default. */
  readonly cwd?: string;
  /** A history file, read before the run and updated after it; none by default. A run that was interrupted, or probed nothing, is not recorded. */
  readonly history?: string;
}

/** An endpoint that is in no file. */
export interface AdHocEndpoint<Kind extends EndpointKind = EndpointKind> {
  readonly kind: Kind;
  /** `host:port` for gRPC, `id@host:port` for a peer, a wss url for websockets, an https url for all others. */
  readonly url: string;
  /** The chain id that it should serve; not compared by default. */
  readonly chainId?: string | number;
}

const endpointFields: Readonly<Record<keyof AdHocEndpoint, true>> = { kind: true, url: true, chainId: true };

/**
 * Checks registry files and directories; without paths, the registry around `cwd`. Resolves to a report whatever the endpoints do. Rejects
 * with a UsageError for invalid options, and for paths that do not exist or hold nothing to check; with another Error, which has the `report`, if
 * the history file cannot be written after the run.
 */
export async function checkRegistry(
  paths: readonly string[] = [],
  options: RegistryCheckOptions = {},
): Promise<Report> {
  if (!Array.isArray(paths) || paths.some((path: unknown) => typeof path !== 'string'))
    throw new UsageError(['paths: expected a list of paths']);
  const complete = completeOptions(options, 'libraryRegistry');
  const { cwd = process.cwd(), since, exclude } = complete;
  if (!isDirectory(cwd)) throw new UsageError([`cwd: expected a directory, got ${describeValue(cwd)}`]);
  const errors: string[] = [];
  const reading = { cwd, option: 'exclude', errors, notices: [] };
  const exclusions =
    since === null ? readExclusions(exclude, reading) : await readExclusionsAt(exclude, since, reading);
  const historyFile = openHistory(complete.history, cwd, errors);
  if (errors.length > 0) throw new UsageError(errors);
  const { input, usageErrors } = await prepareRun(paths, {
    ...complete,
    cwd,
    exclusions,
    history: historyFile,
    readStdin: () =>
      Promise.reject(new UsageError(['paths: only the command line reads - as standard input'])),
  });
  if (usageErrors.length > 0) throw new UsageError(usageErrors);
  const report = await runChecks(input, complete);
  if (historyFile === null) return report as Report;
  const recorded = recordRun(historyFile, report);
  if (!recorded.failed) return recorded.report as Report;
  const message = `the run is not recorded in ${historyFile.name}: ${recorded.reason ?? ''}`;
  throw Object.assign(new Error(message), { report });
}

function openHistory(name: string | undefined, cwd: string, errors: string[]): HistoryFile | null {
  if (name === undefined) return null;
  const file = name === '' ? 'expected a file' : openHistoryFile(name, cwd);
  if (typeof file !== 'string') return file;
  errors.push(`history: ${name} ${file}`);
  return null;
}

/**
 * Checks one endpoint. Resolves to its part of a report and the findings about it, whatever the endpoint does. Rejects with a UsageError
 * for an invalid kind, url type, chain id or option.
 */
export async function checkEndpoint<Kind extends EndpointKind>(
  endpoint: AdHocEndpoint<Kind>,
  options: CheckOptions = {},
): Promise<{ endpoint: EndpointReport<Kind>; findings: readonly Finding[] }> {
  const { check, url, chainId } = validateEndpoint(endpoint);
  const complete = completeOptions(options);
  const { allowPrivate, writeOption } = complete;
  const input = createAdHocEntries(check, [url], { chainId, allowPrivate, writeOption });
  const { endpoints, findings } = await runChecks(input, complete);
  const [reported] = endpoints;
  if (reported === undefined) throw new Error('a report has an endpoint for each entry');
  return { endpoint: reported as EndpointReport<Kind>, findings };
}

/** JavaScript callers may pass anything. Throws a UsageError that names every error. */
function validateEndpoint(endpoint: AdHocEndpoint) {
  if (typeof (endpoint as unknown) !== 'object' || (endpoint as unknown) === null)
    throw new UsageError([`expected an endpoint such as { kind, url }, got ${describeValue(endpoint)}`]);
  const errors = findUnknownFields(endpoint, endpointFields, 'field');
  const { kind, url, chainId: id }: { readonly [Field in keyof AdHocEndpoint]: unknown } = endpoint;
  const check = typeof kind === 'string' ? findCheck(kind) : undefined;
  if (typeof kind !== 'string') {
    const kinds = checks.map((check) => check.kind);
    errors.push(`kind: expected ${joinChoices(kinds)}, got ${describeValue(kind)}`);
  } else if (check === undefined) errors.push(describeUnknownKind(kind));
  if (typeof url !== 'string') errors.push(`url: expected a string, got ${describeValue(url)}`);
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    errors.push(`chainId: expected a string or a number, got ${describeValue(id)}`);
  const chainId = typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  if (check !== undefined && chainId !== null && !check.isChainId(chainId))
    errors.push(`chainId: ${JSON.stringify(chainId)} is not a chain id of kind ${check.kind}`);
  if (check === undefined || typeof url !== 'string' || errors.length > 0) throw new UsageError(errors);
  return { check, url, chainId };
}

/**
 * Joins the reports of a registry's parts into the report of the whole, and judges what the endpoints of each chain show together. Throws a
 * UsageError if they are of different versions of a file, and one that names the missing parts, unless `allowMissing` is set.
 */
export function mergeReports(
  reports: readonly model.Report[],
  options: { readonly allowMissing?: boolean } = {},
): Report {
  const errors = findUnknownOptions(options, { allowMissing: true });
  const { allowMissing = false }: { readonly allowMissing?: unknown } = options;
  if (typeof allowMissing !== 'boolean')
    errors.push(`allowMissing: expected a boolean, got ${describeValue(allowMissing)}`);
  if (!Array.isArray(reports))
    errors.push(`reports: expected a list of reports, got ${describeValue(reports)}`);
  else errors.push(...reports.flatMap((report, index) => describeFault(`reports[${index}]`, report)));
  if (errors.length > 0) throw new UsageError(errors);
  if (reports.length === 0) throw new UsageError(['reports: expected at least one report']);
  const conflict = findVersionConflict(reports);
  if (conflict !== null) throw new UsageError([conflict]);
  const missing = findMissingShards(reports);
  if (missing.length > 0 && allowMissing === false)
    throw new UsageError([`missing parts: ${missing.join(', ')}`]);
  return joinReports(reports) as Report;
}

/**
 * Renders a report as a string, which the caller writes where it belongs: by default without colours, unwrapped, and without quoted lines
 * and placed fixes (`texts`). `badge` renders a list of files. Untrusted text in it is escaped for the medium, and keys in urls are masked, except in `list`.
 * Rejects with a UsageError for what is no report, for an unknown reporter, and for an unknown or invalid option.
 */
export async function render<Name extends ReporterName>(
  report: model.Report,
  reporter: Name,
  options: Partial<RenderOptions> = {},
): Promise<Rendered<Name>> {
  const errors = [
    ...findUnknownOptions(options, renderDefaults),
    ...findRenderOptionErrors(options),
    ...describeFault('report', report),
  ];
  const named: unknown = reporter;
  if (typeof named !== 'string') errors.push(`reporter: expected a name, got ${describeValue(named)}`);
  else if (!(reporterNames as readonly string[]).includes(named))
    errors.push(describeUnknown('reporter', named, reporterNames));
  if (errors.length > 0) throw new UsageError(errors);
  const isSet = ([, value]: readonly [string, unknown]) => value !== undefined;
  return renderReport(report, reporter, {
    rules,
    ...Object.fromEntries(Object.entries(options).filter(isSet)),
  });
}

function describeFault(name: string, value: unknown): string[] {
  const fault = findReportFault(value);
  return fault === null ? [] : [`${name}: ${fault}`];
}
