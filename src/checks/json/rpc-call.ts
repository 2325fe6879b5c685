import type { JsonObject, JsonValue } from '../../model/json.js';

/** A request of JSON-RPC; its id distinguishes its answer from others on the connection. */
export interface JsonRpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly JsonValue[] | JsonObject;
}

/** The text of a request, JSON-RPC 2.0 section 4. */
export function formatCall({ id, method, params }: JsonRpcCall): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params, id });
}
