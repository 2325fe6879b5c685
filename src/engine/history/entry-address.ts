import { findCheck } from '../../checks/index.js';
import { describeAddress } from '../../model/describe-address.js';
import { anyForm } from '../edit/entry-keys.js';

/**
 * The address by which a history knows an entry of a kind, whatever its list allows: without a scheme, and without the usual port. Null where the url is
 * no address.
 */
export function findAddress(kind: string, url: string | null): string | null {
  const target = findCheck(kind)?.readUrl(url?.trim() ?? '', anyForm).target ?? null;
  return target === null ? null : describeAddress(target);
}
