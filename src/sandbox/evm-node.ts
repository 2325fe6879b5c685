import {
  answerLogs,
  createChain,
  formatQuantity,
  type LogLimits,
  type SandboxChain,
  type SandboxLog,
} from './evm-logs.js';
import type { SandboxServer } from './server.js';
import { startWebNode, type WebAnswer, type WebNodeOptions, type WebRequest } from './web-node.js';
import {
  answerCalls,
  type AnswerHook,
  startWebSocketServer,
  type WebSocketServerOptions,
} from './websocket-server.js';

/** The behaviour of a node; by default a healthy one over plain http. */
export interface EvmNodeOptions extends Pick<WebNodeOptions, 'tls' | 'port' | 'delay'> {
  readonly chainId?: number;
  readonly blockTime?: Date;
  /** The latest block. */
  readonly blockNumber?: number | (() => number);
  /** The latest block that is final; by default the node names none. */
  readonly finalized?: () => number;
  /** The events of its chain. */
  readonly logs?: readonly SandboxLog[];
  /** Another chain than that of the sandbox. */
  readonly chain?: SandboxChain;
  readonly logLimits?: LogLimits;
  /** Whether its events include the time of their block, like those of newer nodes. */
  readonly timesLogs?: boolean;
  /** Replaces the node's answer; a function only if it returns one. */
  readonly answer?: WebAnswer | ((body: string) => WebAnswer | undefined);
}

/** Starts a JSON-RPC server that answers the requests of a check like an EVM node. */
export function startEvmNode(options: EvmNodeOptions = {}): Promise<SandboxServer> {
  const { answer } = options;
  const replace = ({ body }: WebRequest) => (typeof answer === 'function' ? answer(body) : answer);
  return startWebNode({ ...options, answer: replace }, ({ method, headers, body }) => {
    if (method !== 'POST') return { status: 405 };
    // Like geth (`validateRequest` in rpc/http.go).
    if (headers['content-type']?.startsWith('application/json') !== true)
      return { status: 415, body: 'invalid content type, only application/json is supported\n' };
    return { headers: { 'content-type': 'application/json' }, body: answerCall(body, options) };
  });
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: unknown[];
}

/** The answer of such a node to the body of a request: a call, or several (JSON-RPC 2.0 section 6). */
export function answerCall(body: string, options: EvmNodeOptions): string {
  const calls = JSON.parse(body) as Call | readonly Call[];
  return JSON.stringify(
    'id' in calls ? answerOne(calls, options) : calls.map((call) => answerOne(call, options)),
  );
}

function answerOne({ id, method, params = [] }: Call, options: EvmNodeOptions): object {
  const { chainId = 31_337, blockNumber = 68_943, logs = [], logLimits = {}, timesLogs = false } = options;
  const latest = typeof blockNumber === 'function' ? blockNumber() : blockNumber;
  const { chain = createChain(logs) } = options;
  const results: Readonly<Record<string, () => unknown>> = {
    eth_chainId: () => formatQuantity(chainId),
    eth_blockNumber: () => formatQuantity(latest),
    eth_getBlockByNumber: () => findBlock(String(params[0]), latest, chain, options),
    eth_syncing: () => false,
    // Of an archive whose only account makes a transaction a block.
    eth_getTransactionByBlockNumberAndIndex: () => ({ hash: `0x${'ef'.repeat(32)}`, from: sender }),
    eth_getTransactionCount: () => formatQuantity(params[1] === 'latest' ? latest : Number(params[1])),
    eth_getBalance: () => '0x0',
  };
  const result = results[method];
  const answer =
    method === 'eth_getLogs'
      ? answerLogs(chain, latest, { ...logLimits, timesLogs }, params[0] as Parameters<typeof answerLogs>[3])
      : result === undefined
        ? { error: { code: -32601, message: `the method ${method} does not exist` } }
        : { result: result() };
  return { jsonrpc: '2.0', id, ...answer };
}

const sender = `0x${'5e'.repeat(20)}`;

/** The root of an empty trie, as in blocks without content. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/**
 * The fields of an empty block besides its number, hash and time (https://github.com/ethereum/execution-apis). Clients in Go and Rust require
 * all of them.
 */
export const restOfBlock = {
  parentHash: `0x${'cd'.repeat(32)}`,
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  miner: `0x${'00'.repeat(20)}`,
  stateRoot: emptyRoot,
  transactionsRoot: emptyRoot,
  receiptsRoot: emptyRoot,
  logsBloom: `0x${'00'.repeat(256)}`,
  nonce: '0x0000000000000000',
  mixHash: `0x${'00'.repeat(32)}`,
  difficulty: '0x0',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  baseFeePerGas: '0x7',
  extraData: '0x',
  size: '0x220',
  transactions: [],
  uncles: [],
};

/** A block by its number or tag; null beyond the latest. That of the sandbox's chain was made now, unless there is a time. */
function findBlock(
  tag: string,
  latest: number,
  chain: SandboxChain,
  { blockTime = new Date(), finalized, chain: other }: EvmNodeOptions,
): object | null {
  const tags: Readonly<Record<string, number | undefined>> = { latest, finalized: finalized?.() };
  const number = tags[tag] ?? Number(tag);
  if (!(number <= latest)) return null;
  const { hash, timestamp } =
    tag === 'latest' && other === undefined
      ? { hash: `0x${'ab'.repeat(32)}`, timestamp: Math.trunc(blockTime.getTime() / 1_000) }
      : chain.describeBlock(number, latest);
  return { ...restOfBlock, hash, number: formatQuantity(number), timestamp: formatQuantity(timestamp) };
}

/** The behaviour of a node; by default a healthy one without TLS, with websockets at any path. */
interface EvmWebSocketOptions
  extends
    Omit<WebSocketServerOptions, 'onConnection'>,
    Pick<EvmNodeOptions, 'chainId' | 'blockTime' | 'blockNumber'> {
  /** Whether it creates a block when somebody subscribes; by default false. */
  readonly makesBlocks?: boolean;
  readonly answer?: AnswerHook;
}

/** The id of every subscription. */
const subscription = '0xcd0c3e8af590364c09d0fa6a1210faf5';

/** Starts a websocket server that answers like an EVM node (https://geth.ethereum.org/docs/interacting-with-geth/rpc/pubsub). */
export function startEvmWebSocket(options: EvmWebSocketOptions = {}): Promise<SandboxServer> {
  const { chainId, blockTime, blockNumber, makesBlocks = false, answer, ...rest } = options;
  const node = {
    ...(chainId === undefined ? {} : { chainId }),
    ...(blockTime === undefined ? {} : { blockTime }),
    ...(blockNumber === undefined ? {} : { blockNumber }),
  };
  return startWebSocketServer({
    ...rest,
    onConnection: (socket) =>
      answerCalls(socket, answer, ({ id, method }, text) => {
        if (method !== 'eth_subscribe') return socket.send(answerCall(text, node));
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: subscription }));
        if (makesBlocks) socket.send(describeEvent());
      }),
  });
}

/** A notification of a new head, without the head. */
function describeEvent(): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result: {} } });
}
