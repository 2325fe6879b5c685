import { createHash } from 'node:crypto';

/** Name of the badge of all endpoints. A chain of that name gets a name with a hash, like one that no file system accepts. */
export const wholeBadge = 'endpoints';

/** A file name that is valid on every system. The first character rules out hidden files, command options and `..`. */
const plain = /^[a-z\d][\w.%-]{0,99}$/i;

/** Names of devices on Windows, with or without an extension (learn.microsoft.com/windows/win32/fileio/naming-a-file). */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Names files for chains, without an extension: the chain's name if it is valid everywhere and no other name differs from it only in case, else its
 * readable part and a hash. All names are distinct, whatever the names of the chains.
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

/** No plain name contains a `~`. The hash is of UTF-16 code units, since UTF-8 replaces all lone surrogates by the same character. */
function addHash(chain: string): string {
  const readable = chain
    .slice(0, 60)
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    // Without a leading hyphen, which `rm *` would read as an option.
    .replace(/^-/, '');
  return `${readable}~${createHash('sha256').update(chain, 'utf16le').digest('hex').slice(0, 16)}`;
}
