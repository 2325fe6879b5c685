import type { RuleSet } from '../../model/rule.js';

export type ListData = {
  'list/schema': { item: string | null; reason: string; fix: string };
  'list/duplicate': { field: string; value: string; firstLine: number };
  'list/denom': { field: string; value: string; reason: string; fix: string };
  'list/address': { field: string; value: string; reason: string; fix: string };
  'list/decimals': { item: string | null; got: string; max: number | null; suggestion: number | null };
  /** What is `expected` is the denom of the path. */
  'list/ibc-denom': { denom: string; path: string; expected: string };
};

export const listRules: RuleSet<ListData> = {
  'list/schema': {
    severity: 'error',
    fixable: '--fix',
    summary: 'a list has the wrong shape, or an item lacks a field',
    explanation:
      'A list is an array of objects. Each asset has the string `denom`, each token the string `contract` (`address` in ' +
      'older files), and both the string `symbol` and the number `decimals`. Other fields are free. Lists of NFT ' +
      'contracts (`erc721`, `cw721`) need only be valid JSON. `--fix` renames misspelled fields if the right ones are ' +
      'missing. It adds none.',
    sample: { item: 'uatom', reason: '"uatom" has no "decimals"', fix: 'add "decimals"' },
    message: ({ reason }) => reason,
    hint: ({ fix }) => fix,
  },
  'list/duplicate': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the same denom or contract is listed twice',
    explanation:
      'Not all programs take the same one. EVM addresses that differ only in capitals are equal (EIP-55). `--fix` ' +
      'removes the later item if both have the same fields and values.',
    sample: { field: 'denom', value: 'uatom', firstLine: 2 },
    message: ({ field, value, firstLine }) => `duplicate ${field} "${value}", first on line ${firstLine}`,
    hint: () => 'remove one of the two items',
  },
  'list/denom': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the denom of an asset is malformed',
    explanation:
      'Programs find an asset by exactly the denom that the chain reports, blanks included. For IBC it is `ibc/` and ' +
      'the SHA-256 of the path, in upper case (ADR-001 of ibc-go). `--fix` only removes white space and invisible characters.',
    sample: { field: 'denom', value: ' uatom', reason: 'begins with white space', fix: 'write uatom' },
    message: ({ field, value, reason }) => `${field} "${value}" ${reason}`,
    hint: ({ fix }) => fix,
  },
  'list/address': {
    severity: 'error',
    fixable: '--fix',
    summary: "the address of a token's contract is malformed",
    explanation:
      'An ERC-20 contract is `0x` and 40 hexadecimal digits, a CW20 contract a bech32 address (BIP 173) in lower case, ' +
      'whose last six characters are a checksum. `--fix` only removes white space and invisible characters.',
    sample: { field: 'contract', value: '0x', reason: 'is too short', fix: 'copy the address' },
    message: ({ field, value, reason }) => `${field} "${value}" ${reason}`,
    hint: ({ fix }) => fix,
  },
  'list/decimals': {
    severity: 'error',
    fixable: '--fix',
    summary: 'the number of decimals is malformed',
    explanation:
      'Programs divide amounts by ten to this power. It is an integer from 0, without quotes, at most 255 for ERC-20 ' +
      'and CW20 tokens. `--fix` removes quotes around an integer.',
    sample: { item: 'uatom', got: '"6"', max: null, suggestion: 6 },
    message: ({ got, max }) =>
      `decimals must be an integer from 0${max === null ? ' upwards' : ` to ${max}`}, got ${got}`,
    hint: ({ suggestion }) =>
      suggestion === null
        ? 'write the number of decimals that the chain reports'
        : `write ${suggestion}, without quotes`,
  },
  'list/ibc-denom': {
    severity: 'error',
    summary: 'the denom of an asset from IBC is not that of its path',
    explanation:
      'The denom is `ibc/` and the SHA-256 of the path (ADR-001 of ibc-go): `transfer/channel-0/uatom` is ' +
      '`ibc/27394FB0…`. One of the two is that of another asset, so wallets show or send the wrong one. In ' +
      'chain-registry, `base` is compared with the last `traces[].chain.path`; in chainlist, `denom` with the port, the ' +
      'channel and the denom on the other chain, where `cw20:` and the capitals of an address may be missing. If that ' +
      'denom starts with `ibc/` too, its path is read from the list of its chain. Assets without a path are not compared.',
    sample: {
      denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
      path: 'transfer/channel-1/uatom',
      expected: 'ibc/C4CFF46FD6DE35CA4CF4CE031E643C8FDC9BA4B99AE598E9B0ED98FE3A2319F9',
    },
    message: ({ denom, path }) => `${denom} is not the denom of ${path}`,
    hint: ({ path, expected }) => `correct the path, or write ${expected} if the asset is that of ${path}`,
  },
};
