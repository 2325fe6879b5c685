/** A field, and the names that contributors use for it. */
export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}
