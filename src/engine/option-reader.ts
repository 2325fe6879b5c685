import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describeUnknown } from '../model/describe-unknown.js';
import { isDirectory } from '../registry/layout.js';
import { identifyFile } from './identify-file.js';
import { parseShard, type Shard } from './shard.js';

/** A reporter and where it writes to: a file, a directory if it writes several, null for standard output. */
export interface ReportTarget {
  readonly name: string;
  readonly path: string | null;
}

interface KnownReporter {
  readonly name: string;
  readonly writes: 'text' | 'files';
}

/** The longest duration of an option, in milliseconds: an hour. */
export const longestDurationMs = 3_600_000;

/** Parses a duration such as `20s`, `500ms` or `2m` into milliseconds; null for anything else, for zero, and for more than an hour. */
export function parseDuration(text: string): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1_000, m: 60_000 }[unit];
  const ms = factor === undefined ? 0 : Math.round(Number(amount) * factor);
  return ms > 0 && ms <= longestDurationMs ? ms : null;
}

/** Reads options as the user wrote them, and collects all errors, each with its option's name. */
export class OptionReader {
  readonly #errors: string[];
  readonly #reporters: readonly KnownReporter[];

  /** Errors are added to `errors`. `reporters` are the known ones. */
  constructor(errors: string[], reporters: readonly KnownReporter[]) {
    this.#errors = errors;
    this.#reporters = reporters;
  }

  /** Known names, comma-separated; all of them if the option is missing. `noun` is what errors call such a name. */
  list<Name extends string>(
    option: string,
    text: string | undefined,
    { noun, known }: { readonly noun: string; readonly known: readonly Name[] },
  ): ReadonlySet<Name> {
    if (text === undefined) return new Set(known);
    const named = text.split(',').map((name) => name.trim());
    return new Set(
      named.flatMap((name) => {
        const found = known.find((candidate) => candidate === name);
        if (found === undefined) this.report(option, describeUnknown(noun, name, known));
        return found ?? [];
      }),
    );
  }

  /** One of the known names; the first of them after an error. `noun` is what errors call such a name. */
  choice<Choice extends string>(
    option: string,
    text: string,
    { noun, known }: { readonly noun: string; readonly known: readonly [Choice, ...Choice[]] },
  ): Choice {
    const found = known.find((choice) => choice === text);
    if (found === undefined) this.report(option, describeUnknown(noun, text, known));
    return found ?? known[0];
  }

  /** A duration in milliseconds; 0 after an error. */
  duration(option: string, text: string): number {
    const ms = parseDuration(text);
    if (ms === null)
      this.report(option, `expected a duration such as 20s or 500ms, at most an hour, got "${text}"`);
    return ms ?? 0;
  }

  /** An integer between two bounds, both included; the lower one after an error. */
  integer(option: string, text: string, min: number, max: number): number {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.report(option, `expected an integer from ${min} to ${max}, got "${text}"`);
    return min;
  }

  /** True or false, as the core schema of YAML 1.2 writes them; false after an error. */
  boolean(option: string, text: string): boolean {
    if (/^(true|True|TRUE)$/.test(text)) return true;
    if (!/^(false|False|FALSE)$/.test(text)) this.report(option, `expected true or false, got "${text}"`);
    return false;
  }

  /** A part such as `2/8`; the whole after an error. */
  shard(option: string, text: string): Shard {
    const shard = parseShard(text);
    if (shard === null) this.report(option, `expected a part such as 2/8, got "${text}"`);
    return shard ?? { index: 1, count: 1 };
  }

  /** Reporters as `name`, `name=file` or `name=directory`, at most one of them to standard output. */
  reports(option: string, texts: readonly string[], cwd: string): ReportTarget[] {
    const targets = texts.map((text) => this.#parseTarget(option, text, cwd));
    const paths = targets.flatMap(({ path }) => path ?? []);
    const files = paths.map((path) => identifyFile(path) ?? path);
    for (const path of new Set(paths.filter((_, index) => files.indexOf(files[index] ?? '') !== index))) {
      this.report(option, `several reports would be written to ${path}: give each its own file`);
    }
    const shown = targets.filter(({ name, path }) => path === null && !this.#writesFiles(name));
    if (shown.length > 1) {
      const names = shown.map(({ name }) => name).join(' and ');
      this.report(
        option,
        `${names} would both be written to standard output: give one a file, ${shown[1]?.name ?? ''}=FILE`,
      );
    }
    return targets;
  }

  #parseTarget(option: string, text: string, cwd: string): ReportTarget {
    const [name = '', ...rest] = text.split('=');
    const path = rest.length === 0 ? null : rest.join('=');
    const known = this.#reporters.map((reporter) => reporter.name);
    if (!known.includes(name)) this.report(option, describeUnknown('reporter', name, known));
    const writesFiles = this.#writesFiles(name);
    if (path === '')
      this.report(option, `expected a ${writesFiles ? 'directory' : 'file'} after =, got "${text}"`);
    else if (path !== null) this.#requireWritable(option, path, { cwd, writesFiles });
    else if (writesFiles) this.report(option, `${name} writes several files: write ${name}=DIRECTORY`);
    return { name, path: path === null ? null : resolve(cwd, path) };
  }

  #writesFiles(name: string): boolean {
    return this.#reporters.some((reporter) => reporter.name === name && reporter.writes === 'files');
  }

  /** A file, or a directory for several, may not exist yet, but the directory that it is in does. */
  #requireWritable(
    option: string,
    path: string,
    { cwd, writesFiles }: { readonly cwd: string; readonly writesFiles: boolean },
  ): void {
    const absolute = resolve(cwd, path);
    if (!isDirectory(dirname(absolute))) this.report(option, `the directory of ${path} does not exist`);
    else if (!writesFiles && isDirectory(absolute)) this.report(option, `${path} is a directory`);
    else if (writesFiles && existsSync(absolute) && !isDirectory(absolute))
      this.report(option, `${path} is not a directory`);
  }

  /** Adds an error, with its option's name. */
  report(option: string, error: string): void {
    this.add(`${option}: ${error}`);
  }

  /** Adds errors that name their options. */
  add(...errors: readonly string[]): void {
    this.#errors.push(...errors);
  }
}
