import type { ClaimedId } from './chain-ids.js';
import type { FoundFile } from './discover.js';
import type { LoadedFile } from './load-file.js';
import { readRegistryFile } from './read-file.js';

/**
 * Finds the ids among `ids` that other files of the registry claim too. Thousands of files may be there, so only those that seem to claim one of
 * them are parsed.
 */
export async function findClaiming(
  files: readonly FoundFile[],
  ids: readonly ClaimedId[],
  load: (file: FoundFile) => Promise<LoadedFile>,
): Promise<readonly ClaimedId[]> {
  const scopes = new Set(ids.map(({ scope }) => scope));
  const wanted = new Set(ids.map(({ chainId }) => foldId(chainId)));
  const fields = new Set(ids.map(({ field }) => field.slice(field.lastIndexOf('.') + 1)));
  const claim = new RegExp(`\\b(?:${[...fields].join('|')})["']?\\s*[:=]\\s*["']?([^"',\\s}]+)`, 'g');
  const claims: ClaimedId[] = [];
  for (const file of files) {
    if (file.absolute === null || file.behindLink) continue;
    const { text } = readRegistryFile(file.absolute);
    const claimed = text === null ? [] : [...text.matchAll(claim)];
    if (claimed.some(([, id = '']) => wanted.has(foldId(id)))) claims.push(...(await load(file)).ids);
  }
  return claims.filter(({ scope }) => scopes.has(scope));
}

/** An id in one spelling: files write that of an EVM chain as 1, "0x1" or "eip155:1". */
function foldId(id: string): string {
  const number = id.replace(/^eip155:/, '');
  return /^(?:0x[\da-f]+|\d+)$/i.test(number) && number.length <= 80 ? String(BigInt(number)) : id;
}
