import { isJsonObject, type JsonValue } from '../../../model/json.js';
import { NodeError } from '../nodes/node-error.js';

/** An event as a node tells of it. */
export interface Log {
  readonly address: string;
  /** At most four. */
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** What eth_getLogs is asked for, without the blocks; hexadecimal in lower case. */
export interface LogFilter {
  readonly address?: string;
  /** At each place a topic, any of several, or null for whatever there is. */
  readonly topics: readonly (string | readonly string[] | null)[];
}

const hash32 = /^0x[\da-f]{64}$/;
const address20 = /^0x[\da-f]{40}$/;
const bytes = /^0x(?:[\da-f]{2})*$/;
const quantity = /^0x[\da-f]{1,14}$/;

/** Reads the result of eth_getLogs. Throws a NodeError for what is not what was asked for: a node may send anything. */
export function readLogs(
  result: JsonValue,
  filter: LogFilter,
  blocks: { readonly from: number; readonly to: number },
): Log[] {
  if (!Array.isArray(result)) throw malformed('it is not an array');
  return result.map((value: JsonValue) => {
    const log = readLog(value);
    if (log.blockNumber < blocks.from || log.blockNumber > blocks.to) throw malformed('it has other blocks');
    if (!matches(log, filter)) throw malformed('it has other events');
    return log;
  });
}

function readLog(value: JsonValue): Log {
  if (!isJsonObject(value) || value['removed'] === true) throw malformed('it has something else than logs');
  const topics = value['topics'];
  if (!Array.isArray(topics) || topics.length > 4) throw malformed('a log has no topics');
  return {
    address: readHex(value['address'], address20),
    topics: topics.map((topic: JsonValue) => readHex(topic, hash32)),
    data: readHex(value['data'], bytes),
    blockNumber: readNumber(value['blockNumber']),
    blockHash: readHex(value['blockHash'], hash32),
    transactionHash: readHex(value['transactionHash'], hash32),
    transactionIndex: readNumber(value['transactionIndex']),
    logIndex: readNumber(value['logIndex']),
  };
}

function readHex(value: JsonValue | undefined, form: RegExp): string {
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (!form.test(text)) throw malformed('a log lacks a field, or has another in its place');
  return text;
}

function readNumber(value: JsonValue | undefined): number {
  const number = Number(readHex(value, quantity));
  if (!Number.isSafeInteger(number)) throw malformed('a log has a number beyond 2^53');
  return number;
}

function matches({ address, topics }: Log, filter: LogFilter): boolean {
  if (filter.address !== undefined && address !== filter.address) return false;
  return filter.topics.every((wanted, at) => {
    const topic = topics[at];
    if (wanted === null) return topic !== undefined;
    return topic !== undefined && (typeof wanted === 'string' ? wanted === topic : wanted.includes(topic));
  });
}

function malformed(reason: string): NodeError {
  return new NodeError(`its answer to eth_getLogs is malformed: ${reason}`);
}
