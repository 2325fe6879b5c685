import { formatMiB } from '../model/amount.js';
import type { Range } from '../model/place.js';
import type { RuleSet } from '../model/rule.js';
import { type ExceededLimit, resultLimit, sizeLimitBytes, valueLimit } from './size-limits.js';

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
  'file/duplicate-key': { key: string; firstLine: number };
  'file/forbidden-key': { key: string };
  'file/schema': { reason: string; fix: string };
  'file/misspelled-field': {
    field: string;
    expected: string;
    entryForm: string | null;
    /** The right field, if it exists too. */
    existing?: { readonly line: number; readonly isList: boolean };
  };
  'file/chain-id': { field: string; expected: string };
  'file/chain-id-missing': { fields: readonly string[] };
  /** Also names the other files that it applies to. */
  'file/no-endpoints': { fields: readonly string[]; files: readonly string[] };
  'file/unchecked-field': { fields: readonly string[]; files: readonly string[] };
  /** Also names the other files that it applies to. */
  'file/unsupported-chain': { reason: string; files?: readonly string[] };
  'file/exclusion-expired': { until: string; reason: string };
  'file/exclusion-unused': { reason: string };
};

const namedFiles = 5;

/** The first files, and how many more there are; `noun` follows the number. */
export function nameFiles(files: readonly string[], noun = 'more'): string {
  const others = files.length - namedFiles;
  return files.slice(0, namedFiles).join(', ') + (others > 0 ? ` and ${others} ${noun}` : '');
}

const excesses: Readonly<Record<ExceededLimit['unit'], (limit: number) => string>> = {
  bytes: (limit) => `is larger than ${formatMiB(limit)}`,
  values: (limit) => `has more than ${limit.toLocaleString('en')} values`,
  results: (limit) => `has more than ${limit.toLocaleString('en')} entries and mistakes`,
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
      `${resultLimit.toLocaleString('en')} entries and mistakes takes more memory than a run has, so it is not read.`,
    sample: { limit: sizeLimitBytes, unit: 'bytes' },
    message: ({ limit, unit }) => `the file ${excesses[unit](limit)}, so it was not read`,
    hint: () => 'split the file, and keep only the fields that the registry needs',
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
  'file/duplicate-key': {
    severity: 'error',
    fixable: '--fix',
    summary: 'an object has two fields with the same name',
    explanation:
      'Parsers keep the last and silently drop the others. `--fix` removes the later ones if all have the same value, ' +
      'without anchors, aliases or code, and no JavaScript spread may change it.',
    sample: { key: 'params', firstLine: 2 },
    message: ({ key, firstLine }) => `duplicate key "${key}", first on line ${firstLine}`,
    hint: () => 'keep one of them',
  },
  'file/forbidden-key': {
    severity: 'error',
    summary: 'a field has a name that breaks programs',
    explanation:
      '`__proto__`, `constructor` and `prototype` change how objects behave in JavaScript programs.',
    sample: { key: '__proto__' },
    message: ({ key }) => `forbidden key "${key}"`,
    hint: () => 'remove the field',
  },
  'file/schema': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the file does not match the schema',
    explanation:
      'An endpoint field has the wrong shape, such as an object in place of an array, or an entry has no address. Other ' +
      'fields are free. `--fix` renames an address field (`address` in place of `url`), removes an empty entry (`{}`), ' +
      'puts a lone object or string into a list, and removes a field that is not allowed if it repeats what the file ' +
      'says. It adds nothing that is missing.',
    sample: { reason: 'it is not an object', fix: 'write an object' },
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  },
  'file/misspelled-field': {
    severity: 'warning',
    fixable: '--fix',
    summary: 'a field is not read, and its name is close to one that is, or the same in another object',
    explanation:
      'Misspelled endpoints are not used, nor are those of a list that stands in another object than its own, and a ' +
      'misspelled chain id is compared with nothing. `--fix` renames the field ' +
      'if the right one is absent (in JavaScript, a spread may have it) and, for a list, every item has a suitable address.',
    sample: {
      field: 'grpc',
      expected: 'grpc_endpoint',
      entryForm: '{ "provider": "…", "url": "…" }',
    },
    message: ({ field, expected }) => `unknown field "${field}", did you mean "${expected}"?`,
    hint: ({ field, expected, entryForm, existing }) => {
      const right = `"${expected}"`;
      if (existing?.isList === false)
        return `write its value into ${right} (line ${existing.line}), or remove it`;
      const change =
        existing === undefined
          ? `${`${field}${expected}`.includes('.') ? 'move' : 'rename'} it to ${right}`
          : `move its items into ${right} (line ${existing.line})`;
      return entryForm === null ? change : `${change}, and write each item as ${entryForm}`;
    },
  },
  'file/chain-id': {
    severity: 'warning',
    summary: 'the chain id of the file is malformed',
    explanation: 'It cannot be compared, so endpoints of another chain are not found.',
    sample: { field: 'chain_id_evm', expected: 'a number such as "0x1" or 1' },
    message: ({ field, expected }) => `${field} must be ${expected}; no endpoint was compared with it`,
    hint: ({ expected }) => `write ${expected}`,
  },
  'file/chain-id-missing': {
    severity: 'notice',
    summary: 'the file has endpoints but no chain id to compare them with',
    explanation: 'Endpoints of another chain are found only if the others of the file disagree with them.',
    sample: { fields: ['chain_id_cosmos'] },
    message: ({ fields }) => `no chain id to compare the endpoints with: ${fields.join(' and ')} not set`,
    hint: ({ fields }) => `add ${fields.join(' and ')}`,
  },
  'file/no-endpoints': {
    severity: 'notice',
    summary: 'the file lists no endpoints',
    explanation:
      'It is not reported for chains that have not started, have ended, or are listed only for their assets (such as ' +
      'those below `_non-cosmos`).',
    sample: { fields: ['grpc_endpoint', 'evm_rpc_endpoint'], files: ['chain/kava/param.json'] },
    message: ({ fields, files }) =>
      files.length < 2
        ? `the file lists no endpoints (${fields.join(', ')})`
        : `${files.length} files list no endpoints: ${nameFiles(files)}`,
    hint: ({ files }) =>
      `add endpoints, or leave the ${files.length < 2 ? 'file as it is if the chain has' : 'files as they are if the chains have'} none`,
  },
  'file/unchecked-field': {
    severity: 'notice',
    summary: 'a list of endpoints is not checked',
    explanation:
      'It is not known what lists such as `api` and `indexer` must answer. A list with an unknown name is reported too, ' +
      'if its items have an address.',
    sample: { fields: ['apis.indexer'], files: ['mainnets/initia/chain.json'] },
    message: ({ fields, files }) =>
      `${fields.join(' and ')} ${fields.length < 2 ? 'is' : 'are'} not checked${files.length < 2 ? '' : ` in ${files.length} files: ${nameFiles(files)}`}`,
    hint: () => 'check these endpoints by other means, or move them to a list that is checked',
  },
  'file/unsupported-chain': {
    severity: 'notice',
    summary: 'the endpoints of such a chain are not checked',
    explanation: 'The registry lists several sorts of chains; some are not checked.',
    sample: { reason: 'chains such as bip122:000 are not checked' },
    message: ({ reason, files = [] }) =>
      files.length < 2
        ? `nothing in the file was checked: ${reason}`
        : `nothing in ${files.length} files was checked: ${reason}: ${nameFiles(files)}`,
    hint: () => 'check its endpoints by hand',
  },
  'file/exclusion-expired': {
    severity: 'warning',
    summary: 'an exclusion has expired',
    explanation: 'The day in its `until` is over, so its entries are probed again.',
    sample: { until: '2026-01-31', reason: 'asked to be left alone' },
    message: ({ until, reason }) => `this exclusion expired on ${until} (${reason}), so it excludes nothing`,
    hint: () => 'remove it, or set a later day in until',
  },
  'file/exclusion-unused': {
    severity: 'warning',
    summary: 'an exclusion matches no entry',
    explanation:
      'It is misspelled, so that its endpoints are probed against the will of their operator, or the entries are gone. ' +
      'Only a check of the whole registry reports this.',
    sample: { reason: 'asked to be left alone' },
    message: ({ reason }) => `this exclusion matches no entry (${reason})`,
    hint: () => 'write the provider, host, chain and kind as the files do, or remove the line',
  },
};
