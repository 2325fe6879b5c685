import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';
import type { RpcResult } from '../json/rpc-call.js';

/** The outcome of a call of JSON-RPC, over any transport. */
export type EvmOutcome = RpcResult | { readonly kind: 'problem'; readonly problem: Problem };

/** The fields that a check reads, truncated, so that a run keeps no more of its answers. */
export function trimResult(result: JsonValue): JsonValue {
  if (typeof result === 'string') return truncate(result);
  if (Array.isArray(result)) return [];
  if (!isJsonObject(result)) return result;
  const names = ['hash', 'number', 'timestamp', 'from'].filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(
    names.map((name) => {
      const value = result[name];
      return [name, typeof value === 'string' ? truncate(value) : typeof value === 'number' ? value : null];
    }),
  );
}
