import {
  answerLimits,
  findExceededLimit,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
} from '../../model/json.js';
import { copyPrefix } from '../../model/text.js';
import { nameContentType } from '../../net/header-fields.js';
import type { HttpAnswer } from '../../net/http.js';
import { describeBesideResult, type EmptyErrors } from '../../net/refusal.js';

/** The body of an HTTP answer, whatever its status. */
type JsonBody =
  | { readonly kind: 'json'; readonly value: JsonValue; readonly text: string; readonly hasMark: boolean }
  | { readonly kind: 'text'; readonly text: string; readonly data: NotJsonData }
  | { readonly kind: 'too-complex' }
  /** How a gRPC server behind a proxy refuses requests that are not gRPC, though gRPC needs HTTP/2. */
  | { readonly kind: 'grpc' };

/** The data of a rule for an answer that is not JSON. */
export type NotJsonData = {
  readonly contentType: string;
  readonly begins: string;
  /** Bytes of JSON that ends too early; left out if it is no JSON at all. */
  readonly arrivedBytes?: number;
};

/** Reads a body as JSON (RFC 8259), with a byte order mark or without. */
export function readJsonBody({ headers, body }: HttpAnswer, limits = answerLimits): JsonBody {
  if (findExceededLimit(body, limits) !== null) return { kind: 'too-complex' };
  const contentType = String(headers['content-type'] ?? '');
  if (/^application\/grpc\b/i.test(contentType)) return { kind: 'grpc' };
  const whole = body.toString('utf8');
  const hasMark = whole.startsWith('\uFEFF');
  const text = hasMark ? whole.slice(1) : whole;
  const parsed = parseJson(text);
  if (typeof parsed !== 'string') return { kind: 'json', value: parsed.value, text, hasMark };
  const data = {
    contentType: nameContentType(contentType),
    begins: copyPrefix(text.trim(), 40),
    ...(parsed === 'cut-off' ? { arrivedBytes: body.length } : {}),
  };
  return { kind: 'text', text, data };
}

/** The JSON value of an answer with status 200 within the limits of the check; null for any other. */
export function parseAnswer({ status, body }: HttpAnswer, limits: JsonLimits = answerLimits): JsonValue {
  if (status !== 200 || findExceededLimit(body, limits) !== null) return null;
  const parsed = parseJson(body.toString('utf8'));
  return typeof parsed === 'string' ? null : parsed.value;
}

/** The value of a text; else whether it is the beginning of an object or an array. */
function parseJson(text: string): { readonly value: JsonValue } | 'cut-off' | 'other' {
  try {
    return { value: JSON.parse(text) as JsonValue };
  } catch (error) {
    const message = error instanceof SyntaxError ? error.message : '';
    // V8 reports where it stopped, except at the end of the text, which it describes.
    const isAtEnd =
      message.includes('end of JSON input') || /position (\d+)/.exec(message)?.[1] === String(text.length);
    return isAtEnd && /^\s*[[{]/.test(text) ? 'cut-off' : 'other';
  }
}

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
