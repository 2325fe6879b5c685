import type { Target } from '../model/entry.js';
import type { KindDefinition } from '../model/kind.js';
import type { ProblemOf } from '../model/rule.js';
import type { ListingData } from './listing-rules.js';

/** A host whose name holds the word of another kind than its own; null for all others. A port of its own says more than a name. */
export function judgeHostName(
  { host, port, secure }: Target,
  own: KindDefinition,
  kinds: readonly KindDefinition[],
): ProblemOf<Pick<ListingData, 'entry/host-name'>> | null {
  if (port !== (secure ? 443 : 80)) return null;
  if (!kinds.some(({ hostWords }) => hostWords?.some((word) => host.includes(word)))) return null;
  // Between characters that separate words of a host name, or at its ends. The top-level domain .rest says nothing of the kind.
  const words = host.replace(/\.[^.]*$/, '').split(/[.\-_]/);
  const named = kinds.flatMap((kind) => {
    const word = kind.hostWords?.find((one) => words.includes(one));
    return word === undefined ? [] : [{ word, kind }];
  });
  const [other] = named;
  if (other === undefined || named.some(({ kind }) => isNear(kind, own))) return null;
  return { code: 'entry/host-name', data: { word: other.word, kind: other.kind.kind, listedAs: own.kind } };
}

function isNear(one: KindDefinition, other: KindDefinition): boolean {
  return (
    one.kind === other.kind ||
    one.sharesAddressWith?.includes(other.kind) === true ||
    other.sharesAddressWith?.includes(one.kind) === true
  );
}
