/** A denom of a network. */
export interface DenomKey {
  readonly network: string;
  readonly denom: string;
}
