import { getValue, type JsonObject } from '../../model/json.js';
import {
  evmAddress,
  wasmAddress,
  type FormFault,
  type IbcOrigin,
  type IdentityForm,
  type ItemDefinition,
  type ListDefinition,
} from '../list-definition.js';

/** Names of the fields in the registry's guides, and names that contributors use. */
const symbol = { name: 'symbol', aliases: ['ticker', 'coin_symbol', 'token_symbol'] };
const decimals = { name: 'decimals', aliases: ['precision', 'exponent', 'decimal_places'] };

/** Denoms have no fixed form, except those of IBC: `ibc/` and a SHA-256 in upper case (ADR-001 of ibc-go). */
const denom: IdentityForm = { rule: 'list/denom', findFault: findDenomFault, fold: (value) => value };

/** ERC-20 and CW20 store the decimals in one byte. */
const token = {
  // Older files, without a `_2` in their names, have `address`.
  identity: [
    { name: 'contract', aliases: ['contract_address', 'contract_addr', 'token_address'] },
    { name: 'address', aliases: [] },
  ],
  symbol,
  decimals,
  maxDecimals: 255,
} as const;

/** The items of the lists that the query service serves. */
export const chainlistItems = {
  assets: {
    identity: [{ name: 'denom', aliases: ['denomination', 'base_denom', 'coin_denom'] }],
    identityForm: denom,
    symbol,
    decimals,
    maxDecimals: null,
    example: { denom: 'ukava', type: 'staking', symbol: 'KAVA', decimals: 6 },
  },
  erc20: {
    ...token,
    identityForm: evmAddress,
    example: {
      chainId: 2222,
      address: '0x919C1c267BC06a7039e03fcc2eF738525769109c',
      symbol: 'USDt',
      decimals: 6,
    },
  },
  cw20: {
    ...token,
    identityForm: wasmAddress,
    example: {
      chainId: -1,
      address: 'juno168ctmpyppk90d34p3jjy658zf5a5l3w8wk35wht6ccqj4mr0yv8s4j5awr',
      symbol: 'NETA',
      decimals: 6,
    },
  },
} as const satisfies Readonly<Record<string, ItemDefinition>>;

/** The lists next to the parameters of a chain: `assets_2.json`, or `assets.json` in the older form. */
const chainlistLists: readonly ListDefinition[] = [
  { name: 'assets', items: chainlistItems.assets, ibc: { items: '', denom: 'denom', readOrigin } },
  { name: 'erc20', items: chainlistItems.erc20 },
  { name: 'cw20', items: chainlistItems.cw20 },
  { name: 'erc721', items: null },
  { name: 'cw721', items: null },
];

function findDenomFault(value: string): FormFault | null {
  if (!/^ibc\//i.test(value) || /^ibc\/[\dA-F]{64}$/.test(value)) return null;
  const hash = value.slice('ibc/'.length);
  const fix = /^[\da-f]{64}$/i.test(hash)
    ? `write ibc/${hash.toUpperCase()}`
    : 'copy the denom from an explorer of the chain';
  return { reason: 'must be ibc/ and 64 hexadecimal digits in upper case', fix };
}

/** In `assets_2.json` below `ibc_info`, without `client` for IBC v2; in `assets.json` in the item itself. */
function readOrigin(item: JsonObject): IbcOrigin | null {
  const isNew = Object.hasOwn(item, 'ibc_info');
  const read = (pointer: string) => {
    const value = getValue(item, pointer);
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const hop = isNew ? '/ibc_info/client' : '';
  const [port, channel] = [read(`${hop}/port`), read(`${hop}/channel`)];
  const denom = read(isNew ? '/ibc_info/counterparty/denom' : '/counter_party/denom');
  // `ethereum>axelar>osmosis`.
  const chain = isNew ? read('/ibc_info/counterparty/chain') : read('/path')?.split('>').at(-2);
  // A malformed denom is none of any path.
  const isMalformed = findDenomFault(read('/denom') ?? '') !== null;
  return port === null || channel === null || denom === null || isMalformed
    ? null
    : { hop: `${port}/${channel}/`, denom, chain: chain ?? null };
}

export function findList(fileName: string): ListDefinition | null {
  if (!/\.json$/i.test(fileName)) return null;
  const name = fileName.toLowerCase();
  return chainlistLists.find((list) => name.startsWith(list.name)) ?? null;
}
