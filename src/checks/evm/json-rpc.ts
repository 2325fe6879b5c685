import { truncate, copyPrefix } from '../../model/truncate.js';
import { isJsonObject, type JsonValue } from '../../model/json.js';
import type { ProblemOf } from '../../model/rule.js';
import type { Failure } from '../../model/failure.js';
import type { HttpAnswer } from '../../net/http.js';
import { classifyHttpStatus } from '../../net/http-status.js';
import { mentionsLimit } from '../../net/limit-texts.js';
import type { EvmData } from './rules.js';

/** A request of the check; its id distinguishes its answer from others on the connection. */
export interface JsonRpcCall {
  readonly id: number;
  readonly method: string;
  readonly params: readonly JsonValue[];
}

/** The result of a call, or the problem of its answer. */
export type JsonRpcOutcome =
  | { readonly kind: 'result'; readonly result: JsonValue; readonly deviation?: string }
  | { readonly kind: 'problem'; readonly problem: ProblemOf<EvmData> | Failure };

/** The body of a request, JSON-RPC 2.0 section 4. */
export function formatCall({ id, method, params }: JsonRpcCall): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params, id });
}

/** Reads the answer to a call of the check, and keeps only the part of its result that the check reads. */
export function readAnswer(call: JsonRpcCall, answer: HttpAnswer): JsonRpcOutcome {
  const outcome = readWholeAnswer(call, answer, nestingLimit);
  return outcome.kind === 'result' ? { ...outcome, result: trim(outcome.result) } : outcome;
}

/**
 * Reads an HTTP answer as the answer to a call: the status first, then the envelope (JSON-RPC 2.0 section 5). An answer that has
 * more arrays and objects than `mostNodes` is invalid.
 */
export function readWholeAnswer(call: JsonRpcCall, answer: HttpAnswer, mostNodes: number): JsonRpcOutcome {
  const failure = classifyHttpStatus(answer.status, answer.headers, 'evm', answer.body);
  if (hasMoreThan(answer.body, mostNodes)) {
    return badEnvelope(`more than ${mostNodes} arrays and objects`);
  }
  const contentType = String(answer.headers['content-type'] ?? '');
  // gRPC needs HTTP/2, but this is how a server behind a proxy refuses requests that are not gRPC.
  if (/^application\/grpc\b/i.test(contentType))
    return problem({ code: 'evm/other-kind', data: { kind: 'grpc' } });
  const whole = answer.body.toString('utf8');
  const hasMark = whole.startsWith('\uFEFF');
  const text = hasMark ? whole.slice(1) : whole;
  const parsed = parse(text);
  const isEnvelope = parsed !== null && isJsonObject(parsed.value) && Object.hasOwn(parsed.value, 'jsonrpc');
  // With 2xx, what is answered as JSON-RPC is no page of a bot protection, whatever words it holds.
  const isAnswered = isEnvelope && answer.status >= 200 && answer.status <= 299;
  if (failure !== null && !isAnswered) {
    if (failure.code === 'http/challenged') return problem(failure);
    const error = readError(call, parsed?.value ?? null) ?? readBareLimit(parsed?.value ?? text);
    return error !== null && isMoreSpecific(error.problem, failure) ? error : problem(failure);
  }
  const limit = readBareLimit(parsed?.value ?? text);
  if (limit !== null) return limit;
  if (parsed === null) {
    const data = {
      contentType: truncate(contentType || 'no content type'),
      begins: copyPrefix(text.trim(), 40),
    };
    return problem({ code: 'evm/not-json', data });
  }
  const outcome = readEnvelope(call, parsed.value);
  return hasMark && outcome.kind === 'result'
    ? { ...outcome, deviation: 'it begins with a byte order mark' }
    : outcome;
}

/**
 * A node may send its own error with an HTTP error, and that is more specific than a bare status. A 429 is kept: it may
 * have a Retry-After.
 */
function isMoreSpecific(error: ProblemOf<EvmData> | Failure, { code }: Failure): boolean {
  if (code === 'net/rate-limited' || error.code === 'evm/bad-envelope') return false;
  return code === 'http/status' || error.code === 'evm/key-required' || error.code === 'net/rate-limited';
}

/** Arrays and objects that an answer may hold; one with a block has two. A million of them take hundreds of megabytes. */
const nestingLimit = 10_000;

function hasMoreThan(body: Buffer, limit: number): boolean {
  let count = 0;
  for (const byte of body) if ((byte === 0x5b || byte === 0x7b) && ++count > limit) return true;
  return false;
}

/** The fields that a check reads, cut to size, so that a run holds no more of its answers. */
function trim(result: JsonValue): JsonValue {
  if (typeof result === 'string') return truncate(result);
  if (Array.isArray(result)) return [];
  if (!isJsonObject(result)) return result;
  const read = ['hash', 'number', 'timestamp'].filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(
    read.map((name) => {
      const value = result[name];
      return [name, typeof value === 'string' ? truncate(value) : null];
    }),
  );
}

/** The JSON value of an answer with status 200 that is no larger than answers of the check are; null for any other. */
export function parseAnswer({ status, body }: HttpAnswer): JsonValue {
  if (status !== 200 || hasMoreThan(body, nestingLimit)) return null;
  return parse(body.toString('utf8'))?.value ?? null;
}

function parse(text: string): { value: JsonValue } | null {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch {
    return null;
  }
}

function readEnvelope(call: JsonRpcCall, value: JsonValue): JsonRpcOutcome {
  if (!isJsonObject(value)) return badEnvelope(`expected an object, got ${nameType(value)}`);
  const error = readError(call, value);
  if (error !== null) return error;
  if (value['jsonrpc'] !== '2.0') return badEnvelope('"jsonrpc" must be "2.0"');
  if (value['id'] !== call.id) return badEnvelope(`"id" must be ${call.id}, the id of the request`);
  const { result } = value;
  if (result === undefined) return badEnvelope('neither "result" nor "error"');
  return value['error'] === undefined || value['error'] === null
    ? { kind: 'result', result }
    : { kind: 'result', result, deviation: 'it has "error" beside "result"' };
}

/** The outcome of an answer that holds an error object, null for one that does not. */
function readError(call: JsonRpcCall, value: JsonValue): (JsonRpcOutcome & { kind: 'problem' }) | null {
  if (!isJsonObject(value) || value['error'] === undefined || value['error'] === null) return null;
  if (isEmptyError(value['error']) && (value['result'] ?? null) !== null) return null;
  const error = value['error'];
  // Proxies in front of nodes send a bare string; it is the only clue.
  const { code, message } = isJsonObject(error) ? error : { code: undefined, message: error };
  const number = Number.isInteger(code) ? Number(code) : code === '429' ? 429 : null;
  const detail = typeof message === 'string' ? truncate(message) : '';
  // First, since rate limits often mention that a key would lift them.
  if ((number !== null && rateLimitCodes.has(number)) || mentionsLimit(detail)) {
    const whole = number === null ? detail : `error ${number}: ${detail}`;
    return problem({ code: 'net/rate-limited', data: { detail: whole, retryAfterMs: null } });
  }
  if (requiresKey.test(detail)) return problem({ code: 'evm/key-required', data: { detail } });
  if (number === null || typeof message !== 'string') {
    return badEnvelope('"error" must have an integer "code" and a string "message"');
  }
  if (number === methodNotFound) return problem({ code: 'evm/method-missing', data: { call: call.method } });
  return problem({ code: 'evm/rpc-error', data: { call: call.method, code: number, detail } });
}

/** A sentence in place of JSON, rather than a page. */
const longestSentence = 300;

/** A limit that a gateway reports in its own way, without an envelope: as a sentence, or as `{"message": …}` or `{"code": 429}`. */
function readBareLimit(value: JsonValue): (JsonRpcOutcome & { kind: 'problem' }) | null {
  const fields = isJsonObject(value) ? value : { message: value };
  if (Object.hasOwn(fields, 'jsonrpc')) return null;
  const { code, status, statusCode, message, error } = fields;
  const text = [message, error].find((one): one is string => typeof one === 'string') ?? '';
  const isSentence = text.length <= longestSentence && !text.trimStart().startsWith('<');
  const isLimit =
    [code, status, statusCode].some((one) => one === 429 || one === '429') ||
    (isSentence && mentionsLimit(text));
  if (!isLimit) return null;
  return problem({ code: 'net/rate-limited', data: { detail: truncate(text || '429'), retryAfterMs: null } });
}

/** What some servers send for no error beside a result, in place of nothing. */
function isEmptyError(error: JsonValue): boolean {
  if (error === false || error === 0 || error === '') return true;
  if (Array.isArray(error)) return error.length === 0;
  return (
    isJsonObject(error) &&
    Object.values(error).every((field) => field === 0 || field === '' || field === null)
  );
}

const methodNotFound = -32601;

/** -32005 is EIP-1474's "limit exceeded"; the others are what providers send. */
const rateLimitCodes = new Set([-32005, -32029, 429]);

// Providers have no code in common for it: only the messages distinguish it.
const requiresKey = /\b(api|access|project|app)[- _]?(key|id|token)\b|must be authenticated|unauthori[sz]ed/i;

function badEnvelope(reason: string): JsonRpcOutcome & { kind: 'problem' } {
  return problem({ code: 'evm/bad-envelope', data: { reason } });
}

function problem(found: ProblemOf<EvmData> | Failure): JsonRpcOutcome & { kind: 'problem' } {
  return { kind: 'problem', problem: found };
}

function nameType(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
