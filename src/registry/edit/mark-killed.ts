import type { Format } from '../../formats/format.js';
import type { Entry } from '../../model/entry.js';
import type { TextEdit } from '../../model/finding.js';
import { findChains } from '../chains.js';
import { findMatches, type RegistryDocument } from '../document.js';
import { insertField } from './insert-item.js';

/**
 * Finds the edits that mark the chains of these entries, which are all in this file, as ended, by the status of their format. Changes nothing
 * else. Returns the reason if the format has no such status.
 */
export function markKilled(
  document: RegistryDocument,
  format: Format | null,
  entries: readonly Entry[],
): readonly TextEdit[] | string {
  const { killed, after, pointer: statusPointer = '' } = format?.status ?? {};
  if (format === null || killed === undefined)
    return `the format ${format?.name ?? 'of the file'} has no status for a chain that has ended: remove its entries, or its file by hand`;
  const chains = findChains(document, format);
  const ended = chains.filter(({ pointer }) =>
    entries.some(({ place }) => (place.pointer ?? '').startsWith(`${pointer}/`)),
  );
  return ended.flatMap(({ pointer, node }): readonly TextEdit[] => {
    const [status] = findMatches(node, statusPointer);
    if (status !== undefined)
      return [{ offset: status.node.offset, length: status.node.length, text: JSON.stringify(killed) }];
    const siblings = after === undefined ? [] : [`${pointer}/${after}`];
    const place = { pointer: pointer + statusPointer, siblings };
    return insertField(document.text, document.tree, place, killed) ?? [];
  });
}
