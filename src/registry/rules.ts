import { describeLargeFile, formatMiB } from '../model/amount.js';
import type { Range } from '../model/place.js';
import type { RuleSet } from '../model/rule.js';

/** Maximum size of a file, in bytes: some 100,000 plain entries. */
export const sizeLimitBytes = 16 * 1024 * 1024;

/** Maximum number of values and keys in a file. Each takes 100 bytes, and a plain entry has at most 17. */
export const valueLimit = 2_000_000;

/** Maximum number of entries and mistakes of a file. Each takes a kilobyte until the run ends. */
export const resultLimit = 500_000;

/** Maximum length of the names above an entry or a mistake, in characters: each of very many would repeat them. */
export const pathLimit = 1_000;

const limits = { bytes: sizeLimitBytes, values: valueLimit, results: resultLimit, path: pathLimit } as const;

type ExceededLimit = { readonly limit: number; readonly unit: keyof typeof limits };

export function describeTooLarge(
  unit: ExceededLimit['unit'],
  limit: number = limits[unit],
): { readonly code: 'file/too-large'; readonly data: ExceededLimit } {
  return { code: 'file/too-large', data: { limit, unit } };
}

/** Thrown in the middle of a file, which is then left unread as a whole. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly problem: ReturnType<typeof describeTooLarge>;

  constructor(...limit: Parameters<typeof describeTooLarge>) {
    super('too large');
    this.problem = describeTooLarge(...limit);
  }
}

export type FileData = {
  'file/not-utf8': { offset: number; encoding: string | null };
  'file/too-large': ExceededLimit;
  'file/name': Record<never, never>;
  'file/too-deep': { limit: number };
  'file/symlink': Record<never, never>;
  'file/unreadable': { reason: string };
  'file/unknown-format': { misfits: readonly string[] };
  'file/misplaced': { expected: string };
  'file/invalid-json': { reason: string; fix: string };
  'file/invalid-syntax': { syntax: string; reason: string };
  'file/not-literal': { lines: readonly number[] };
};

const namedFiles = 5;

/** The first files, and how many more there are; `noun` follows the number. */
export function nameFiles(files: readonly string[], noun = 'more'): string {
  const others = files.length - namedFiles;
  return files.slice(0, namedFiles).join(', ') + (others > 0 ? ` and ${others} ${noun}` : '');
}

const excesses: Readonly<Record<ExceededLimit['unit'], (limit: number) => string>> = {
  bytes: describeLargeFile,
  values: (limit) => `has more than ${limit.toLocaleString('en')} values`,
  results: (limit) => `has more than ${limit.toLocaleString('en')} entries and mistakes`,
  path: (limit) =>
    `has an entry or a mistake below names of more than ${limit.toLocaleString('en')} characters`,
};

/** Range of a finding about the whole file: before its first character. */
export const fileTop: Range = { line: 1, column: 1, endLine: 1, endColumn: 1 };

export const fileRules: RuleSet<FileData> = {
  'file/not-utf8': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the file is not UTF-8',
    explanation:
      'JSON is UTF-8 (RFC 8259 section 8.1). Some editors, and `>` in Windows PowerShell, save UTF-16. `--fix` converts ' +
      'only UTF-16.',
    sample: { offset: 12, encoding: null },
    message: ({ offset, encoding }) =>
      encoding === null
        ? `the file is not UTF-8: invalid byte at offset ${offset}`
        : `the file is ${encoding}, expected UTF-8`,
    hint: () => 'save it as UTF-8',
  },
  'file/too-large': {
    severity: 'error',
    summary: 'the file is too large',
    explanation:
      `A file over ${formatMiB(sizeLimitBytes)}, ${valueLimit.toLocaleString('en')} values, or ` +
      `${resultLimit.toLocaleString('en')} entries and mistakes takes more memory than a run has, so it is not read. ` +
      `Neither is one with an entry or a mistake below names of more than ${pathLimit.toLocaleString('en')} characters in all.`,
    sample: { limit: sizeLimitBytes, unit: 'bytes' },
    message: ({ limit, unit }) => `the file ${excesses[unit](limit)}, so it was not read`,
    hint: ({ unit }) =>
      unit === 'path'
        ? 'shorten the names of the fields above it'
        : 'split the file, and keep only the fields that the registry needs',
  },
  'file/name': {
    severity: 'error',
    summary: 'the path of the file is not UTF-8',
    explanation:
      'Git and Linux allow that, but most programs and systems do not, so the file was not read. The message writes ' +
      'such bytes as `\\xe9`.',
    sample: {},
    message: () => 'the path is not UTF-8, so the file was not read',
    hint: () => 'rename the file or its directory',
  },
  'file/too-deep': {
    severity: 'error',
    summary: 'the file is nested too deeply',
    explanation: 'Deep nesting can crash parsers, so it was not read.',
    sample: { limit: 32 },
    message: ({ limit }) => `arrays and objects are nested more than ${limit} levels deep`,
    hint: () => 'flatten the file',
  },
  'file/symlink': {
    severity: 'error',
    summary: 'the file is a symbolic link',
    explanation: 'It may lead out of the registry, so it is not followed.',
    sample: {},
    message: () => 'the file, or a directory above it, is a symbolic link',
    hint: () => 'replace the link with the file itself',
  },
  'file/unreadable': {
    severity: 'error',
    summary: 'the file cannot be read',
    explanation: 'It is not a regular file, or this user may not read it.',
    sample: { reason: 'it is a directory' },
    message: ({ reason }) => `the file cannot be read: ${reason}`,
    hint: () => 'make it a regular file, and allow it to be read',
  },
  'file/unknown-format': {
    severity: 'error',
    summary: 'the file is not in a known format',
    explanation: 'Its place and content fit no format, so nothing in it was checked.',
    sample: { misfits: ['not chainlist, since its files are objects'] },
    message: ({ misfits }) => `the file is not in a known format: ${misfits.join('; ')}`,
    hint: (_, writeOption) =>
      `name a registry file, such as chain/kava/param.json, or the format that it is in: ${writeOption('format', 'chain-registry')}`,
  },
  'file/misplaced': {
    severity: 'error',
    summary: 'the registry does not read a file with this path',
    explanation: 'Programs read exact paths, so its endpoints are not used.',
    sample: { expected: 'chain/kava/param.json' },
    message: ({ expected }) => `the registry does not read this path, expected ${expected}`,
    hint: ({ expected }) => `move it to ${expected}`,
  },
  'file/invalid-json': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the file is not valid JSON',
    explanation:
      'It does not parse (RFC 8259), so nothing in it is used or checked. `--fix` removes surplus commas, comments, a ' +
      'byte order mark and invisible characters between values, adds missing commas and colons, replaces wide ' +
      'punctuation (`，`), and puts keys and strings in double quotes. It leaves missing brackets and values, and files ' +
      'with merge conflicts.',
    sample: { reason: 'a comma too much', fix: 'remove the comma' },
    message: ({ reason }) => `invalid JSON: ${reason}`,
    hint: ({ fix }) => fix,
  },
  'file/invalid-syntax': {
    severity: 'error',
    summary: 'the file is not valid YAML, TOML or JavaScript',
    explanation:
      'It does not parse, so nothing in it is used or checked. More than 32 levels, and YAML aliases that expand ' +
      'without end, are refused too.',
    sample: { syntax: 'YAML', reason: 'Nested mappings are not allowed in compact mappings' },
    message: ({ syntax, reason }) => `invalid ${syntax}: ${reason}`,
    hint: () => 'fix the syntax here',
  },
  'file/not-literal': {
    severity: 'notice',
    summary: 'a part of the file is code, so it was not read',
    explanation:
      'JavaScript is read, never run, so imported names, spreads, calls and statements have no value. Only one export ' +
      'is read: `data`, or without it the default export, or the largest. Endpoints elsewhere are not checked.',
    sample: { lines: [12, 40] },
    message: ({ lines }) =>
      `code or another export, so not read: line ${lines.slice(0, namedFiles).join(', ')}${lines.length > namedFiles ? ' and more' : ''}`,
    hint: () => 'write the addresses as strings in the exported object to have them checked',
  },
};
