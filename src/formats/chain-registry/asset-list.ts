import { getValue, type JsonObject, type JsonValue } from '../../model/json.js';
import type { IbcOrigin, ListDefinition } from '../list-definition.js';

/**
 * The assets of a chain. Source: assetlist.schema.json of https://github.com/cosmos/chain-registry, whose own check compares the same
 * (.github/workflows/utility/validate_data.mjs).
 */
export const assetList: ListDefinition = {
  name: 'assetlist',
  items: null,
  ibc: { items: '/assets', denom: 'base', readOrigin },
};

/** The last trace has the whole path. */
function readOrigin(item: JsonObject): IbcOrigin | null {
  const traces = item['traces'];
  const last: JsonValue = Array.isArray(traces) ? ((traces as readonly JsonValue[]).at(-1) ?? null) : null;
  const path = getValue(last, '/chain/path');
  return typeof path === 'string' && path !== '' ? { hop: '', denom: path, chain: null } : null;
}
