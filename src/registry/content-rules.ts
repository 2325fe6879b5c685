import { joinChoices } from '../model/describe-unknown.js';
import type { RuleSet } from '../model/rule.js';
import { nameFiles } from './rules.js';

export type ContentData = {
  'file/duplicate-key': { key: string; firstLine: number };
  'file/forbidden-key': { key: string };
  'file/schema': { reason: string; fix: string };
  'file/misspelled-field': {
    field: string;
    expected: string;
    entryForm: string | null;
    /** True for a list in another object than its own. */
    isElsewhere?: true;
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
  /** The chain as the path names it; the value as JSON. */
  'file/name-differs': { chain: string; field: string; value: string };
  /** The other chain that claims the id. */
  'file/chain-id-repeated': {
    field: string;
    chainId: string;
    chain: string | null;
    file: string;
    line: number;
  };
  /** The value as JSON; the nearest of the known ones, if one is near. */
  'file/unknown-status': { field: string; value: string; values: readonly string[]; near: string | null };
};

export const contentRules: RuleSet<ContentData> = {
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
    summary: 'a field is not read, but close in name or place to one that is',
    explanation:
      'Misspelled endpoints are not used, nor are those of a list that stands in another object than its own, and a ' +
      'misspelled chain id is compared with nothing. `--fix` renames the field if the right one is absent (in JavaScript, a ' +
      'spread may have it) and, for a list, every item has a suitable address.',
    sample: {
      field: 'grpc',
      expected: 'grpc_endpoint',
      entryForm: '{ "provider": "…", "url": "…" }',
    },
    message: ({ field, expected }) => `unknown field "${field}", did you mean "${expected}"?`,
    hint: ({ expected, entryForm, isElsewhere, existing }) => {
      const right = `"${expected}"`;
      if (existing?.isList === false)
        return `write its value into ${right} (line ${existing.line}), or remove it`;
      const change =
        existing === undefined
          ? `${isElsewhere === true ? 'move' : 'rename'} it to ${right}`
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
  'file/name-differs': {
    severity: 'warning',
    summary: 'path and content of a file name two chains',
    explanation:
      'Programs find a chain by the path, or by the field that repeats it: `chain_name` in chain-registry, `name` in ' +
      'hyperlane, `chainId` in ethereum-lists, DefiLlama and Keplr. Probably the file was copied, and some of its ' +
      'content, such as the chain id, may still be that of the other chain.',
    sample: { chain: 'kava', field: 'chain_name', value: '"osmosis"' },
    message: ({ chain, field, value }) => `the path names ${chain}, but ${field} is ${value}`,
    hint: ({ field }) => `correct ${field}, or rename the file or its directory`,
  },
  'file/chain-id-repeated': {
    severity: 'warning',
    summary: 'two live chains claim the same chain id',
    explanation:
      'Wallets that find chains by their id sign transactions for the wrong one. Chains that have ended, and ids ' +
      'derived from others, do not count. superchain and DefiLlama list chains more than once, so they are not ' +
      'compared; in hyperlane and Keplr, only chains of the same protocol are. `chain/listed-twice` compares what the ' +
      'endpoints report.',
    sample: { field: 'chain_id', chainId: 'kava_2222-10', chain: 'kava', file: 'kava/chain.json', line: 4 },
    message: ({ field, chainId, chain, file, line }) =>
      `${field} ${chainId} is also claimed by ${chain === null ? '' : `${chain} in `}${file}:${line}`,
    hint: () => 'correct the chain id of one of them, or mark the chain that has ended',
  },
  'file/unknown-status': {
    severity: 'warning',
    summary: 'the registry has no such status of a chain',
    explanation:
      'Programs may refuse the file, or treat a chain that has ended as live. Here it counts as live.',
    sample: {
      field: 'status',
      value: '"liev"',
      values: ['live', 'upcoming', 'killed'],
      near: 'live',
    },
    message: ({ field, value, near }) =>
      `unknown ${field} ${value}${near === null ? '' : `, did you mean "${near}"?`}`,
    hint: ({ values }) => `write ${joinChoices(values.map((value) => `"${value}"`))}`,
  },
};
