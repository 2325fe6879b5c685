import { failure, type Failure } from '../../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/truncate.js';
import { mentionsLimit } from '../../net/limit-texts.js';

/** The error of a JSON-RPC answer (JSON-RPC 2.0 section 5.1). */
export type JsonRpcError =
  | { readonly kind: 'limit'; readonly failure: Failure }
  | { readonly kind: 'key-required'; readonly detail: string }
  | { readonly kind: 'method-missing' }
  /** `more` is the text of `data`, empty if there is none. */
  | {
      readonly kind: 'other';
      readonly code: number;
      readonly detail: string;
      readonly more: string;
    }
  | { readonly kind: 'malformed'; readonly reason: string };

/**
 * Values of `error` beside a result that clients accept: those of EVM nodes, such as viem, take any object for an error, CosmJS only an object with a
 * code.
 */
export type EmptyErrors = 'false' | 'false or empty';

/** Reads the error of an answer, null if it holds none. */
export function readJsonRpcError(value: JsonValue, none: EmptyErrors): JsonRpcError | null {
  if (!isJsonObject(value) || value['error'] === undefined || value['error'] === null) return null;
  if (isNoError(value['error'], none) && (value['result'] ?? null) !== null) return null;
  const error = value['error'];
  // Proxies before nodes send a bare string; it is the only clue.
  const { code, message, data } = isJsonObject(error)
    ? error
    : { code: undefined, message: error, data: null };
  const number = Number.isInteger(code) ? Number(code) : code === '429' ? 429 : null;
  const detail = typeof message === 'string' ? truncate(message) : '';
  // Comes first, since rate limits often mention that a key would lift them.
  if ((number !== null && rateLimitCodes.has(number)) || mentionsLimit(detail)) {
    const whole = number === null ? detail : `error ${number}: ${detail}`;
    return {
      kind: 'limit',
      failure: failure('net/rate-limited', { detail: whole, retryAfterMs: null }),
    };
  }
  if (requiresKey.test(detail)) return { kind: 'key-required', detail };
  if (number === null || typeof message !== 'string')
    return { kind: 'malformed', reason: '"error" must have an integer "code" and a string "message"' };
  if (number === methodNotFound) return { kind: 'method-missing' };
  return { kind: 'other', code: number, detail, more: typeof data === 'string' ? truncate(data) : '' };
}

/**
 * How an answer with a result departs from the specification, section 5: some servers send an empty error beside it. On null, clients of EVM
 * nodes fail (https://github.com/ethers-io/ethers.js/blob/v6.17.0/src.ts/providers/provider-jsonrpc.ts looks for the field alone); CosmJS does not.
 */
export function describeBesideResult({ error }: JsonObject, none: EmptyErrors): string | null {
  const isAbsent = error === undefined || (error === null && none === 'false or empty');
  return isAbsent ? null : 'it has "error" beside "result"';
}

/** Whether a value of `error` means no error. */
function isNoError(error: JsonValue, none: EmptyErrors): boolean {
  if (error === false || error === 0 || error === '') return true;
  if (none === 'false') return false;
  if (Array.isArray(error)) return error.length === 0;
  return (
    isJsonObject(error) &&
    Object.values(error).every((field) => field === 0 || field === '' || field === null)
  );
}

const methodNotFound = -32601;

/** -32005 is EIP-1474's "limit exceeded"; the others are what providers send. */
const rateLimitCodes = new Set([-32005, -32029, 429]);

// Providers have no common code for it: only the messages distinguish it.
const requiresKey = /\b(api|access|project|app)[- _]?(key|id|token)\b|must be authenticated|unauthori[sz]ed/i;
