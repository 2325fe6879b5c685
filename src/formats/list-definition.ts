import type { JsonObject } from '../model/json.js';
import type { KnownField } from './entry-fields.js';

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
