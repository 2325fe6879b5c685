import { dirname, resolve } from 'node:path';
import { isDirectory } from '../registry/layout.js';
import { parseShard, type Shard } from './shard.js';

/** A reporter and where its text goes; null for standard output. */
export interface ReportTarget {
  readonly name: string;
  readonly file: string | null;
}

/** Reads a duration like `20s`, `500ms` or `2m` in milliseconds, null for anything else or for none at all. */
export function parseDuration(text: string): number | null {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? [];
  const factor = { ms: 1, s: 1_000, m: 60_000 }[unit];
  const ms = factor === undefined ? 0 : Math.round(Number(amount) * factor);
  return ms > 0 && ms <= 3_600_000 ? ms : null;
}

/** Reads options as they are written, and collects what is wrong with them, each by its option's name. */
export class OptionReader {
  readonly #usageErrors: string[];
  readonly #reporters: readonly string[];

  /** What is wrong is added to the usageErrors. `reporters` are the names of those that there are. */
  constructor(usageErrors: string[], reporters: readonly string[]) {
    this.#usageErrors = usageErrors;
    this.#reporters = reporters;
  }

  /** Names, comma-separated; all that are known where there is no text. */
  list(option: string, text: string | undefined, known: readonly string[]): ReadonlySet<string> {
    if (text === undefined) return new Set(known);
    const names = text.split(',').map((name) => name.trim());
    for (const name of names.filter((candidate) => !known.includes(candidate))) {
      this.#complain(option, `"${name}" is none of ${known.join(', ')}`);
    }
    return new Set(names);
  }

  /** One of the known. */
  choice<Choice extends string>(option: string, text: string, known: readonly [Choice, ...Choice[]]): Choice {
    const found = known.find((choice) => choice === text);
    if (found === undefined) this.#complain(option, `"${text}" is none of ${known.join(', ')}`);
    return found ?? known[0];
  }

  /** A duration in milliseconds. */
  duration(option: string, text: string): number {
    const ms = parseDuration(text);
    if (ms === null)
      this.#complain(option, `"${text}" is not a duration up to an hour; write it like 20s or 500ms`);
    return ms ?? 0;
  }

  /** A whole number between two, both included. */
  integer(option: string, text: string, least: number, most: number): number {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    this.#complain(option, `"${text}" is not a whole number from ${least} to ${most}`);
    return least;
  }

  /** A part like `2/8`. */
  shard(option: string, text: string): Shard {
    const shard = parseShard(text);
    if (shard === null) this.#complain(option, `"${text}" is not a part like 2/8`);
    return shard ?? { index: 1, count: 1 };
  }

  /** Reporters as `name` or `name=file`, of which one may go to standard output. */
  reports(option: string, texts: readonly string[], cwd: string): ReportTarget[] {
    const targets = texts.map((text) => this.#report(option, text, cwd));
    const files = targets.flatMap(({ file }) => file ?? []);
    for (const file of new Set(files.filter((candidate, index) => files.indexOf(candidate) !== index))) {
      this.#complain(option, `several reports go to ${file}, of which the last alone would stay`);
    }
    const shown = targets.filter(({ file }) => file === null);
    if (shown.length > 1) {
      const names = shown.map(({ name }) => name).join(' and ');
      this.#complain(
        option,
        `${names} both go to standard output; give one of them a file, ${shown[1]?.name ?? ''}=FILE`,
      );
    }
    return targets;
  }

  #report(option: string, text: string, cwd: string): ReportTarget {
    const [name = '', ...rest] = text.split('=');
    const file = rest.length === 0 ? null : rest.join('=');
    const known = this.#reporters;
    if (!known.includes(name)) this.#complain(option, `"${name}" is none of ${known.join(', ')}`);
    if (file === '') this.#complain(option, `"${text}" names no file behind the =`);
    else if (file !== null) this.#requireFolder(option, file, cwd);
    return { name, file: file === null ? null : resolve(cwd, file) };
  }

  #requireFolder(option: string, file: string, cwd: string): void {
    const directory = dirname(resolve(cwd, file));
    if (!isDirectory(directory)) {
      this.#complain(option, `the directory of ${file} does not exist`);
    } else if (isDirectory(resolve(cwd, file))) {
      this.#complain(option, `${file} is a directory`);
    }
  }

  #complain(option: string, what: string): void {
    this.#usageErrors.push(`${option}: ${what}`);
  }
}
