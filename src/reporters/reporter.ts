import type { OwnChanges, Report } from '../model/report.js';
import { capabilityNames, type Requirement } from '../model/capability.js';
import type { ChangedText } from './diff.js';
import type { Rule } from '../model/rule.js';
import { describeValue, isJsonObject } from '../model/json.js';
import { describeUnknown } from '../model/describe-unknown.js';

/** Input of a reporter besides the report. */
export interface RenderOptions {
  readonly color: boolean;
  /** Width at which lines are wrapped, in columns; null for no wrapping, so that tools find each finding on one line. */
  readonly columns: number | null;
  /** `quiet` shows what needs attention, `verbose` everything. */
  readonly detail: 'quiet' | 'normal' | 'verbose';
  /** Contents of the files by path in the report, to quote the lines of findings and to place fixes. */
  readonly texts: ReadonlyMap<string, string>;
  /** Path from the working directory to the directory that the report's paths are relative to; empty if they are the same. */
  readonly pathPrefix: string;
  /** All rules, for reporters that explain them. */
  readonly rules: readonly Rule[];
  /** Which part of the registry was checked and why, in sentences; null if all of it was. */
  readonly scope: string | null;
  /** Which part the reader changed, which `pretty` shows first; null if that is unknown or nothing. */
  readonly ownChanges: OwnChanges | null;
  /** Name of the registry, such as `owner/name`, for pages that are read elsewhere; null if unknown. */
  readonly registry: string | null;
  /** What `--fix` would change, which `markdown` shows as a diff. */
  readonly changes: readonly ChangedText[];
  /** What endpoints must have to be in the list. */
  readonly require: readonly Requirement[];
}

/** One of several files that a reporter creates. */
export interface RenderedFile {
  /** A file name without a path, valid on every file system and distinct regardless of case. */
  readonly name: string;
  readonly text: string;
}

/** The output of a reporter: a string, its parts if it may be too long to be created at once, or several files of a directory. */
export type ReporterOutput = string | Generator<string> | readonly RenderedFile[];

/** Renders a report. Prints and writes nothing. */
export type Render = (report: Report, options: RenderOptions) => ReporterOutput;

/** What an option must be, and whether a value is that. */
type Form = readonly [expected: string, isValid: (value: unknown) => boolean];

const text: Form = ['a string', (value) => typeof value === 'string'];
const textOrNull: Form = ['a string or null', (value) => value === null || typeof value === 'string'];
const details: readonly unknown[] = ['quiet', 'normal', 'verbose'] satisfies RenderOptions['detail'][];

const changedText: Readonly<Record<keyof ChangedText, string>> = {
  path: 'string',
  beforeText: 'string',
  afterText: 'string',
  recoded: 'boolean',
};

const forms: Readonly<Record<keyof RenderOptions, Form>> = {
  color: ['a boolean', (value) => typeof value === 'boolean'],
  columns: ['an integer of 1 or more, or null', (value) => value === null || isCount(value)],
  detail: ['quiet, normal or verbose', (value) => details.includes(value)],
  texts: ['a Map of texts', (value) => value instanceof Map],
  pathPrefix: text,
  require: listOf('{ name, least }', ({ name, least }) => typeof name === 'string' && isCount(least)),
  rules: listOf('rules', ({ code }) => typeof code === 'string'),
  scope: textOrNull,
  ownChanges: [
    '{ ref, isOwn } or null',
    (value) =>
      value === null ||
      (isJsonObject(value) && typeof value['ref'] === 'string' && typeof value['isOwn'] === 'function'),
  ],
  registry: textOrNull,
  changes: listOf('{ path, beforeText, afterText, recoded }', (item) =>
    Object.entries(changedText).every(([name, type]) => typeof item[name] === type),
  ),
};

function listOf(noun: string, isItem: (item: Readonly<Record<string, unknown>>) => boolean): Form {
  return [
    `a list of ${noun}`,
    (value) => Array.isArray(value) && value.every((item) => isJsonObject(item) && isItem(item)),
  ];
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) > 0;
}

/** An error for each value that an option of `render` cannot have: JavaScript callers may pass anything. Unknown options have no error here. */
export function findRenderOptionErrors(options: Partial<RenderOptions>): string[] {
  return Object.entries(forms).flatMap(([option, [expected, isValid]]) => {
    const value: unknown = options[option as keyof RenderOptions];
    if (value === undefined) return [];
    if (!isValid(value)) return [`${option}: expected ${expected}, got ${describeValue(value)}`];
    if (option !== 'require') return [];
    // A misspelled name would be a list of nothing.
    return (value as readonly Requirement[])
      .filter(({ name }) => !capabilityNames.includes(name))
      .map(({ name }) => `require: ${describeUnknown('capability', name, capabilityNames)}`);
  });
}
