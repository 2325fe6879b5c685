export interface KnownField {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Normalizes the name of a field: contributors confuse case, separators and the plural s. */
export function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .replace(/s$/, '');
}
