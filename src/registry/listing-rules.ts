import { formatAmount, nameAmount } from '../model/amount.js';
import type { RuleSet } from '../model/rule.js';
import { truncate } from '../model/text.js';
import { nameFiles } from './rules.js';

/** Data of the rules for what a registry lists, except urls, which each kind reads. */
export type ListingData = {
  /** The file only if a script copied the entries from files. */
  'entry/duplicate': { firstLine: number; firstFile?: string };
  'entry/provider-empty': Record<never, never>;
  'entry/provider-missing': { field: string };
  'entry/host-name': { word: string; kind: string; listedAs: string };
  /** The host as written; includes the scheme if that has capitals too. */
  'entry/host-case': { written: string };
  /** The other entry of the pair. `listedAs` and `listedOn` describe the entry at which the problem is reported. */
  'entry/same-address': {
    kind: string;
    chain: string | null;
    file: string;
    line: number;
    sameFile: boolean;
    listedAs: string;
    listedOn: number;
  };
  'entry/provider-spelling': { provider: string; usual: string; count: number };
  'entry/manifest-managed': { provider: string; manifest: string };
  'entry/closed': { user: string };
};

export const listingRules: RuleSet<ListingData> = {
  'entry/duplicate': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the same endpoint is listed twice',
    explanation:
      'Two entries of one list have the same host, port and path, whatever their scheme, so clients take one endpoint ' +
      'for two. `--fix` removes the later entry if it adds nothing, such as another provider, and both are TLS or both plaintext.',
    sample: { firstLine: 4 },
    message: ({ firstLine, firstFile }) =>
      `duplicate endpoint, first ${firstFile === undefined ? `on line ${firstLine}` : `at ${firstFile}:${firstLine}`}`,
    hint: () => 'remove one of the two entries',
  },
  'entry/provider-empty': {
    severity: 'error',
    summary: 'the provider is empty',
    explanation:
      'Users want to know whom they trust, and maintainers whom to contact. Invisible characters are no name.',
    sample: {},
    message: () => 'the provider is empty',
    hint: () => 'write the name of the operator',
  },
  'entry/provider-missing': {
    severity: 'warning',
    summary: 'the entry names no provider',
    explanation:
      'The registry accepts that, but users want to know whom they trust, and maintainers whom to contact.',
    sample: { field: 'provider' },
    message: ({ field }) => `the entry has no "${field}"`,
    hint: ({ field }) => `add "${field}" with the name of the operator`,
  },
  'entry/host-name': {
    severity: 'notice',
    summary: 'the host name suggests another kind of endpoint',
    explanation:
      'Operators name hosts after what they serve, such as `lcd` for the REST API. It may be a copied line.',
    sample: { word: 'lcd', kind: 'rest', listedAs: 'evm' },
    message: ({ word, kind, listedAs }) =>
      `the host is named "${word}" like one of kind ${kind}, but is listed as ${listedAs}`,
    hint: () => 'check that the address is that of the right service',
  },
  'entry/host-case': {
    severity: 'notice',
    fixable: '--fix',
    summary: 'the host is written with capitals',
    explanation:
      'The entry works (RFC 3986 section 6.2.2.1), but programs that compare addresses as strings see two endpoints. ' +
      '`--fix` writes the scheme and the host in lower case; capitals in the path count.',
    sample: { written: 'RPC.Example.com' },
    message: ({ written }) =>
      `the ${written.includes('://') ? 'scheme' : 'host'} is written with capitals: "${written}"`,
    hint: ({ written }) => `write ${written.toLowerCase()}`,
  },
  'entry/same-address': {
    severity: 'warning',
    summary: 'the address is listed as two kinds, or for two chains',
    explanation:
      'Usually one is a copied line. Only live chains with different chain ids count. If a gateway serves both, nothing ' +
      'needs to change; a host that serves at least three kinds, or three chains by path, is taken for one. A websocket ' +
      'shares the address of its RPC, and gRPC-web that of the REST API.',
    sample: {
      kind: 'rest',
      chain: 'kava',
      file: 'kava/chain.json',
      line: 7,
      sameFile: false,
      listedAs: 'rpc',
      listedOn: 9,
    },
    message: ({ kind, chain, file, line, sameFile, listedAs, listedOn }) => {
      const otherPlace = sameFile
        ? `on line ${line}`
        : `${chain === null ? '' : `of ${chain} `}in ${file}:${line}`;
      return `the same address is listed as ${listedAs} on line ${listedOn} and as ${kind} ${otherPlace}`;
    },
    hint: () => 'check which of the two entries is right, and correct the other',
  },
  'entry/provider-spelling': {
    severity: 'notice',
    fixable: '--fix-all',
    summary: 'the provider is spelled differently elsewhere',
    explanation:
      'Other entries have the name with other capitals, spaces or punctuation, so programs that group by provider see ' +
      'two. `--fix-all` writes the most frequent spelling; `--fix` does not, since two operators may have similar names.',
    sample: { provider: 'polkachu', usual: 'Polkachu', count: 9 },
    message: ({ provider, usual, count }) =>
      `"${provider}" is spelled "${usual}" in ${formatAmount(count, 'other entry', 'other entries')}`,
    hint: ({ usual }) => `write "${usual}" if it is the same operator`,
  },
  'entry/manifest-managed': {
    severity: 'warning',
    summary: 'a new entry is of a provider whose entries come from a manifest',
    explanation:
      'The registry imports these entries from a manifest that the provider publishes, and removes all others of the ' +
      'provider. In cosmos/chain-registry, `_providers/provider-allowlist.json` names such providers (the active ones). ' +
      'Only entries that a change adds are reported; `add` refuses them.',
    sample: { provider: 'Example', manifest: 'https://example.com/.well-known/cosmos-registry.json' },
    message: ({ provider, manifest }) =>
      `the registry takes the entries of "${provider}" from ${manifest}, so the next import removes entries that are not there`,
    hint: () => 'add the endpoint to the manifest, and leave this file to the import',
  },
  'entry/closed': {
    severity: 'warning',
    summary: 'a new entry is declared closed to others',
    explanation:
      'With `authorizedUser`, initia-registry lists endpoints of a single user. They cannot be checked from outside, so ' +
      'they are skipped. Only entries that a change adds are reported, for a maintainer to confirm.',
    sample: { user: 'skip' },
    message: ({ user }) => `the endpoint is declared closed to all but "${user}", so it was not probed`,
    hint: () => 'remove authorizedUser if the endpoint is public',
  },
};

export type ChangeData = {
  'change/removed': { kind: string; provider: string | null; url: string | null; line: number };
  'change/removed-others': { provider: string; count: number; files: readonly string[] };
  'change/file-gone': { chain: string | null; count: number };
  'change/provider': { before: string; after: string };
};

export const changeRules: RuleSet<ChangeData> = {
  'change/removed': {
    severity: 'notice',
    summary: 'the change removes an entry',
    explanation: 'It shows reviewers what goes. The line number is the one before the change.',
    sample: { kind: 'grpc', provider: 'Example', url: 'grpc.example.com:443', line: 12 },
    message: ({ kind, provider, url, line }) =>
      `removed: ${kind} ${truncate(url ?? 'without an address')}${provider === null ? '' : ` of ${truncate(provider)}`} (line ${line} before the change)`,
    hint: () => 'restore what was not meant to go',
  },
  'change/removed-others': {
    severity: 'warning',
    summary: 'the change removes entries of a provider that gains none',
    explanation:
      'Usually somebody edited an old copy of the file, so the work of others is lost. If a provider leaves, or dead ' +
      'endpoints are cleaned up, the pull request should say so.',
    sample: { provider: 'Example', count: 3, files: ['chain/kava/param.json'] },
    message: ({ provider, count, files }) =>
      `${formatAmount(count, 'entry', 'entries')} of ${truncate(provider)} ${nameAmount(count, 'is', 'are')} removed, and none is added: ${nameFiles(files, 'more files')}`,
    hint: () =>
      'take the newest version of the file and add your entries to it, or write in the pull request why they are removed',
  },
  'change/file-gone': {
    severity: 'warning',
    summary: 'the change takes the file of a chain out of the registry',
    explanation:
      'It is deleted, or has a name that the registry does not read: users lose all endpoints of the chain.',
    sample: { chain: 'kava', count: 3 },
    message: ({ chain, count }) =>
      `the file of ${chain === null ? 'a chain' : truncate(chain)} is gone, which listed ${count === 0 ? 'no endpoints' : formatAmount(count, 'entry', 'entries')}`,
    hint: () => 'restore the file, or say why the chain goes',
  },
  'change/provider': {
    severity: 'notice',
    summary: 'the change gives an entry to another provider',
    explanation: 'The address stays: the operator has a new name, or somebody else claims its endpoint.',
    sample: { before: 'Example', after: 'Example Labs' },
    message: ({ before, after }) => `the provider was "${truncate(before)}" and is now "${truncate(after)}"`,
    hint: () => 'check that the operator has this name',
  },
};
