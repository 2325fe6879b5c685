import { failure, type Failure } from '../model/failure.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { ProblemOf } from '../model/rule.js';
import { truncate } from '../model/text.js';
import { classifyHeightRefusal, readWords } from './words.js';
import { classifyServerStatus } from './grpc/server-status.js';
import type { HeaderFields } from './header-fields.js';
import { classifyHttpStatus } from './http-status.js';

/** What came back to a call that is answered in JSON, as far as it was read. */
export interface Reply {
  /** The kind that was requested. */
  readonly request: string;
  readonly call: string;
  /** How nodes of the kind report errors: as JSON-RPC, beside a result with an `error` that means none, or as gRPC-Gateway. */
  readonly form: EmptyErrors | 'gateway';
  /** Absent for a message of an open websocket. */
  readonly http?: { readonly status: number; readonly headers: HeaderFields; readonly body: Buffer };
  /** The body or the message; undefined if it is not JSON. */
  readonly value: JsonValue | undefined;
  /** Whether the value has the form of an answer of such a node. */
  readonly isAnswer: boolean;
}

/** Errors of the node itself; a kind adds its family to the code. */
export type NodeErrorData = {
  /** The text of `data` is part of `detail`. */
  'rpc-error': { readonly call: string; readonly code: number; readonly detail: string };
  'node-error': { readonly call: string; readonly status: string; readonly details: string };
  'method-missing': { call: string };
  'key-required': { detail: string };
  'bad-envelope': { reason: string };
};

/** Why a call was refused: a failure that all kinds share, such as a limit, or an error of the node. */
export type Refusal = Failure | ProblemOf<NodeErrorData>;

/**
 * Values of `error` beside a result that clients accept: those of EVM nodes, such as viem, take any object for an error, CosmJS only an object with a
 * code.
 */
export type EmptyErrors = 'false' | 'false or empty';

/**
 * Reads what came back as a refusal, by its status, header fields and body together; null for none. The rule says whose fault it is: of the endpoint,
 * of the proxy before it (`http/upstream-down`), or that this machine was refused (`net/rate-limited`, `http/challenged`).
 */
export function readRefusal({ request, call, form, http, value, isAnswer }: Reply): Refusal | null {
  const { status = 200, headers = {}, body = null } = http ?? {};
  const nodeError =
    form === 'gateway' ? readGatewayError(call, value, headers) : readRpcError(call, value, form);
  // With 2xx, an answer of such an endpoint is no page of a bot protection, whatever words it holds.
  if (isAnswer && status <= 299) return nodeError;
  const words = readWords(body, status, value);
  const shared = classifyHttpStatus(status, headers, request, body, words);
  if (shared === null || nodeError === null) return nodeError ?? shared;
  if (shared.code === 'http/challenged' || nodeError.code === 'bad-envelope') return shared;
  if (status <= 299) return nodeError;
  // A gateway makes the HTTP status from its own, which is more precise: 8 and 429 also mean that an answer is too large.
  if (form === 'gateway' && isJsonObject(value) && Array.isArray(value['details'])) return nodeError;
  // A shared limit may have a Retry-After.
  if (shared.code === 'net/rate-limited') return shared;
  const isMorePrecise =
    shared.code === 'http/status' || ['key-required', 'net/rate-limited'].includes(nodeError.code);
  return isMorePrecise ? nodeError : shared;
}

/** The error of a JSON-RPC answer (JSON-RPC 2.0 section 5.1), null if it holds none. */
function readRpcError(call: string, value: JsonValue | undefined, none: EmptyErrors): Refusal | null {
  if (!isJsonObject(value) || value['error'] === undefined || value['error'] === null) return null;
  if (isNoError(value['error'], none) && (value['result'] ?? null) !== null) return null;
  const error = value['error'];
  // Proxies before nodes send a bare string; it is the only clue.
  const { code, message, data } = isJsonObject(error) ? error : { message: error };
  const number = Number.isInteger(code) ? Number(code) : code === '429' ? 429 : null;
  const said = typeof message === 'string' ? message : '';
  // CometBFT puts the reason in `data`, and the name of the code in `message`.
  const { text: more, isLimit: hasLimitData } = readWords(null, 0, data ?? null);
  const detail = truncate(more === '' ? said : `${said}: ${more}`);
  // Comes first, since rate limits often mention that a key would lift them.
  const isLimit = readWords(null, 0, said).isLimit || hasLimitData;
  if (isLimit || (number !== null && limitCodes.has(number) && !unhealthy.test(said))) {
    const whole = number === null ? detail : `error ${number}: ${detail}`;
    return failure('net/rate-limited', { detail: whole, retryAfterMs: null });
  }
  if (requiresKey.test(said)) return { code: 'key-required', data: { detail } };
  if (number === null || typeof message !== 'string') {
    const reason = '"error" must have an integer "code" and a string "message"';
    return { code: 'bad-envelope', data: { reason } };
  }
  return number === methodNotFound
    ? { code: 'method-missing', data: { call } }
    : { code: 'rpc-error', data: { call, code: number, detail } };
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
const limitCodes = new Set([-32005, -32029, 429]);

/** Solana's "Node is behind by 42 slots" and "Node is unhealthy", which have the code of EIP-1474's limit. */
const unhealthy = /^node is (?:behind|unhealthy)/i;

// Providers have no common code for it: only the messages distinguish it.
const requiresKey = /\b(api|access|project|app)[- _]?(key|id|token)\b|must be authenticated|unauthori[sz]ed/i;

/**
 * The error of gRPC-Gateway (`{"code", "message", "details"}`, https://grpc-ecosystem.github.io/grpc-gateway/docs/mapping/customizing_your_gateway/#error-handler),
 * null for any other value. Its code is that of gRPC. The gateway itself answers UNIMPLEMENTED or NOT_FOUND for a route that it does not have.
 */
function readGatewayError(call: string, value: JsonValue | undefined, headers: HeaderFields): Refusal | null {
  if (!isJsonObject(value)) return null;
  const { code, message, error } = value;
  const details = [message, error].find((text): text is string => typeof text === 'string');
  if (details === undefined || typeof code !== 'number' || !Number.isInteger(code) || code < 1 || code > 16)
    return null;
  const grpcStatus = classifyServerStatus(code, truncate(details), headers);
  if ('data' in grpcStatus) return grpcStatus;
  // A node without the state of a height says NOT_FOUND too.
  const isMissing =
    grpcStatus.name === 'UNIMPLEMENTED' ||
    (grpcStatus.name === 'NOT_FOUND' && classifyHeightRefusal(grpcStatus) === null);
  return isMissing
    ? { code: 'method-missing', data: { call } }
    : { code: 'node-error', data: { call, status: grpcStatus.name, details: grpcStatus.details } };
}

/** HTTP statuses that clients retry, beside those of limits and of proxies (RFC 9110 section 15, RFC 8470 section 5.2). */
const transientHttp = new Set([408, 425, 500]);

/**
 * Codes of JSON-RPC: internal error (JSON-RPC 2.0 section 5.1), "Temporary internal error" of dRPC, "upstream not synced" (subsquid/squid-sdk#563),
 * missing data of eRPC, "resource unavailable" (EIP-1474), "Cannot fulfill request" of Cloudflare.
 */
const transientCodes = new Set([-32603, 19, -32503, -32014, -32002, -32046]);

/** Statuses of gRPC, https://grpc.io/docs/guides/status-codes/. */
const transientStatuses = new Set(['DEADLINE_EXCEEDED', 'ABORTED', 'CANCELLED']);

/** Also what a node says while it restarts: its servers run, but what they ask does not listen yet, or has no block. */
const transientWords =
  /temporar|retry|try again|timed?[ -]?out|header not found|connection refused|connection reset|i\/o timeout|\bEOF$|wait for first block|\(latest height: 0\)/i;

/** Whether a retry may cure a refusal, of any kind: by its HTTP status, its code of JSON-RPC, its gRPC status or its words. */
export function isTransientRefusal(refusal: {
  readonly http?: number;
  readonly code?: number | null;
  readonly status?: string;
  readonly words?: string;
}): boolean {
  const { http = 0, code = null, status = '', words = '' } = refusal;
  const isTransientCode = code !== null && transientCodes.has(code);
  return (
    transientHttp.has(http) || isTransientCode || transientStatuses.has(status) || transientWords.test(words)
  );
}
