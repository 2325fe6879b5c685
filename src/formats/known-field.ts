/** A field that is read, and what contributors have called it. */
export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}
