import type { Format } from '../../formats/format.js';
import type { Entry } from '../../model/entry.js';
import type { TextEdit } from '../../model/finding.js';
import { findChains } from '../chains.js';
import { findField, type RegistryDocument } from '../document.js';
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
  const status = format?.killedStatus;
  if (format === null || status === undefined)
    return `the format ${format?.name ?? 'of the file'} has no status for a chain that has ended: remove its entries, or its file by hand`;
  const chains = findChains(document, format);
  const ended = chains.filter(({ pointer }) =>
    entries.some(({ place }) => (place.pointer ?? '').startsWith(`${pointer}/`)),
  );
  return ended.flatMap(({ pointer, node }): readonly TextEdit[] => {
    const value = findField(node, status.field);
    if (value !== undefined)
      return [{ offset: value.offset, length: value.length, text: JSON.stringify(status.value) }];
    const siblings = status.after === undefined ? [] : [`${pointer}/${status.after}`];
    const place = { pointer: `${pointer}/${status.field}`, siblings };
    return insertField(document.text, document.tree, place, status.value) ?? [];
  });
}
