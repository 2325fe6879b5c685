import type { CheckOptions } from '../engine/check-options.js';
import { OptionReader, type ReportTarget } from '../engine/option-reader.js';
import type { Face, Options } from '../engine/options/option-rows.js';
import { type RawOptions, readOptions } from '../engine/options/read-options.js';
import { writeCommandLineOption } from '../model/write-option.js';
import { reporters } from '../reporters/index.js';
import type { RenderOptions } from '../reporters/reporter.js';
import type { Io } from './io.js';
import { readProxy } from './proxy.js';

type ReportingFace = 'check' | 'probe' | 'add' | 'smoke' | 'merge';

export interface OutputSettings {
  readonly reports: readonly ReportTarget[];
  readonly detail: RenderOptions['detail'];
  /** Null to decide by the environment and the output. */
  readonly color: boolean | null;
  readonly hideUnchanged?: boolean;
}

/** The parsed options of a command with reports. */
export type Settings<Of extends ReportingFace> = Options<Of> &
  OutputSettings & { readonly chooseProxy?: NonNullable<CheckOptions['chooseProxy']> };

/** Parses the options of a command with reports. Errors are added to `errors`. */
export function readSettings<Of extends ReportingFace>(
  face: Of,
  raw: RawOptions,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  errors: string[],
): Settings<Of> {
  const reader = new OptionReader(errors, reporters);
  const options = readOptions(face, raw, reader, writeCommandLineOption);
  const { quiet, verbose, reporter } = options as unknown as Options<ReportingFace>;
  if (quiet && verbose) errors.push('--quiet and --verbose exclude each other');
  const chooseProxy = raw['proxy'] === true ? readProxy(env, errors) : undefined;
  return {
    ...options,
    reports: reader.reports('--reporter', reporter, cwd),
    detail: quiet ? 'quiet' : verbose ? 'verbose' : 'normal',
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
  } as unknown as Settings<Of>;
}

/** Parses the options of a command without reports. Errors are added to `errors`. */
export function readCommandOptions<Of extends Face>(
  face: Of,
  raw: RawOptions,
  errors: string[],
): Options<Of> {
  return readOptions(face, raw, new OptionReader(errors, []), writeCommandLineOption);
}
