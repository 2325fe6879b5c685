import type { Holder } from '../../api/answers.js';
import type { Row } from '../../database/engine.js';

/** Holders in a row of a snapshot: pages of a hundred cost one or two rows, and a search reads few large texts. */
export const holdersPerRow = 100;

/** The holders of a row. */
export function readHolders({ addresses, amounts }: Row): readonly Holder[] {
  const ofHolders = String(amounts).split(' ');
  return String(addresses)
    .split(' ')
    .map((address, at) => ({ address, amount: ofHolders[at] ?? '' }));
}
