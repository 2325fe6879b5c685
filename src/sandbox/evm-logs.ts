/** An event of a sandbox node; hexadecimal in lower case, numbers as numbers. */
export interface SandboxLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: number;
  readonly transactionHash: string;
  readonly transactionIndex: number;
  readonly logIndex: number;
}

/** A block's own fields; its time is in seconds since 1970. */
export interface SandboxBlock {
  readonly hash: string;
  readonly timestamp: number;
}

/** The chain of a sandbox node, as of its latest block, which may replace others. */
export interface SandboxChain {
  readonly describeBlock: (number: number, latest: number) => SandboxBlock;
  /** The events of a contract, or of all, in a range of blocks, both ends included, oldest first. */
  readonly listLogs: (
    address: string | null,
    from: number,
    to: number,
    latest: number,
  ) => readonly SandboxLog[];
}

/** A chain whose blocks last, with these events. */
export function createChain(logs: readonly SandboxLog[]): SandboxChain {
  return {
    describeBlock: (number) => ({ hash: hashBlock(number), timestamp: timeBlock(number) }),
    listLogs: (address, from, to) =>
      logs.filter(
        (log) =>
          log.blockNumber >= from && log.blockNumber <= to && (address === null || log.address === address),
      ),
  };
}

/** Limits that a node enforces, like real ones. */
export interface LogLimits {
  readonly blocks?: number;
  readonly results?: number;
}

/** An error of JSON-RPC 2.0, section 5.1. */
export interface JsonRpcError {
  readonly code: number;
  readonly message: string;
}

interface Filter {
  readonly fromBlock: string;
  readonly toBlock: string;
  readonly address?: string;
  readonly topics?: readonly (string | readonly string[] | null)[];
}

/** Answers eth_getLogs (ethereum/execution-apis) from a chain up to its latest block, or refuses with the messages of Infura and Geth. */
export function answerLogs(
  chain: SandboxChain,
  latest: number,
  { blocks = Infinity, results = Infinity, timesLogs }: LogLimits & { readonly timesLogs: boolean },
  { fromBlock, toBlock, address, topics = [] }: Filter,
): { readonly result: readonly object[] } | { readonly error: JsonRpcError } {
  const [from, to] = [Number(fromBlock), Number(toBlock)];
  if (to - from + 1 > blocks) {
    return { error: { code: -32602, message: `eth_getLogs is limited to a ${blocks} blocks range` } };
  }
  const logs = chain
    .listLogs(address?.toLowerCase() ?? null, from, Math.min(to, latest), latest)
    .filter((log) => topics.every((expected, at) => fits(log.topics[at], expected)));
  return logs.length > results
    ? { error: { code: -32005, message: `query returned more than ${results} results` } }
    : { result: logs.map((log) => formatLog(log, chain.describeBlock(log.blockNumber, latest), timesLogs)) };
}

function fits(topic: string | undefined, expected: string | readonly string[] | null): boolean {
  if (topic === undefined) return false;
  return expected === null || [expected].flat().includes(topic);
}

function formatLog(
  { blockNumber, transactionIndex, logIndex, ...log }: SandboxLog,
  { hash, timestamp }: SandboxBlock,
  isTimed: boolean,
): object {
  return {
    ...log,
    blockNumber: formatQuantity(blockNumber),
    blockHash: hash,
    ...(isTimed ? { blockTimestamp: formatQuantity(timestamp) } : {}),
    transactionIndex: formatQuantity(transactionIndex),
    logIndex: formatQuantity(logIndex),
    removed: false,
  };
}

function hashBlock(number: number): string {
  return `0x${number.toString(16).padStart(64, 'b')}`;
}

/** The time of a block of the sandbox, in seconds since 1970: six after the previous block. */
export function timeBlock(number: number): number {
  return 1_700_000_000 + 6 * number;
}

/** Formats a number like Ethereum's JSON-RPC. */
export function formatQuantity(number: number): string {
  return `0x${number.toString(16)}`;
}
