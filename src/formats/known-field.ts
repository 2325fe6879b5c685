export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}
