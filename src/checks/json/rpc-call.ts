import type { JsonObject, JsonValue } from '../../model/json.js';
import { describeBesideResult, type EmptyErrors } from '../../net/refusal.js';

/** A request of JSON-RPC; its id distinguishes its answer from others on the connection. */
export interface JsonRpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly JsonValue[] | JsonObject;
}

/** The text of a request, or of several as a batch; JSON-RPC 2.0 sections 4 and 6. */
export function formatCall(call: JsonRpcCall | readonly JsonRpcCall[]): string {
  const format = ({ id, method, params }: JsonRpcCall) => ({ jsonrpc: '2.0', method, params, id });
  return JSON.stringify('id' in call ? format(call) : call.map(format));
}

export interface RpcResult {
  readonly kind: 'result';
  readonly result: JsonValue;
  /** How the answer departs from the specifications, though it can be read. */
  readonly deviation?: string;
  /** Set if the answer is larger than this many bytes: the result holds the part that was read. */
  readonly limitBytes?: number;
}

/** Reads the result of an answer that is no refusal (JSON-RPC 2.0 section 5), or the reason why it has none. */
export function readResult(value: JsonObject, none: EmptyErrors): RpcResult | { readonly reason: string } {
  if (value['jsonrpc'] !== '2.0') return { reason: '"jsonrpc" must be "2.0"' };
  const { result } = value;
  if (result === undefined) return { reason: 'neither "result" nor "error"' };
  const deviation = describeBesideResult(value, none);
  return { kind: 'result', result, ...(deviation === null ? {} : { deviation }) };
}
