import { answerLimits, findExceededLimit, isJsonObject, type JsonValue } from '../../../model/json.js';
import type { HttpAnswer } from '../../../net/http.js';
import { limits } from '../../../net/limits.js';
import type { JsonRpcCall } from '../../json/rpc-call.js';
import { type JsonRpcOutcome, readAnswer } from './json-rpc.js';

/**
 * Reads the beginning of an answer beyond the limit. Null unless it begins as one with a block: an object whose `result` has a list of hashes of
 * transactions, which alone makes a block so large. Most nodes write the header before that list, and then it is read. What a node writes after the
 * list, even fields of the envelope, is unknown.
 */
export function readLargeBlock(call: JsonRpcCall, beginning: HttpAnswer): JsonRpcOutcome | null {
  const value = parseBeginning(beginning.body);
  if (!isJsonObject(value) || !isJsonObject(value['result'])) return null;
  const { transactions } = value['result'];
  if (!Array.isArray(transactions) || transactions.length === 0 || !transactions.every(isHash)) return null;
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: call.id, ...value }));
  const outcome = readAnswer(call, { ...beginning, body });
  return outcome.kind === 'result' ? { ...outcome, limitBytes: limits.httpBodyBytes } : null;
}

function isHash(value: JsonValue): boolean {
  return typeof value === 'string' && /^0x[\da-f]{64}$/i.test(value);
}

/** The value of a JSON text that was cut off, without what follows its last comma; null if it is not JSON. */
function parseBeginning(bytes: Buffer): JsonValue {
  if (findExceededLimit(bytes, answerLimits) !== null) return null;
  const text = bytes.toString('utf8');
  let closing = '';
  let inString = false;
  let cut = { at: 0, closing: '' };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '\\') at += 1;
    else if (character === '"') inString = !inString;
    else if (inString) continue;
    else if (character === '{') closing = `}${closing}`;
    else if (character === '[') closing = `]${closing}`;
    else if (character === '}' || character === ']') closing = closing.slice(1);
    else if (character === ',') cut = { at, closing };
  }
  try {
    return JSON.parse(text.slice(0, cut.at) + cut.closing) as JsonValue;
  } catch {
    return null;
  }
}
