import { relative } from 'node:path';
import { checks } from '../checks/index.js';
import { type FailLevel, failLevels } from '../engine/exit-code.js';
import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import { isBehindLink } from '../engine/report-file.js';
import { defaults } from '../engine/check-options.js';
import type { Shard } from '../engine/shard.js';
import { type BaseUrl, parseBaseUrl } from '../query/base-url.js';
import { validateToken } from '../query/token.js';
import { reporters } from '../reporters/index.js';
import { scopes, type Scope } from './event.js';

/** The inputs of action.yml, read. */
export interface Inputs {
  readonly paths: readonly string[];
  readonly scope: Scope;
  readonly only: ReadonlySet<string>;
  readonly failOn: FailLevel;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly fileName: string;
  readonly shard: Shard | null;
  readonly network: boolean;
  readonly allowPrivate: boolean;
  readonly reports: readonly ReportTarget[];
  readonly summary: boolean;
  /** The query service to test; null for none. */
  readonly service: ServiceInputs | null;
}

/** A query service, its token, and the networks to ask for. */
export interface ServiceInputs {
  readonly base: BaseUrl;
  readonly token: string;
  readonly networks: readonly string[];
}

/** Reads the inputs, the defaults where one is empty; what is wrong is added to the usageErrors, all of it at once. */
export function readInputs(getInput: (name: string) => string, cwd: string, usageErrors: string[]): Inputs {
  const reader = new OptionReader(usageErrors, Object.keys(reporters));
  const given = (name: string) => getInput(name) || undefined;
  const lines = (name: string) =>
    getInput(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  const shard = given('shard');
  const fileOnly = lines('reports').filter((report) => {
    if (report.includes('=')) return true;
    usageErrors.push(`reports: "${report}" names no file; write it like ${report}=FILE`);
    return false;
  });
  const paths = lines('paths');
  return {
    paths: paths.length > 0 ? paths : ['.'],
    scope: reader.choice('scope', given('scope') ?? 'auto', scopes),
    only: reader.list(
      'only',
      given('only'),
      checks.map(({ kind }) => kind),
    ),
    failOn: reader.choice('fail-on', given('fail-on') ?? failLevels[0], failLevels),
    timeoutMs: reader.duration('timeout', given('timeout') ?? `${defaults.timeoutMs}ms`),
    retries: reader.integer('retries', given('retries') ?? String(defaults.retries), 0, 10),
    concurrency: reader.integer(
      'concurrency',
      given('concurrency') ?? String(defaults.concurrency),
      1,
      1_000,
    ),
    fileName: reader.fileName('file-name', given('file-name') ?? defaults.fileName),
    shard: shard === undefined ? null : reader.shard('shard', shard),
    network: readBoolean('network', given('network') ?? 'true', usageErrors),
    allowPrivate: readBoolean('allow-private', given('allow-private') ?? 'false', usageErrors),
    reports: refuseLinks(reader.reports('reports', fileOnly, cwd), cwd, usageErrors),
    service: readServiceInputs(getInput, usageErrors),
    summary: readBoolean('summary', given('summary') ?? 'true', usageErrors),
  };
}

/** All three inputs, or none. */
function readServiceInputs(getInput: (name: string) => string, usageErrors: string[]): ServiceInputs | null {
  const [url, token, networks] = ['api-base-url', 'api-token', 'api-networks'].map(getInput);
  if (!url && !token && !networks) return null;
  const base = parseBaseUrl(url ?? '');
  if (typeof base === 'string') usageErrors.push(`api-base-url: ${base}`);
  const wrong = validateToken(token ?? '');
  if (wrong !== null) usageErrors.push(`api-token: ${wrong}`);
  const names = (networks ?? '').split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) usageErrors.push('api-networks: name the networks to ask for');
  return typeof base === 'string' || wrong !== null
    ? null
    : { base, token: token ?? '', networks: [...new Set(names)] };
}

/** What is checked out is a stranger's, and a link in it may lead anywhere: no report is written through one. */
function refuseLinks(
  targets: readonly ReportTarget[],
  cwd: string,
  usageErrors: string[],
): readonly ReportTarget[] {
  for (const { file } of targets) {
    if (file === null || !isBehindLink(file, cwd)) continue;
    usageErrors.push(
      `reports: ${relative(cwd, file)} is, or is behind, a symbolic link of what is checked out`,
    );
  }
  return targets;
}

/** As the core schema of YAML 1.2 has it, which is how actions read theirs. */
function readBoolean(name: string, text: string, usageErrors: string[]): boolean {
  if (/^(true|True|TRUE)$/.test(text)) return true;
  if (!/^(false|False|FALSE)$/.test(text)) usageErrors.push(`${name}: "${text}" is neither true nor false`);
  return false;
}
