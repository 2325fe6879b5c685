import { relative, resolve } from 'node:path';
import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import { readSettings, type Settings } from '../engine/read-settings.js';
import { isBehindLink } from '../engine/report-file.js';
import { type BaseUrl, parseBaseUrl } from '../query/base-url.js';
import { validateToken } from '../query/token.js';
import { writeActionInput } from '../model/write-option.js';
import { reporters } from '../reporters/index.js';
import { scopes, type Scope } from './event.js';

/** The inputs of action.yml, parsed. */
export interface Inputs extends Settings {
  readonly paths: readonly string[];
  /** The path of the history file that the run is recorded in; null for none. */
  readonly history: string | null;
  readonly scope: Scope;
  /** Null where the event decides. */
  readonly hideUnchanged: boolean | null;
  readonly network: boolean;
  /** Whether to find out if browsers may use the endpoints. */
  readonly cors: boolean;
  readonly allowPrivate: boolean;
  readonly reports: readonly ReportTarget[];
  readonly summary: boolean;
  /** The query service to test; null for none. */
  readonly service: ServiceInputs | null;
}

/** A query service, the token for it, and the networks to call it for. */
export interface ServiceInputs {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
}

/** Parses the inputs, with the default where one is empty. All errors are added to `errors`, each with its input's name. */
export function readInputs(getInput: (name: string) => string, cwd: string, errors: string[]): Inputs {
  const reader = new OptionReader(errors, reporters);
  const input = (name: string) => getInput(name) || undefined;
  const paths = readLines(getInput('paths'));
  if (paths.includes('-')) errors.push('paths: the Action has no standard input to read for -');
  const hideUnchanged = input('hide-unchanged');
  const fileOnly = readLines(getInput('reports')).filter((report) => {
    const writesFiles = reporters.some(({ name, writes }) => name === report && writes === 'files');
    if (report.includes('=') || writesFiles) return true;
    errors.push(`reports: expected name=file, got "${report}": write ${report}=FILE`);
    return false;
  });
  const settings = {
    only: input('only'),
    failOn: input('fail-on'),
    timeout: input('timeout'),
    retries: input('retries'),
    concurrency: input('concurrency'),
    shard: input('shard'),
    format: input('format'),
    userAgent: input('user-agent'),
    exclude: input('exclude'),
  };
  return {
    ...readSettings(settings, reader, writeActionInput),
    paths: paths.length > 0 ? paths : ['.'],
    history: readHistoryInput(input('history') ?? null, cwd, errors),
    scope: reader.choice('scope', input('scope') ?? 'auto', { noun: 'scope', known: scopes }),
    hideUnchanged: hideUnchanged === undefined ? null : reader.boolean('hide-unchanged', hideUnchanged),
    network: reader.boolean('network', input('network') ?? 'true'),
    cors: reader.boolean('cors', input('cors') ?? 'false'),
    allowPrivate: reader.boolean('allow-private', input('allow-private') ?? 'false'),
    reports: refuseLinks(reader.reports('reports', fileOnly, cwd), cwd, errors),
    summary: reader.boolean('summary', input('summary') ?? 'true'),
    service: readServiceInputs(getInput, errors),
  };
}

/** The lines of an input that lists something, one per line. */
export function readLines(input: string): readonly string[] {
  return input
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** All three inputs, or none. */
function readServiceInputs(getInput: (name: string) => string, errors: string[]): ServiceInputs | null {
  const url = getInput('api-base-url');
  const token = getInput('api-token');
  const networks = getInput('api-networks');
  if (url === '' && token === '' && networks === '') return null;
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

function readHistoryInput(path: string | null, cwd: string, errors: string[]): string | null {
  if (path !== null) refuseLink('history', resolve(cwd, path), cwd, errors);
  return path;
}

function refuseLinks(
  targets: readonly ReportTarget[],
  cwd: string,
  errors: string[],
): readonly ReportTarget[] {
  for (const { path } of targets) if (path !== null) refuseLink('reports', path, cwd, errors);
  return targets;
}

/** The checkout is untrusted and a symbolic link in it may lead anywhere, so nothing is read or written through one. */
export function refuseLink(input: string, file: string, cwd: string, errors: string[]): void {
  if (isBehindLink(file, cwd))
    errors.push(`${input}: ${relative(cwd, file)} is, or is behind, a symbolic link of the checkout`);
}
