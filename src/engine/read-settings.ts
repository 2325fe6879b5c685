import { checks } from '../checks/index.js';
import { describeUnknown } from '../model/describe-unknown.js';
import { formats } from '../formats/index.js';
import type { Format } from '../formats/format.js';
import type { WriteOption } from '../model/write-option.js';
import { defaultUserAgent } from '../net/user-agent.js';
import { defaults, describeUserAgent, isUserAgent } from './check-options.js';
import { type FailLevel, failLevels } from './exit-code.js';
import type { EndpointKind } from '../model/endpoint-kind.generated.js';
import type { OptionReader } from './option-reader.js';
import type { Shard } from './shard.js';

/** The settings that the command line and the Action share, as users write them; undefined for the default. */
export interface RawSettings {
  readonly only?: string | undefined;
  readonly failOn?: string | undefined;
  readonly timeout?: string | undefined;
  readonly retries?: string | undefined;
  readonly concurrency?: string | undefined;
  readonly shard?: string | undefined;
  readonly format?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly exclude?: string | undefined;
}

/** The same, parsed. */
export interface Settings {
  readonly only: ReadonlySet<EndpointKind>;
  readonly failOn: FailLevel;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly shard: Shard | null;
  /** Of every path; null to recognise it. */
  readonly format: Format | null;
  readonly userAgent: string;
  /** The path of the exclusion file; null for none. */
  readonly exclude: string | null;
}

/** The defaults as users write them. */
export const defaultTexts = {
  failOn: failLevels[0],
  timeout: `${defaults.timeoutMs / 1_000}s`,
  retries: String(defaults.retries),
  concurrency: String(defaults.concurrency),
  perHost: String(defaults.perHost),
  references: String(defaults.references),
} as const;

/** Parses the settings. Errors go to the reader, each with its option's name as `writeOption` writes it. */
export function readSettings(raw: RawSettings, reader: OptionReader, writeOption: WriteOption): Settings {
  const kinds = { noun: 'kind', known: checks.map(({ kind }) => kind) };
  const { userAgent = defaultUserAgent, format } = raw;
  if (!isUserAgent(userAgent)) reader.report(writeOption('userAgent'), describeUserAgent(userAgent));
  const { failOn = defaultTexts.failOn, timeout = defaultTexts.timeout, shard } = raw;
  const { retries = defaultTexts.retries, concurrency = defaultTexts.concurrency } = raw;
  return {
    only: reader.list(writeOption('only'), raw.only, kinds),
    failOn: reader.choice(writeOption('failOn'), failOn, { noun: 'level', known: failLevels }),
    timeoutMs: reader.duration(writeOption('timeout'), timeout),
    retries: reader.integer(writeOption('retries'), retries, 0, 10),
    concurrency: reader.integer(writeOption('concurrency'), concurrency, 1, 1_000),
    format: format === undefined ? null : readFormat(writeOption('format'), format, reader),
    userAgent,
    exclude: raw.exclude ?? null,
    shard: shard === undefined ? null : reader.shard(writeOption('shard'), shard),
  };
}

function readFormat(option: string, name: string, reader: OptionReader): Format | null {
  const found = formats.find((format) => format.name === name);
  if (found === undefined) {
    const known = formats.map((format) => format.name);
    reader.report(option, describeUnknown('format', name, known));
  }
  return found ?? null;
}
