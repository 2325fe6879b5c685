import type { RuleBook } from '../model/rule.js';

/** Data of the rules for registry files. */
export type FileData = {
  'param/not-utf8': { offset: number };
  'param/too-large': { limitBytes: number };
  'param/too-deep': { limit: number };
  'param/symlink': Record<never, never>;
  'param/unreadable': { reason: string };
  'param/misplaced-file': { expected: string };
  'param/invalid-json': { reason: string; mend: string };
  'param/duplicate-key': { key: string; firstLine: number };
  'param/forbidden-key': { key: string };
  'param/schema': { reason: string; mend: string };
  'param/misspelled-member': { member: string; expected: string; bareTexts: boolean };
  'param/no-endpoints': { members: readonly string[] };
  'param/duplicate-url': { firstLine: number };
  'param/provider-empty': Record<never, never>;
  'param/provider-spelling': { provider: string; usual: string; count: number };
};

/** The wording of the rules for registry files. */
export const fileRules: RuleBook<FileData> = {
  'param/not-utf8': {
    severity: 'error',
    summary: 'the file is not UTF-8',
    explanation: 'JSON is UTF-8 (RFC 8259 section 8.1). The editor has saved the file in another encoding.',
    message: ({ offset }) => `the file is not UTF-8: the byte at offset ${offset} begins no character`,
    hint: () => 'save the file as UTF-8',
  },
  'param/too-large': {
    severity: 'error',
    summary: 'the file is too large',
    explanation:
      'A registry file has a few kilobytes. Larger ones are not read, so that none can stall the check.',
    message: ({ limitBytes }) => `the file is larger than ${limitBytes / 1_024} KiB, so it was not read`,
    hint: () => 'keep only the members that the registry asks for',
  },
  'param/too-deep': {
    severity: 'error',
    summary: 'the file is nested too deeply',
    explanation:
      'A registry file is a few levels deep. Deeper ones are not read, since they can crash parsers.',
    message: ({ limit }) => `arrays and objects are nested more than ${limit} levels deep`,
    hint: () => 'flatten the file',
  },
  'param/symlink': {
    severity: 'error',
    summary: 'the file is a symbolic link',
    explanation:
      'A link could lead out of the registry, so it is not followed. Registry files are regular files.',
    message: () => 'the file, or a folder on the way to it, is a symbolic link',
    hint: () => 'replace the link by the file itself',
  },
  'param/unreadable': {
    severity: 'error',
    summary: 'the file cannot be read',
    explanation: 'What stands at the path is not a regular file, or may not be read.',
    message: ({ reason }) => `the file cannot be read: ${reason}`,
    hint: () => 'put a regular, readable file there',
  },
  'param/misplaced-file': {
    severity: 'error',
    summary: 'the file is not where the registry reads it',
    explanation:
      'The registry reads `chain/<chain>/param.json` and nothing else: a file elsewhere lists nothing.',
    message: ({ expected }) => `the file is not at ${expected}, so the registry does not read it`,
    hint: ({ expected }) => `move it to ${expected}`,
  },
  'param/invalid-json': {
    severity: 'error',
    summary: 'the file is not JSON',
    explanation:
      'The file does not parse (RFC 8259), so nothing in it can be used. The place is where a person would mend it: the ' +
      'comma that is too much, the quote that has no partner.',
    message: ({ reason }) => `the file is not JSON: ${reason}`,
    hint: ({ mend }) => mend,
  },
  'param/duplicate-key': {
    severity: 'error',
    summary: 'a member stands twice in one object',
    explanation: 'Parsers keep the last of members with the same name and drop the others without a word.',
    message: ({ key, firstLine }) => `"${key}" stands twice in the same object, first on line ${firstLine}`,
    hint: () => 'keep one of them',
  },
  'param/forbidden-key': {
    severity: 'error',
    summary: 'a member has a name that breaks programs',
    explanation:
      '`__proto__`, `constructor` and `prototype` change how objects behave in the programs that read the file.',
    message: ({ key }) => `"${key}" must not be the name of a member`,
    hint: () => 'remove it',
  },
  'param/schema': {
    severity: 'error',
    summary: 'the file does not have the shape that the registry asks for',
    explanation:
      'The file is an object; its endpoint members are arrays of objects, each with the texts `provider` and `url`. All ' +
      'other members are free. `schemas/param.schema.json` says so for editors.',
    message: ({ reason }) => reason,
    hint: ({ mend }) => mend,
  },
  'param/misspelled-member': {
    severity: 'warning',
    summary: 'a member looks like one with another name',
    explanation:
      'The registry does not read the member. Another name is close to it, or is what others have meant by it.',
    message: ({ member, expected }) => `"${member}" is not read; did you mean "${expected}"?`,
    hint: ({ expected, bareTexts }) =>
      bareTexts
        ? `rename it to ${expected}, and write each item as { "provider": "…", "url": "…" }`
        : `rename it to ${expected}`,
  },
  'param/no-endpoints': {
    severity: 'notice',
    summary: 'the file lists no endpoints',
    explanation:
      'The endpoint members are absent or empty. That is normal for a chain without public endpoints.',
    message: ({ members }) => `the file lists no endpoints (${members.join(', ')})`,
    hint: () => 'nothing to do, unless endpoints were meant to be listed',
  },
  'param/duplicate-url': {
    severity: 'error',
    summary: 'the same endpoint is listed twice',
    explanation:
      'Two entries of one array lead to the same host, port and path. Clients would count it as two.',
    message: ({ firstLine }) => `the same endpoint is listed on line ${firstLine} already`,
    hint: () => 'remove one of the entries',
  },
  'param/provider-empty': {
    severity: 'error',
    summary: 'the provider is empty',
    explanation:
      'Every entry names its operator, so that users know whom they trust and whom to tell when it fails.',
    message: () => 'the provider is empty',
    hint: () => 'name the operator of the endpoint',
  },
  'param/provider-spelling': {
    severity: 'notice',
    summary: 'the provider is spelled differently elsewhere',
    explanation:
      'The same name stands in other files of the registry with other capitals, spaces or signs. One spelling groups better.',
    message: ({ provider, usual, count }) => `"${provider}" is spelled "${usual}" in ${count} other entries`,
    hint: ({ usual }) => `write ${usual}, if it is the same operator`,
  },
};
