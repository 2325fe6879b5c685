import type { CheckOptions } from '../engine/library-arguments.js';
import { type Options, type RawOptions, readOptions } from '../engine/options/option-rows.js';
import { readReportTargets, type ReportTarget } from '../engine/report-targets.js';
import type { Requirement } from '../model/capability.js';
import type { RenderOptions } from '../reporters/reporter.js';
import type { Io } from './io.js';
import { parseUrl } from '../model/parse-url.js';
import { BlockList, isIP } from 'node:net';
import { existsSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

type ReportingFace = 'check' | 'probe' | 'add' | 'smoke' | 'merge';

export interface OutputSettings {
  readonly reports: readonly ReportTarget[];
  readonly detail: RenderOptions['detail'];
  /** Null to decide by the environment and the output. */
  readonly color: boolean | null;
  readonly hideUnchanged?: boolean;
  readonly require?: readonly Requirement[] | null;
}

export type Settings<Of extends ReportingFace> = Options<Of> &
  OutputSettings & { readonly chooseProxy?: ChooseProxy };

/** Parses the options of a command with reports. Errors are added to `errors`. */
export function readSettings<Of extends ReportingFace>(
  face: Of,
  raw: RawOptions,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  errors: string[],
): Settings<Of> {
  const options = readOptions(face, raw, errors);
  const { quiet, verbose, reporter } = options as unknown as Options<ReportingFace>;
  const reports = readReporters(reporter, cwd, errors);
  const isRequired = raw['require'] !== undefined;
  if (isRequired && !reports.some(({ name }) => name === 'list'))
    errors.push('--require needs --reporter list');
  const chooseProxy = raw['proxy'] === true ? readProxy(env, errors) : undefined;
  return {
    ...options,
    // What is required has to be found out.
    ...(isRequired ? { capabilities: true } : {}),
    reports,
    detail: quiet ? 'quiet' : verbose ? 'verbose' : 'normal',
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
  } as unknown as Settings<Of>;
}

/** Parses the values of `--reporter`; `names` are the known reporters, all by default. */
export function readReporters(
  texts: readonly string[],
  cwd: string,
  errors: string[],
  names?: readonly string[],
): readonly ReportTarget[] {
  const report = (error: string) => errors.push(`--reporter: ${error}`);
  return readReportTargets(texts, { cwd, report, ...(names === undefined ? {} : { names }) });
}

type ChooseProxy = NonNullable<CheckOptions['chooseProxy']>;

/**
 * Reads the proxy of the environment as curl does: `https_proxy` or `HTTPS_PROXY`, else `all_proxy` or `ALL_PROXY`; connections to
 * hosts of `no_proxy` or `NO_PROXY` are direct. Errors are added to `errors`.
 */
function readProxy(env: Io['env'], errors: string[]): ChooseProxy | undefined {
  const [name, value] = findFirst(env, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']);
  if (name === '') {
    errors.push('--proxy: set HTTPS_PROXY or ALL_PROXY, the environment has neither');
    return undefined;
  }
  const url = parse(value);
  if (url?.protocol !== 'http:') {
    errors.push(`--proxy: ${name} must be a url such as http://proxy.example.com:3128`);
    return undefined;
  }
  const { username, password } = url;
  const account = decode(`${username}:${password}`);
  if (account === null) {
    errors.push(
      `--proxy: ${name} has an invalid % escape in its user name or password: write a literal % as %25`,
    );
    return undefined;
  }
  const proxy = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 80 : Number(url.port),
    authorization: username === '' ? null : `Basic ${Buffer.from(account).toString('base64')}`,
  };
  const [, bypassed] = findFirst(env, ['no_proxy', 'NO_PROXY']);
  const isDirect = createBypass(bypassed);
  return (host) => (isDirect(host) ? null : proxy);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function findFirst(env: Io['env'], names: readonly string[]): [string, string] {
  const name = names.find((candidate) => (env[candidate] ?? '') !== '') ?? '';
  return [name, env[name] ?? ''];
}

function parse(text: string): URL | null {
  return parseUrl(text.includes('://') ? text : `http://${text}`);
}

/**
 * Whether connections to a host are direct by a value of `NO_PROXY`, as curl reads it (https://github.com/curl/curl/blob/master/lib/noproxy.c): names
 * with all names below them, addresses and their ranges, or `*` alone. Brackets around IPv6 are accepted too. An entry with a port matches nothing.
 */
export function createBypass(noProxy: string): (host: string) => boolean {
  if (noProxy.trim() === '*') return () => true;
  const ranges = new BlockList();
  const names: string[] = [];
  for (const entry of noProxy.toLowerCase().split(/[,\s]+/)) {
    const [network = '', length = ''] = entry.replace(/^\[([^\]]*)\]/, '$1').split('/');
    const mostBits = isIP(network) === 6 ? 128 : 32;
    // Like atoi(3); curl takes 0 for the address alone.
    const bits = Number.parseInt(length, 10) || mostBits;
    if (isIP(network) === 0) names.push(entry.replace(/^\.|\.$/g, ''));
    else if (bits > 0 && bits <= mostBits) ranges.addSubnet(network, bits, familyOf(network));
  }
  return (host) =>
    isIP(host) === 0
      ? names.some((name) => name !== '' && (host === name || host.endsWith(`.${name}`)))
      : ranges.check(host, familyOf(host));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/**
 * The paths that `*` and `?` stand for, sorted by name: other shells expand them, those of Windows leave it to the program. A pattern without a match
 * stays unchanged. Elsewhere all paths stay, since files may have such names.
 */
export function expandWildcards(
  paths: readonly string[],
  cwd: string,
  platform: NodeJS.Platform = process.platform,
): readonly string[] {
  if (platform !== 'win32') return paths;
  return paths.flatMap((path) => {
    const matches = /[*?]/.test(path) ? expandPath(path, cwd) : [];
    return matches.length === 0 ? [path] : matches;
  });
}

function expandPath(path: string, cwd: string): readonly string[] {
  // Each with a slash at its end.
  let places = [''];
  for (const part of path.split(/[\\/]/)) {
    places = /[*?]/.test(part)
      ? places.flatMap((place) => listFitting(resolve(cwd, place), part).map((name) => `${place}${name}/`))
      : places.map((place) => `${place}${part}/`);
  }
  return places.map((place) => place.slice(0, -1)).filter((place) => existsSync(resolve(cwd, place)));
}

function listFitting(directory: string, pattern: string): readonly string[] {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const fits = new RegExp(`^${source}$`, 'is');
  try {
    return readdirSync(directory)
      .filter((name) => fits.test(name) && (!name.startsWith('.') || pattern.startsWith('.')))
      .sort();
  } catch {
    return [];
  }
}
