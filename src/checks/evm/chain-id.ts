import { parseQuantity } from '../chain-id.js';
import type { JsonValue } from '../../model/json.js';
import type { Problem } from '../../model/rule.js';

/** The result of a call of JSON-RPC. */
export interface EvmResult {
  readonly kind: 'result';
  readonly result: JsonValue;
  /** How the answer departs from the specifications, though it can be read. */
  readonly deviation?: string;
  /** Set for the answer that is larger than this: the result is what is known of it. */
  readonly limitBytes?: number;
}

/** What came of a call of JSON-RPC, whatever it was made over. */
export type EvmOutcome = EvmResult | { readonly kind: 'problem'; readonly problem: Problem };

/**
 * The chain id of an answer to eth_chainId or net_version, null where it holds none. A hex quantity, as ethereum/execution-apis defines
 * eth_chainId; some nodes send a decimal number or text, as net_version is defined.
 */
export function readChainId(outcome: EvmOutcome | null): bigint | null {
  if (outcome?.kind !== 'result') return null;
  const { result } = outcome;
  if (typeof result === 'number') return Number.isSafeInteger(result) && result > 0 ? BigInt(result) : null;
  return typeof result === 'string' && !result.startsWith('0X') ? parseQuantity(result) : null;
}
