import { isJsonObject, type JsonValue } from '../../model/json.js';
import { truncate } from '../../model/text.js';
import type { RpcOutcome } from '../http/json-answer.js';
import type { JsonRpcCall } from '../json/messages.js';

/** The fields that a check reads, truncated, so that a run keeps no more of its answers. */
export function trimResult(result: JsonValue): JsonValue {
  if (typeof result === 'string') return truncate(result);
  if (Array.isArray(result)) return [];
  if (!isJsonObject(result)) return result;
  const names = ['hash', 'number', 'timestamp', 'from'].filter((name) => Object.hasOwn(result, name));
  return Object.fromEntries(
    names.map((name) => {
      const value = result[name];
      return [name, typeof value === 'string' ? truncate(value) : typeof value === 'number' ? value : null];
    }),
  );
}

/** The calls of every EVM node (https://ethereum.github.io/execution-apis). Ids differ, since a websocket carries all of them. */
export const getLatestBlock = {
  id: 1,
  method: 'eth_getBlockByNumber',
  params: ['latest', false],
} as const satisfies JsonRpcCall;
export const getChainId = { id: 2, method: 'eth_chainId', params: [] } as const satisfies JsonRpcCall;
/** False, or how far a node that is catching up has come. */
export const getSyncing = { id: 3, method: 'eth_syncing', params: [] } as const satisfies JsonRpcCall;
/** The same once more: a balancer may pass them to another node. */
export const secondCalls = [
  { ...getChainId, id: 4 },
  { ...getLatestBlock, id: 5 },
] as const satisfies readonly JsonRpcCall[];
/** The network id, which is the chain id of nearly all chains (EIP-155 tells them apart). */
export const getNetworkId = { id: 6, method: 'net_version', params: [] } as const satisfies JsonRpcCall;

export const networkIdMs = 2_000;

/** Whether a block is the first of its chain, which is the newest of a node that has never synced (go-ethereum#28659), and of a new chain. */
export function isAtGenesis(block: RpcOutcome): boolean {
  return block.kind === 'result' && isJsonObject(block.result) && Number(block.result['number']) === 0;
}

export interface Block {
  readonly number: bigint;
  /** Seconds since the epoch. */
  readonly timestamp: bigint;
  /** How it departs from the specification, though viem, ethers and web3.js read it. */
  readonly deviations: readonly string[];
}

/** A hex quantity, which has no leading zeros; ethereum/execution-apis, schemas/base-types. Upper case is accepted. */
const quantity = /^0x[\da-f]{1,64}$/i;
const leadingZero = /^0x0[\da-f]/i;
const hash32 = /^0x[\da-f]{64}$/i;

/** Reads a block as ethereum/execution-apis defines it (`schemas/block`), or the reason why it is invalid. */
export function readBlock(value: JsonValue): Block | { readonly reason: string } {
  if (!isJsonObject(value)) return { reason: 'expected an object' };
  const { hash, number, timestamp } = value;
  if (typeof hash !== 'string' || !hash32.test(hash)) return { reason: '"hash" must be a hash of 32 bytes' };
  const quantities = { number: readQuantity(number), timestamp: readQuantity(timestamp) };
  if (quantities.number === null) return { reason: '"number" must be a hex quantity' };
  if (quantities.timestamp === null) return { reason: '"timestamp" must be a hex quantity' };
  const deviations = Object.entries({ number, timestamp }).flatMap(([name, value]) => {
    const deviation = describeQuantity(value);
    return deviation === null ? [] : [`"${name}" of the block ${deviation}`];
  });
  return { number: quantities.number, timestamp: quantities.timestamp, deviations };
}

/** A quantity, as a number without bounds; null for anything else. */
export function readQuantity(value: JsonValue | undefined): bigint | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
  return typeof value === 'string' && quantity.test(value) ? BigInt(value) : null;
}

/** How a quantity that can be read departs from ethereum/execution-apis; null if it does not. Clients in Go refuse both. */
export function describeQuantity(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return 'is a JSON number';
  return typeof value === 'string' && leadingZero.test(value) ? 'has leading zeros' : null;
}

/** A quantity of JSON-RPC in hex (any case) or a decimal number, as a number without bounds; null for anything else. */
export function parseQuantity(text: string): bigint | null {
  return /^(0x[\da-f]+|\d+)$/i.test(text) && text.length <= 80 ? BigInt(text) : null;
}

/** How the chain ids of EVM nodes are read, whatever the kind of the endpoint that reports them: numbers, in hex or decimal; and their sign. */
export const evmChainId = {
  idFamily: 'evm',
  chainIdExample: '2222 or 0x8ae',
  isChainId: (text: string) => parseQuantity(text) !== null,
  normalizeChainId: (text: string) => String(parseQuantity(text) ?? text),
  sign: { method: 'eth_chainId', result: '^0x' },
} as const;

/**
 * The chain id of an answer to eth_chainId or net_version, null if it holds none. A hex quantity, as ethereum/execution-apis defines
 * eth_chainId; some nodes send a decimal number or text, as net_version is defined.
 */
export function readChainId(outcome: RpcOutcome | null): bigint | null {
  if (outcome?.kind !== 'result') return null;
  const { result } = outcome;
  if (typeof result === 'number') return Number.isSafeInteger(result) && result > 0 ? BigInt(result) : null;
  return typeof result === 'string' && !result.startsWith('0X') ? parseQuantity(result) : null;
}
