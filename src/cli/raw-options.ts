import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import { defaultTexts, readSettings, type Settings } from '../engine/read-settings.js';
import type { CheckOptions } from '../engine/check-options.js';
import type { FixLevel } from '../engine/edit/plan-fixes.js';
import { writeCommandLineOption } from '../model/write-option.js';
import { reporters } from '../reporters/index.js';
import type { RenderOptions } from '../reporters/reporter.js';
import type { Io } from './io.js';
import { readProxy } from './proxy.js';

export { defaultTexts };

/** Options as commander has them, before they are parsed. */
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
  readonly references?: string;
  readonly hideUnchanged?: boolean;
  readonly shard?: string;
  readonly format?: string;
  readonly exclude?: string;
  readonly history?: readonly string[];
  readonly dead?: boolean;
  readonly now?: string;
  readonly fix?: boolean;
  readonly fixAll?: boolean;
  readonly fixDryRun?: boolean;
  readonly chainId?: string;
  readonly allowPrivate?: boolean;
  readonly userAgent?: string;
  readonly cors?: boolean;
  readonly proxy?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** Options as the program uses them. */
export interface CheckSettings extends Settings {
  readonly network: boolean;
  readonly reports: readonly ReportTarget[];
  readonly perHost: number;
  readonly since: string | null;
  readonly references: number;
  readonly hideUnchanged: boolean;
  /** Which fixes to make before the check, and whether they are only shown; null for none. */
  readonly fix: { readonly level: FixLevel; readonly dryRun: boolean } | null;
  readonly allowPrivate: boolean;
  readonly cors: boolean;
  readonly chooseProxy?: NonNullable<CheckOptions['chooseProxy']>;
  readonly detail: RenderOptions['detail'];
  /** Undefined where the environment and the output decide. */
  readonly color: boolean | undefined;
}

/** The reporters of the command line, or the default one. Commander makes an empty string of an option whose value is missing. */
export function listReporters({ reporter }: RawOptions, usual: string): readonly string[] {
  return typeof reporter === 'object' ? reporter : [usual];
}

/** Parses the options. Errors are added to `errors`. */
export function parseOptions(
  raw: RawOptions,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  errors: string[],
): CheckSettings {
  const reader = new OptionReader(errors, reporters);
  if (raw.quiet === true && raw.verbose === true) errors.push('--quiet and --verbose exclude each other');
  if (raw.hideUnchanged === true && raw.since === undefined) errors.push('--hide-unchanged needs --since');
  const chooseProxy = raw.proxy === true ? readProxy(env, errors) : undefined;
  return {
    ...readSettings(raw, reader, writeCommandLineOption),
    network: raw.network ?? true,
    reports: reader.reports('--reporter', listReporters(raw, 'pretty'), cwd),
    perHost: reader.integer('--per-host', raw.perHost ?? defaultTexts.perHost, 1, 1_000),
    since: raw.since ?? null,
    references: reader.integer('--references', raw.references ?? defaultTexts.references, 0, 100),
    hideUnchanged: raw.hideUnchanged ?? false,
    fix: readFix(raw),
    allowPrivate: raw.allowPrivate ?? false,
    cors: raw.cors ?? false,
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
    detail: raw.quiet === true ? 'quiet' : raw.verbose === true ? 'verbose' : 'normal',
    color: raw.color,
  };
}

function readFix({ fix, fixAll, fixDryRun }: RawOptions): CheckSettings['fix'] {
  if (fix !== true && fixAll !== true && fixDryRun !== true) return null;
  return { level: fixAll === true ? 'fix-all' : 'fix', dryRun: fixDryRun === true };
}
