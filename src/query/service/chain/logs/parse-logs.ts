import { isJsonObject, type JsonValue } from '../../../../model/json.js';
import { NodeError } from '../nodes/node-error.js';

/** An event as a node reports it. */
export interface Log {
  readonly address: string;
  /** At most four. */
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly blockHash: string;
  /** In seconds since 1970; null if the node leaves it out, as most did before https://github.com/ethereum/execution-apis/issues/295. */
  readonly blockTime: number | null;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** Some blocks, both included. */
export interface Blocks {
  readonly from: number;
  readonly to: number;
}

/** The filter of `eth_getLogs` without the blocks; hexadecimal in lower case. */
export interface LogFilter {
  readonly address?: string;
  /** For each position a topic, any of several, or null for any topic. */
  readonly topics: readonly (string | readonly string[] | null)[];
}

const hash32 = /^0x[\da-f]{64}$/;
const address20 = /^0x[\da-f]{40}$/;
const bytes = /^0x(?:[\da-f]{2})*$/;
const quantity = /^0x[\da-f]{1,14}$/;

/** Parses the result of `eth_getLogs`. Throws a NodeError for what does not match the request: a node may send anything. */
export function parseLogs(result: JsonValue, filter: LogFilter, blocks: Blocks): Log[] {
  if (!Array.isArray(result)) throw malformed('not an array');
  return result.map((value: JsonValue) => {
    const log = parseLog(value);
    if (log.blockNumber < blocks.from || log.blockNumber > blocks.to)
      throw malformed('a block outside the range');
    if (!matchesFilter(log, filter)) throw malformed('an event that does not match the filter');
    return log;
  });
}

function parseLog(value: JsonValue): Log {
  if (!isJsonObject(value) || value['removed'] === true) throw malformed('not a log');
  const { topics, blockTimestamp: time } = value;
  if (!Array.isArray(topics) || topics.length > 4) throw malformed('a log without topics');
  return {
    address: parseHex(value['address'], address20),
    topics: topics.map((topic: JsonValue) => parseHex(topic, hash32)),
    data: parseHex(value['data'], bytes),
    blockNumber: parseNumber(value['blockNumber']),
    blockHash: parseHex(value['blockHash'], hash32),
    blockTime: typeof time === 'string' && quantity.test(time) ? readTime(Number(time)) : null,
    transactionHash: parseHex(value['transactionHash'], hash32),
    transactionIndex: parseNumber(value['transactionIndex']),
    logIndex: parseNumber(value['logIndex']),
  };
}

/** The last second that ISO 8601 writes with four digits of the year. */
const maxTime = 253_402_300_799;

/** The time of a block; null for what is none: the time is not worth an answer. */
export function readTime(seconds: number): number | null {
  // 0 is what some nodes send in place of the time: https://github.com/hyperledger/fabric-x-evm/issues/210
  return seconds > 0 && seconds <= maxTime ? seconds : null;
}

function parseHex(value: JsonValue | undefined, form: RegExp): string {
  const hex = typeof value === 'string' ? value.toLowerCase() : '';
  if (!form.test(hex)) throw malformed('a log with a missing or malformed field');
  return hex;
}

function parseNumber(value: JsonValue | undefined): number {
  const number = Number(parseHex(value, quantity));
  if (!Number.isSafeInteger(number)) throw malformed('a number above 2^53');
  return number;
}

/** Whether an event is one that the filter asks for. */
function matchesFilter({ address, topics }: Log, filter: LogFilter): boolean {
  if (filter.address !== undefined && address !== filter.address) return false;
  return filter.topics.every((expected, at) => {
    const topic = topics[at];
    return topic !== undefined && (expected === null || [expected].flat().includes(topic));
  });
}

function malformed(reason: string): NodeError {
  return new NodeError(`malformed answer to eth_getLogs: ${reason}`);
}
