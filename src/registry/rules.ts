import type { RuleSet } from '../model/rule.js';

/** Data of the rules for registry files. */
export type FileData = {
  'file/not-utf8': { offset: number };
  'file/too-large': { limitBytes: number };
  'file/too-deep': { limit: number };
  'file/symlink': Record<never, never>;
  'file/unreadable': { reason: string };
  'file/misplaced': { expected: string };
  'file/invalid-json': { reason: string; fix: string };
  'file/duplicate-key': { key: string; firstLine: number };
  'file/forbidden-key': { key: string };
  'file/schema': { reason: string; fix: string };
  'file/misspelled-field': { field: string; expected: string; bareTexts: boolean };
  'file/chain-id': { field: string; expected: string };
  'file/no-endpoints': { fields: readonly string[] };
  'entry/duplicate': { firstLine: number };
  'entry/provider-empty': Record<never, never>;
  'entry/provider-spelling': { provider: string; usual: string; count: number };
};

/** The wording of the rules for registry files. */
export const fileRules: RuleSet<FileData> = {
  'file/not-utf8': {
    severity: 'error',
    summary: 'the file is not UTF-8',
    explanation: 'JSON is UTF-8 (RFC 8259 section 8.1). The editor has saved the file in another encoding.',
    message: ({ offset }) => `the file is not UTF-8: the byte at offset ${offset} begins no character`,
    hint: () => 'save the file as UTF-8',
  },
  'file/too-large': {
    severity: 'error',
    summary: 'the file is too large',
    explanation:
      'A registry file has a few kilobytes. Larger ones are not read, so that none can stall the check.',
    message: ({ limitBytes }) => `the file is larger than ${limitBytes / 1_024} KiB, so it was not read`,
    hint: () => 'keep only the fields that the registry asks for',
  },
  'file/too-deep': {
    severity: 'error',
    summary: 'the file is nested too deeply',
    explanation:
      'A registry file is a few levels deep. Deeper ones are not read, since they can crash parsers.',
    message: ({ limit }) => `arrays and objects are nested more than ${limit} levels deep`,
    hint: () => 'flatten the file',
  },
  'file/symlink': {
    severity: 'error',
    summary: 'the file is a symbolic link',
    explanation:
      'A link could lead out of the registry, so it is not followed. Registry files are regular files.',
    message: () => 'the file, or a directory on the way to it, is a symbolic link',
    hint: () => 'replace the link by the file itself',
  },
  'file/unreadable': {
    severity: 'error',
    summary: 'the file cannot be read',
    explanation: 'What stands at the path is not a regular file, or may not be read.',
    message: ({ reason }) => `the file cannot be read: ${reason}`,
    hint: () => 'put a regular, readable file there',
  },
  'file/misplaced': {
    severity: 'error',
    summary: 'the file is not where the registry reads it',
    explanation:
      'The registry reads `chain/<chain>/param.json` and nothing else: a file elsewhere lists nothing.',
    message: ({ expected }) => `the file is not at ${expected}, so the registry does not read it`,
    hint: ({ expected }) => `move it to ${expected}`,
  },
  'file/invalid-json': {
    severity: 'error',
    summary: 'the file is not JSON',
    explanation:
      'The file does not parse (RFC 8259), so nothing in it can be used. The place is where a person would fix it: the ' +
      'comma that is too much, the quote that has no partner.',
    message: ({ reason }) => `the file is not JSON: ${reason}`,
    hint: ({ fix }) => fix,
  },
  'file/duplicate-key': {
    severity: 'error',
    summary: 'a field stands twice in one object',
    explanation: 'Parsers keep the last of fields with the same name and drop the others without a word.',
    message: ({ key, firstLine }) => `"${key}" stands twice in the same object, first on line ${firstLine}`,
    hint: () => 'keep one of them',
  },
  'file/forbidden-key': {
    severity: 'error',
    summary: 'a field has a name that breaks programs',
    explanation:
      '`__proto__`, `constructor` and `prototype` change how objects behave in the programs that read the file.',
    message: ({ key }) => `"${key}" must not be the name of a field`,
    hint: () => 'remove it',
  },
  'file/schema': {
    severity: 'error',
    summary: 'the file does not have the shape that the registry asks for',
    explanation:
      'The file is an object; its endpoint fields are arrays of objects, each with the texts `provider` and `url`. All ' +
      'other fields are free. `schemas/param.schema.json` says so for editors.',
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  },
  'file/misspelled-field': {
    severity: 'warning',
    summary: 'a field looks like one with another name',
    explanation:
      'The registry does not read the field. Another name is close to it, or is what others have meant by it.',
    message: ({ field, expected }) => `"${field}" is not read; did you mean "${expected}"?`,
    hint: ({ expected, bareTexts }) =>
      bareTexts
        ? `rename it to ${expected}, and write each item as { "provider": "…", "url": "…" }`
        : `rename it to ${expected}`,
  },
  'file/chain-id': {
    severity: 'warning',
    summary: 'the chain id of the file is malformed',
    explanation:
      'The chain id of the file is compared with the chain id that each endpoint reports, so that an endpoint of another chain is ' +
      'found. This one is malformed, so nothing could be compared.',
    message: ({ field, expected }) => `${field} must be ${expected}, so no endpoint can be compared with it`,
    hint: ({ expected }) => `write ${expected}`,
  },
  'file/no-endpoints': {
    severity: 'notice',
    summary: 'the file lists no endpoints',
    explanation:
      'The endpoint fields are absent or empty. That is normal for a chain without public endpoints.',
    message: ({ fields }) => `the file lists no endpoints (${fields.join(', ')})`,
    hint: () => 'nothing to do, unless endpoints were meant to be listed',
  },
  'entry/duplicate': {
    severity: 'error',
    summary: 'the same endpoint is listed twice',
    explanation:
      'Two entries of one array lead to the same host, port and path. Clients would count it as two.',
    message: ({ firstLine }) => `the same endpoint is listed on line ${firstLine} already`,
    hint: () => 'remove one of the entries',
  },
  'entry/provider-empty': {
    severity: 'error',
    summary: 'the provider is empty',
    explanation:
      'Every entry names its operator, so that users know whom they trust and whom to tell when it fails.',
    message: () => 'the provider is empty',
    hint: () => 'name the operator of the endpoint',
  },
  'entry/provider-spelling': {
    severity: 'notice',
    summary: 'the provider is spelled differently elsewhere',
    explanation:
      'The same name stands in other files of the registry with other capitals, spaces or signs. One spelling groups better.',
    message: ({ provider, usual, count }) => `"${provider}" is spelled "${usual}" in ${count} other entries`,
    hint: ({ usual }) => `write ${usual}, if it is the same operator`,
  },
};
