import { distance } from 'fastest-levenshtein';

/** A name that is read, and the names that contributors have used for it. */
export interface KnownName {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Members of real registries that are near a read name but mean something else, in any spelling. */
const otherFields = new Set(
  [
    'rpc_endpoint',
    'lcd_endpoint',
    'cosmos_rpc_endpoint',
    'tm_rpc_endpoint',
    'tendermint_rpc_endpoint',
    'solana_rpc_endpoint',
    'rest_endpoint',
    'api_endpoint',
    'ws_endpoint',
  ].map(fold),
);

/** The name that a field was probably meant to have, null where none is near. */
export function findIntended(field: string, known: readonly KnownName[]): string | null {
  if (known.some(({ name }) => name === field)) return null;
  const folded = fold(field);
  if (otherFields.has(folded)) return null;
  const alias = known.find(({ name, aliases }) => [name, ...aliases].some((word) => fold(word) === folded));
  if (alias !== undefined) return alias.name;
  const near = known.find(({ name }) => name.length > 5 && distance(fold(name), folded) <= 2);
  return near?.name ?? null;
}

/** Without capitals, separators and a plural's s. */
function fold(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .replace(/s$/, '');
}
