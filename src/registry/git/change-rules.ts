import { formatAmount, nameAmount } from '../../model/amount.js';
import type { RuleSet } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import { nameFiles } from '../rules.js';

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
