import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { checks } from '../checks/index.js';
import { type FailLevel, failLevels } from '../engine/exit-code.js';
import { parseShard, type Shard } from '../engine/shard.js';
import { type CheckOptions, defaults } from '../engine/settings.js';
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
  readonly fileName?: string;
  readonly since?: string;
  readonly shard?: string;
  readonly chainId?: string;
  readonly allowPrivate?: boolean;
  readonly proxy?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly color?: boolean;
}

/** A reporter and where its text goes; null for standard output. */
export interface ReportTarget {
  readonly name: string;
  readonly file: string | null;
}

/** Options as the program uses them. */
export interface Settings {
  readonly only: ReadonlySet<string>;
  readonly network: boolean;
  readonly reports: readonly ReportTarget[];
  readonly failOn: FailLevel;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly concurrency: number;
  readonly perHost: number;
  readonly fileName: string;
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
  fileName: defaults.fileName,
} as const;

/** Reads the options; what is wrong is added to the complaints. */
export function readSettings(
  raw: RawOptions,
  { cwd, env }: Pick<Io, 'cwd' | 'env'>,
  complaints: string[],
): Settings {
  const reader = new Reader(complaints);
  if (raw.quiet === true && raw.verbose === true) complaints.push('--quiet and --verbose exclude each other');
  const chooseProxy = raw.proxy === true ? readProxy(env, complaints) : undefined;
  return {
    only: reader.list(
      '--only',
      raw.only,
      checks.map(({ kind }) => kind),
    ),
    network: raw.network ?? true,
    reports: reader.reports(raw.reporter ?? ['pretty'], cwd),
    failOn: reader.choice('--fail-on', raw.failOn ?? defaultTexts.failOn, failLevels),
    timeoutMs: reader.duration('--timeout', raw.timeout ?? defaultTexts.timeout),
    retries: reader.integer('--retries', raw.retries ?? defaultTexts.retries, 0, 10),
    concurrency: reader.integer('--concurrency', raw.concurrency ?? defaultTexts.concurrency, 1, 1_000),
    perHost: reader.integer('--per-host', raw.perHost ?? defaultTexts.perHost, 1, 1_000),
    fileName: reader.fileName('--file-name', raw.fileName ?? defaultTexts.fileName),
    since: raw.since ?? null,
    shard: raw.shard === undefined ? null : reader.shard('--shard', raw.shard),
    allowPrivate: raw.allowPrivate ?? false,
    ...(chooseProxy === undefined ? {} : { chooseProxy }),
    detail: raw.quiet === true ? 'quiet' : raw.verbose === true ? 'verbose' : 'normal',
    color: raw.color,
  };
}

/** Reads a duration like `20s`, `500ms` or `2m` in milliseconds, null for anything else or for none at all. */
export function parseDuration(text: string): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1_000, m: 60_000 }[unit];
  const ms = factor === undefined ? 0 : Math.round(Number(amount) * factor);
  return ms > 0 && ms <= 3_600_000 ? ms : null;
}

class Reader {
  readonly #complaints: string[];

  constructor(complaints: string[]) {
    this.#complaints = complaints;
  }

  list(option: string, text: string | undefined, known: readonly string[]): ReadonlySet<string> {
    if (text === undefined) return new Set(known);
    const names = text.split(',').map((name) => name.trim());
    for (const name of names.filter((candidate) => !known.includes(candidate))) {
      this.#complain(option, `"${name}" is none of ${known.join(', ')}`);
    }
    return new Set(names);
  }

  choice<Choice extends string>(option: string, text: string, known: readonly [Choice, ...Choice[]]): Choice {
    const found = known.find((choice) => choice === text);
    if (found === undefined) this.#complain(option, `"${text}" is none of ${known.join(', ')}`);
    return found ?? known[0];
  }

  duration(option: string, text: string): number {
    const ms = parseDuration(text);
    if (ms === null)
      this.#complain(option, `"${text}" is not a duration up to an hour; write it like 20s or 500ms`);
    return ms ?? 0;
  }

  integer(option: string, text: string, least: number, most: number): number {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.#complain(option, `"${text}" is not a whole number from ${least} to ${most}`);
    return least;
  }

  shard(option: string, text: string): Shard {
    const shard = parseShard(text);
    if (shard === null) this.#complain(option, `"${text}" is not a part like 2/8`);
    return shard ?? { index: 1, count: 1 };
  }

  fileName(option: string, text: string): string {
    if (text === '' || /[/\\]/.test(text) || text === '.' || text === '..') {
      this.#complain(option, `"${text}" is not the name of a file`);
    }
    return text;
  }

  reports(texts: readonly string[], cwd: string): ReportTarget[] {
    const targets = texts.map((text) => this.#report(text, cwd));
    const shown = targets.filter(({ file }) => file === null);
    if (shown.length > 1) {
      const names = shown.map(({ name }) => name).join(' and ');
      this.#complain(
        '--reporter',
        `${names} both go to standard output; give one of them a file, ${shown[1]?.name ?? ''}=FILE`,
      );
    }
    return targets;
  }

  #report(text: string, cwd: string): ReportTarget {
    const [name = '', ...rest] = text.split('=');
    const file = rest.length === 0 ? null : rest.join('=');
    const known = Object.keys(reporters);
    if (!known.includes(name)) this.#complain('--reporter', `"${name}" is none of ${known.join(', ')}`);
    if (file === '') this.#complain('--reporter', `"${text}" names no file behind the =`);
    else if (file !== null) this.#requireFolder(file, cwd);
    return { name, file: file === null ? null : resolve(cwd, file) };
  }

  #requireFolder(file: string, cwd: string): void {
    const folder = dirname(resolve(cwd, file));
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
      this.#complain('--reporter', `the folder of ${file} does not exist`);
    } else if (statSync(resolve(cwd, file), { throwIfNoEntry: false })?.isDirectory() === true) {
      this.#complain('--reporter', `${file} is a folder`);
    }
  }

  #complain(option: string, what: string): void {
    this.#complaints.push(`${option}: ${what}`);
  }
}
