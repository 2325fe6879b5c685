import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';
import { truncate } from '../../model/truncate.js';

/** The result of a call of JSON-RPC. */
export interface EvmResult {
  readonly kind: 'result';
  readonly result: JsonValue;
  /** How the answer departs from the specifications, though it can be read. */
  readonly deviation?: string;
  /** Set if the answer is larger than this many bytes: the result holds the part that was read. */
  readonly limitBytes?: number;
}

/** The outcome of a call of JSON-RPC, over any transport. */
export type EvmOutcome = EvmResult | { readonly kind: 'problem'; readonly problem: Problem };

/** The fields that a check reads, truncated, so that a run keeps no more of its answers. */
export function trimResult(result: JsonValue): JsonValue {
  if (typeof result === 'string') return truncate(result);
  if (Array.isArray(result)) return [];
  if (!isJsonObject(result)) return result;
  const names = ['hash', 'number', 'timestamp'].filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(
    names.map((name) => {
      const value = result[name];
      return [name, typeof value === 'string' ? truncate(value) : typeof value === 'number' ? value : null];
    }),
  );
}
