import type { RuleBook } from '../../model/rule.js';

/** Data of the rules for the url of an EVM entry. */
export type EvmUrlData = {
  'param/evm-url-not-https': { scheme: string | null; suggestion: string };
  'param/evm-url-credentials': { host: string };
  'param/evm-url-placeholder': { placeholder: string };
};

/** The wording of the rules for the url of an EVM entry. */
export const evmUrlRules: RuleBook<EvmUrlData> = {
  'param/evm-url-not-https': {
    severity: 'error',
    summary: 'an EVM url is not https',
    explanation:
      'EVM entries are full https urls. Wallets run in pages that were loaded over https, where browsers block plain http; ' +
      'web sockets are another protocol.',
    message: ({ scheme }) =>
      scheme === null ? 'the url has no https:// in front' : `the url is ${scheme}, not https`,
    hint: ({ suggestion }) => `list an https url, like ${suggestion}`,
  },
  'param/evm-url-credentials': {
    severity: 'error',
    summary: 'an EVM url holds credentials',
    explanation:
      'A user name or password in front of the host is published with the file, browsers refuse such urls, and an ' +
      'entry of a public registry must need no account. Change the password: it is in the history now.',
    message: ({ host }) => `the url holds a user name or password for ${host}`,
    hint: () => 'remove what stands in front of the @, and change the password: it has been published',
  },
  'param/evm-url-placeholder': {
    severity: 'error',
    summary: 'an EVM url holds a placeholder for an API key',
    explanation:
      'The url is a template of a service that needs a key. An entry must work as it stands, for everybody.',
    message: ({ placeholder }) => `the url holds a placeholder: ${placeholder}`,
    hint: () => 'list an endpoint that needs no key',
  },
};
