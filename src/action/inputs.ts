import { relative, resolve } from 'node:path';
import { listOptions, type Options, readOptions } from '../engine/options/option-rows.js';
import { choice } from '../engine/options/option-type.js';
import { isBehindLink, readReportTargets, type ReportTarget, writesFiles } from '../engine/report-targets.js';
import { type BaseUrl, parseBaseUrl, validateToken } from '../query/client/service-access.js';
import { toKebabCase, writeActionInput } from '../model/write-option.js';
import { findProposalBase, isProposal, type Scope, scopes, type WorkflowEvent } from './event.js';
import { type HistoryFile, openHistoryFile } from '../history/history-file.js';
import { readCommitted, readExclusions } from '../engine/read-exclusions.js';
import type { ExclusionFile } from '../engine/prepare.js';

export interface Inputs extends Omit<
  Options<'action'>,
  'history' | 'reports' | 'scope' | 'apiBaseUrl' | 'apiToken' | 'apiNetworks'
> {
  readonly history: string | null;
  readonly scope: Scope;
  readonly reports: readonly ReportTarget[];
  readonly service: ServiceInputs | null;
}

export interface ServiceInputs {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
}

/** Parses the inputs, with the default if one is empty. All errors are added to `errors`, each with its input's name. */
export function readInputs(getInput: (name: string) => string, cwd: string, errors: string[]): Inputs {
  const reportAs = (name: string) => (error: string) => errors.push(`${name}: ${error}`);
  const raw = listOptions('action').map(({ name, row }) => {
    const input = getInput(toKebabCase(name));
    const value = row.type.repeats === true ? readLines(input) : input;
    return [name, value.length === 0 ? undefined : value] as const;
  });
  const options = readOptions('action', Object.fromEntries(raw), errors, writeActionInput);
  const { paths, scope, history, reports } = options;
  if (paths.includes('-')) errors.push('paths: the Action has no standard input to read for -');
  const fileOnly = (reports ?? []).filter((report) => {
    const [, name] = /^([^=]*)(?:=-)?$/.exec(report) ?? [];
    if (name === undefined || writesFiles(name)) return true;
    errors.push(`reports: expected name=file, got "${report}": write ${name}=FILE`);
    return false;
  });
  if (options.baseline !== null) refuseLink('baseline', resolve(cwd, options.baseline), cwd, errors);
  return {
    ...options,
    history: readHistoryInput(history, cwd, errors),
    scope: choice('scope', scopes).read(scope, reportAs('scope')),
    reports: readReportTargets(fileOnly, { cwd, report: reportAs('reports'), isCheckout: true }),
    service: readServiceInputs(options, errors),
  };
}

export function readLines(input: string): readonly string[] {
  return input
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** All three inputs, or none. */
function readServiceInputs(
  { apiBaseUrl, apiToken, apiNetworks }: Options<'action'>,
  errors: string[],
): ServiceInputs | null {
  if (apiBaseUrl === null && apiToken === null && apiNetworks === null) return null;
  const [url, token, networks] = [apiBaseUrl ?? '', apiToken ?? '', apiNetworks ?? ''];
  const base = parseBaseUrl(url);
  if (typeof base === 'string') errors.push(`api-base-url: ${base}`);
  const tokenError = validateToken(token);
  if (tokenError !== null) errors.push(`api-token: ${tokenError}`);
  const names = networks.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) errors.push('api-networks: expected at least one network, got none');
  return typeof base === 'string' || tokenError !== null
    ? null
    : { base, token, networks: [...new Set(names)] };
}

function readHistoryInput(histories: readonly string[] | null, cwd: string, errors: string[]): string | null {
  const [path = null, ...more] = histories ?? [];
  if (more.length > 0) errors.push('history: expected one file, since a run is recorded in one');
  if (path !== null) refuseLink('history', resolve(cwd, path), cwd, errors);
  return path;
}

/** The checkout is untrusted and a symbolic link in it may lead anywhere, so links are neither read nor written through. */
export function refuseLink(input: string, file: string, cwd: string, errors: string[]): void {
  if (isBehindLink(file, cwd))
    errors.push(`${input}: ${relative(cwd, file)} is, or is behind, a symbolic link of the checkout`);
}

/**
 * Opens the history file of the input, which the run will update, null for none; with a notice for the log if it is not used. On a pull request, and in
 * a merge queue, contributors may have changed it, so it is ignored. Errors are added to `errors`.
 */
export function readActionHistory(
  path: string | null,
  { cwd, event, errors }: { readonly cwd: string; readonly event: WorkflowEvent; readonly errors: string[] },
): { readonly file: HistoryFile | null; readonly notice: string | null } {
  if (path === null) return { file: null, notice: null };
  const notice = `history: ${path} is ignored on ${event.name}, where contributors may have changed it`;
  if (isProposal(event)) return { file: null, notice };
  const file = openHistoryFile(path, cwd);
  if (typeof file === 'string') errors.push(`history: ${path} ${file}`);
  return { file: typeof file === 'string' ? null : file, notice: null };
}

/**
 * Reads the exclusion file that the input names, null for none; with a notice for the log if it is not used. On a pull request, and in a merge queue,
 * the version of the base counts: otherwise its author could exclude an endpoint from the check. Errors are added to `errors`.
 */
export async function readActionExclusions(
  path: string | null,
  { cwd, event, errors }: { readonly cwd: string; readonly event: WorkflowEvent; readonly errors: string[] },
): Promise<{ readonly exclusions: ExclusionFile | null; readonly notice: string | null }> {
  const options = { cwd, option: 'exclude', errors };
  if (path === null) return { exclusions: null, notice: null };
  if (!isProposal(event)) return { exclusions: readExclusions(path, options), notice: null };
  // Whatever the scope: if the pull request's commit is checked out, its parent may be the author's too.
  const base = findProposalBase(event);
  const since = typeof base === 'string' ? null : base.since;
  const exclusions = since === null ? null : await readCommitted(path, since, options);
  if (exclusions !== null) return { exclusions, notice: null };
  const name = relative(cwd, resolve(cwd, path));
  const proposal = event.name === 'merge_group' ? 'merge group' : 'pull request';
  const notice = `exclude: ${name} is not in the base of the ${proposal}, so it excludes nothing`;
  return { exclusions, notice };
}
