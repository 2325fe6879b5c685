import { capabilityNames, type Requirement } from '../model/capability.js';
import { describeValue, isJsonObject } from '../model/json.js';
import { describeUnknown } from '../model/describe-unknown.js';
import type { ChangedText } from './diff.js';
import type { RenderOptions } from './reporter.js';

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
