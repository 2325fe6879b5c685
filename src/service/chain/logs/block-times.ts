import { isJsonObject, type JsonValue } from '../../../model/json.js';
import { type EvmClient, formatQuantity } from '../nodes/evm-client.js';
import { NodeError } from '../nodes/node-error.js';
import type { NodeLimits } from './node-limits.js';
import { type Log, parseBlockTime } from './parse-logs.js';

/** The node that gave the events, whose blocks are looked up together if it takes that. */
interface AskedNode {
  readonly client: EvmClient;
  readonly limits: NodeLimits;
}

const batchSize = 20;
const maxParallel = 4;
const method = 'eth_getBlockByNumber';

/** Adds the times of their blocks to events, as far as the node gives them: times are no reason to withhold events. */
export async function addTimes(logs: readonly Log[], node: AskedNode): Promise<readonly Log[]> {
  const untimed = logs.filter(({ blockTime }) => blockTime === null);
  if (untimed.length === 0) return logs;
  const hashes = new Map(untimed.map(({ blockNumber, blockHash }) => [blockNumber, blockHash]));
  const waiting = [...hashes.keys()];
  const times = new Map<string, number>();
  let isOver = false;
  const work = async () => {
    while (waiting.length > 0 && !isOver) {
      const numbers = waiting.splice(0, batchSize);
      const blocks = await lookUp(numbers, node).catch((error: unknown) => {
        if (error instanceof NodeError) return [];
        throw error;
      });
      blocks.forEach((block, at) => keepTime(times, hashes.get(numbers[at] ?? -1), block));
      // A node that refuses one call is spared the others.
      isOver ||= blocks.length < numbers.length;
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxParallel, node.limits.parallel) }, work));
  return logs.map((log) => ({ ...log, blockTime: log.blockTime ?? times.get(log.blockHash) ?? null }));
}

/** Blocks by their numbers, up to the first that the node refuses. */
async function lookUp(
  numbers: readonly number[],
  { client, limits }: AskedNode,
): Promise<readonly (JsonValue | undefined)[]> {
  const paramLists = numbers.map((number) => [formatQuantity(number), false]);
  if (limits.takesBatches && numbers.length > 1) {
    const results = await client.callTogether(method, paramLists);
    if (results !== null) return results;
    limits.takesBatches = false;
  }
  const blocks: JsonValue[] = [];
  for (const params of paramLists) {
    const outcome = await client.call(method, params);
    if (outcome.kind === 'problem') return blocks;
    blocks.push(outcome.result);
  }
  return blocks;
}

/** Keeps the time of a block, if it is the block of the event: the node may see another one there by now. */
function keepTime(
  times: Map<string, number>,
  blockHash: string | undefined,
  block: JsonValue | undefined,
): void {
  if (!isJsonObject(block) || typeof block['hash'] !== 'string') return;
  const seconds = parseBlockTime(block['timestamp']);
  if (seconds !== null && block['hash'].toLowerCase() === blockHash) times.set(blockHash, seconds);
}
