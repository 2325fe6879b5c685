import type { JsonObject } from '../model/json.js';
import type { KnownField } from './entry-fields.js';
import { bech32 } from '@scure/base';

/** A kind of list that a registry contains besides endpoints, such as assets or token contracts. */
export interface ListDefinition {
  readonly name: string;
  /** The definition of its items; null if only the JSON is checked, and `ibc`. */
  readonly items: ItemDefinition | null;
  /** How its items say where assets from IBC come from; absent if they do not. */
  readonly ibc?: IbcDefinition;
}

export interface IbcDefinition {
  /** The array of the items, as a JSON Pointer. */
  readonly items: string;
  readonly denom: string;
  /** Reads the origin of an item; null if it does not say. */
  readonly readOrigin: (item: JsonObject) => IbcOrigin | null;
}

/** Where an asset from IBC comes from: its denom is `ibc/` and the SHA-256 of `hop` and `denom`. */
export interface IbcOrigin {
  /** The port and channel of the last hop, such as `transfer/channel-0/`; empty if `denom` is the whole path. */
  readonly hop: string;
  /** On the chain before. If that chain has it from IBC too, its own path counts. */
  readonly denom: string;
  /** The chain before, as the directory of its lists is called; null if that is unknown. */
  readonly chain: string | null;
}

export interface ItemDefinition {
  /** The fields that may identify it, newest first: the first one that an item has counts. Its value must be unique in a file. */
  readonly identity: readonly [KnownField, ...KnownField[]];
  readonly identityForm: IdentityForm;
  /** The field with the symbol, a string. */
  readonly symbol: KnownField;
  /** The field with the number of decimals, an integer from 0. */
  readonly decimals: KnownField;
  /** The maximum number of decimals; null if no standard sets one. */
  readonly maxDecimals: number | null;
  /** An item, for the description of the query API; absent if that has no route over the list. */
  readonly example?: object;
}

export interface IdentityForm {
  readonly rule: 'list/denom' | 'list/address';
  /** Describes the fault of a value; null if it is well-formed. */
  readonly findFault: (value: string) => FormFault | null;
  /** Normalizes a value: equal results mean the same item. */
  readonly fold: (value: string) => string;
}

export interface FormFault {
  /** Follows the quoted value in messages: `must begin with 0x`. */
  readonly reason: string;
  readonly fix: string;
}

const copyAddress = 'copy the address from an explorer of the chain';

/** Addresses of contracts on EVM chains: `0x` and 40 hexadecimal digits. The case of the letters is a checksum, not part of the address (EIP-55). */
export const evmAddress: IdentityForm = {
  rule: 'list/address',
  findFault: findEvmFault,
  fold: (value) => value.toLowerCase(),
};

/**
 * Addresses of CosmWasm contracts: bech32 (BIP 173) in lower case, 32 bytes long (ADR-028 of the Cosmos SDK), or 20 on chains whose contracts
 * are numbered like accounts, such as Injective and Secret.
 */
export const wasmAddress: IdentityForm = {
  rule: 'list/address',
  findFault: findWasmFault,
  fold: (value) => value,
};

const evmForm = /^0x[\da-f]{40}$/i;
/** A prefix of letters and digits, the separator, and the characters of bech32. */
const wasmForm = /^[a-z][\da-z]{0,82}1[02-9ac-hj-np-z]{6,70}$/;
const wasmLengths: readonly (number | undefined)[] = [32, 20];

/** Whether a value is a bech32 string in lower case (BIP 173) with any prefix and a valid checksum. */
export function isBech32(value: string): boolean {
  return wasmForm.test(value) && bech32.decodeUnsafe(value, false) !== undefined;
}

function findEvmFault(value: string): FormFault | null {
  if (evmForm.test(value) && value.startsWith('0x')) return null;
  const digits = value.replace(/^0x/i, '');
  if (!/^[\da-f]+$/i.test(digits)) {
    const expected = 'must be 0x and 40 hexadecimal digits';
    return wasmForm.test(value)
      ? {
          reason: `is the address of a CosmWasm contract, ${expected}`,
          fix: 'move the token to the cw20 list',
        }
      : { reason: expected, fix: copyAddress };
  }
  if (digits.length !== 40)
    return { reason: `has ${digits.length} hexadecimal digits, expected 40`, fix: copyAddress };
  return { reason: 'must begin with 0x', fix: `write 0x${digits}` };
}

function findWasmFault(value: string): FormFault | null {
  if (!wasmForm.test(value)) {
    const lower = value.toLowerCase();
    if (lower !== value && findWasmFault(lower) === null)
      return { reason: 'must be in lower case', fix: `write ${lower}` };
    return evmForm.test(value)
      ? { reason: 'is the address of an EVM contract', fix: 'move the token to the erc20 list' }
      : { reason: 'must be a bech32 address such as juno1…', fix: copyAddress };
  }
  // BIP 173 allows 90 characters, but chains may have long prefixes.
  const decoded = bech32.decodeUnsafe(value, false);
  if (decoded === undefined)
    return { reason: 'has a wrong checksum, so a character is wrong or missing', fix: copyAddress };
  const lengthBytes = bech32.fromWordsUnsafe(decoded.words)?.length;
  if (wasmLengths.includes(lengthBytes)) return null;
  const got = lengthBytes === undefined ? '' : `, got ${lengthBytes}`;
  return { reason: `must be 32 or 20 bytes long${got}`, fix: copyAddress };
}
