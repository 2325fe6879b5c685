import { createHash } from 'node:crypto';

/** The badge of all endpoints. A chain of that name gets a name with a hash, as one does that no file system could hold. */
export const wholeBadge = 'endpoints';

/** What is a file's name everywhere as it is; the first character rules out hidden files, options of commands and `..`. */
const plain = /^[a-z\d][\w.%-]{0,99}$/i;

/** Names of devices, with or without an extension (learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Names files for chains, without an extension: a chain's own name where that is harmless everywhere and no other differs from it only in
 * the case of letters, else what is left of it and a hash. No two are alike, whatever the chains are called.
 */
export function nameBadges(chains: readonly string[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const chain of chains) counts.set(chain.toLowerCase(), (counts.get(chain.toLowerCase()) ?? 0) + 1);
  const isPlain = (chain: string) =>
    plain.test(chain) && !device.test(chain) && chain.toLowerCase() !== wholeBadge;
  return new Map(
    chains.map((chain) => {
      const isAlone = counts.get(chain.toLowerCase()) === 1 || chain === chain.toLowerCase();
      return [chain, isPlain(chain) && isAlone ? chain : addHash(chain)];
    }),
  );
}

/** No plain name has a `~`. The hash is of code units, since UTF-8 has one replacement for all lone surrogates. */
function addHash(chain: string): string {
  const readable = chain
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    // A command would read it as an option: `rm *`.
    .replace(/^-/, '');
  return `${readable}~${createHash('sha256').update(chain, 'utf16le').digest('hex').slice(0, 16)}`;
}
