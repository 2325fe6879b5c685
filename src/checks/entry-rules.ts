import type { RuleBook } from '../model/rule.js';

/** Data of the rules that every kind's reading of an entry may break. */
export type EntryData = {
  'param/url-malformed': { reason: string; example: string };
  'param/url-whitespace': { inside: boolean };
  'param/chain-id': { member: string; expected: string };
};

/** The wording of the rules that every kind's reading of an entry shares. */
export const entryRules: RuleBook<EntryData> = {
  'param/url-malformed': {
    severity: 'error',
    summary: 'the url cannot be dialled',
    explanation:
      'The url is not one: a part is missing or has characters that a host name cannot have. Addresses must be in their ' +
      'usual spelling; numbers that some resolvers would read as an address (`2130706433`, `0x7f.1`) are refused.',
    message: ({ reason }) => `the url is malformed: ${reason}`,
    hint: ({ example }) => `write it like ${example}`,
  },
  'param/url-whitespace': {
    severity: 'error',
    summary: 'the url has white space in it',
    explanation: 'White space in a url is kept by some clients and dropped by others. Remove it.',
    message: ({ inside }) =>
      inside ? 'the url has white space in it' : 'the url begins or ends with white space',
    hint: () => 'remove the white space',
  },
  'param/chain-id': {
    severity: 'warning',
    summary: 'the chain id of the file cannot be read',
    explanation:
      'The chain id of the file is compared with what each endpoint says, so that an endpoint of another chain is found. ' +
      'What stands there is no chain id, so nothing could be compared.',
    message: ({ member, expected }) => `${member} is not ${expected}, so no endpoint can be compared with it`,
    hint: ({ expected }) => `write ${expected}`,
  },
};
