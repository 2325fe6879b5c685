import type { KnownField } from './known-field.js';

/** A kind of list that a registry keeps beside its endpoints, such as its assets or token contracts. */
export interface ListDefinition {
  /** What it is called: `erc20`. */
  readonly name: string;
  /** What is known of its items; null where only the JSON is checked. */
  readonly items: ItemDefinition | null;
}

/** What programs that read a list need of each of its items. */
export interface ItemDefinition {
  /** The fields that may identify it, newest first: the first one that an item has counts. No two items of a file may have the same value. */
  readonly identity: readonly [KnownField, ...KnownField[]];
  readonly identityForm: IdentityForm;
  /** The field with the symbol that people know it by, a string. */
  readonly symbol: KnownField;
  /** The field with the number of decimals, an integer from 0. */
  readonly decimals: KnownField;
  /** The largest number of decimals; null where no standard sets one. */
  readonly maxDecimals: number | null;
}

/** How the values that identify items are written. */
export interface IdentityForm {
  /** The rule that a malformed one breaks. */
  readonly rule: 'list/denom' | 'list/address';
  /** What is wrong with a value; null where it is well-formed. */
  readonly findFault: (value: string) => FormFault | null;
  /** Equal for two values that mean the same. */
  readonly fold: (value: string) => string;
}

/** What is wrong with a value, and how to fix it. */
export interface FormFault {
  /** Follows the quoted value in messages: `must begin with 0x`. */
  readonly reason: string;
  readonly fix: string;
}
