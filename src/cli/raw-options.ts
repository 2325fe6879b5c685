import { checks } from '../checks/index.js';
import { type FailLevel, failLevels } from '../engine/exit-code.js';
import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import type { Shard } from '../engine/shard.js';
import { type CheckOptions, defaults } from '../engine/check-options.js';
import { reporters } from '../reporters/index.js';
import type { RenderOptions } from '../reporters/reporter.js';

import type { Io } from './io.js';
import { readProxy } from './proxy.js';

/** Options as commander has them, before they are read. */
export interface RawOptions {
  readonly only?: string;
  readonly network?: boolean;
  readonly reporter?: readonly string[];
  readonly failOn?: string;
  readonly timeout?: string;
  readonly retries?: string;
  readonly concurrency?: string;
  readonly perHost?: string;
  readonly since?: string;
  readonly shard?: string;
  readonly chainId?: string;
  readonly allowPrivate?: boolean;
  readonly proxy?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** Options as the program uses them. */
export interface CheckSettings {
  readonly only: ReadonlySet<string>;
  readonly network: boolean;
  readonly reports: readonly ReportTarget[];
  readonly failOn: FailLevel;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly perHost: number;
  readonly since: string | null;
  readonly shard: Shard | null;
  readonly allowPrivate: boolean;
  readonly chooseProxy?: NonNullable<CheckOptions['chooseProxy']>;
  readonly detail: RenderOptions['detail'];
  /** Undefined where the output decides. */
  readonly color: boolean | undefined;
}

/** The options' defaults as they are written on a command line. */
export const defaultTexts = {
  failOn: failLevels[0],
  timeout: `${defaults.timeoutMs / 1_000}s`,
  retries: String(defaults.retries),
  concurrency: String(defaults.concurrency),
  perHost: String(defaults.perHost),
} as const;

/** The reporters that were asked for, or the usual one. Commander makes an empty text of an option whose value is missing. */
export function listReporters({ reporter }: RawOptions, usual: string): readonly string[] {
  return typeof reporter === 'object' ? reporter : [usual];
}

/** Reads the options; what is wrong is added to the usageErrors. */
export function parseOptions(
  raw: RawOptions,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  usageErrors: string[],
): CheckSettings {
  const reader = new OptionReader(usageErrors, Object.keys(reporters));
  if (raw.quiet === true && raw.verbose === true)
    usageErrors.push('--quiet and --verbose exclude each other');
  const chooseProxy = raw.proxy === true ? readProxy(env, usageErrors) : undefined;
  return {
    only: reader.list(
      '--only',
      raw.only,
      checks.map(({ kind }) => kind),
    ),
    network: raw.network ?? true,
    reports: reader.reports('--reporter', listReporters(raw, 'pretty'), cwd),
    failOn: reader.choice('--fail-on', raw.failOn ?? defaultTexts.failOn, failLevels),
    timeoutMs: reader.duration('--timeout', raw.timeout ?? defaultTexts.timeout),
    retries: reader.integer('--retries', raw.retries ?? defaultTexts.retries, 0, 10),
    concurrency: reader.integer('--concurrency', raw.concurrency ?? defaultTexts.concurrency, 1, 1_000),
    perHost: reader.integer('--per-host', raw.perHost ?? defaultTexts.perHost, 1, 1_000),
    since: raw.since ?? null,
    shard: raw.shard === undefined ? null : reader.shard('--shard', raw.shard),
    allowPrivate: raw.allowPrivate ?? false,
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
    detail: raw.quiet === true ? 'quiet' : raw.verbose === true ? 'verbose' : 'normal',
    color: raw.color,
  };
}
