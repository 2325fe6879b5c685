import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { bech32 } from '@scure/base';
import { findFreePort } from '../support/ports.js';
import { buildCosmosNode, type SdkLine } from './build.js';

/** A real chain of one validator. Whoever starts it must end it; it ends with this process too. */
export type CosmosNode = Awaited<ReturnType<typeof startCosmosNode>>;

/** How to start it. */
export interface CosmosNodeOptions {
  readonly line?: SdkLine;
  readonly chainId?: string;
  /** Of gRPC. */
  readonly port?: number;
  /** How many accounts hold `held` from the start: {@link heldBy} tells which, and how much. */
  readonly holders?: number;
  /** How many states it keeps, as pruning-keep-recent; up to ten more, since old ones are pruned ten at a time. By default all. */
  readonly keepRecent?: number;
  /** How many blocks it keeps; by default all. */
  readonly keepBlocks?: number;
  /** The node of the same line whose chain it follows; it then has no account. */
  readonly follow?: { readonly directory: string; readonly peerPort: number };
  /** Whether pages of all origins may use the RPC, the REST API, and the websocket of the EVM; by default none, as after an installation. */
  readonly cors?: boolean;
  /** How long ago the chain made its only block, like `2h`; by default it goes on. */
  readonly halted?: string;
}

/** The n-th account that holds `held` from the start, and its amount; its 32-byte addresses stand for contracts and modules. */
export function heldBy(n: number): { readonly address: string; readonly amount: string } {
  const hash = createHash('sha256').update(String(n)).digest();
  const bytes = n % 10 === 9 ? hash : hash.subarray(0, 20);
  return { address: bech32.encode('cosmos', bech32.toWords(bytes)), amount: String((n % 1000) + 1) };
}

/** A line of the node: its properties, or the result of a transfer. */
type Answer = Readonly<Record<'account' | 'sdk' | 'error', string | undefined>> & {
  readonly height?: number;
};

/** Starts a chain; resolves when its first block can be read. */
export async function startCosmosNode(options: CosmosNodeOptions = {}) {
  const { line = '0.53', chainId = 'real-1', follow, cors = false } = options;
  const { holders = 0, keepRecent = 0, keepBlocks = 0, halted = '0' } = options;
  const [port, rpcPort, restPort, evmPort, evmWsPort, peerPort] = await Promise.all([
    options.port ?? findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
    findFreePort(),
    follow?.peerPort ?? findFreePort(),
  ]);
  const directory = await mkdtemp(join(tmpdir(), 'endpoint-check-node-'));
  const evmAddresses = line === '0.54' ? { evm: evmPort, 'evm-ws': evmWsPort } : {};
  const addresses = { grpc: port, rpc: rpcPort, rest: restPort, p2p: peerPort, ...evmAddresses };
  const args = [
    ...['-chain-id', chainId, '-directory', directory],
    ...['-holders', String(holders), '-keep-recent', String(keepRecent)],
    ...['-keep-blocks', String(keepBlocks), '-halted', halted],
    ...Object.entries(addresses).flatMap(([name, at]) => [`-${name}`, `127.0.0.1:${at}`]),
    ...(follow === undefined ? [] : ['-follow', follow.directory]),
    ...(cors ? ['-cors'] : []),
  ];
  // Its standard input ends with this process, and it with its standard input.
  const child = spawn(await buildCosmosNode(line), args, { stdio: ['pipe', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const lines = readAnswers(child);
  /** Ends it by a signal, waits until it has ended, and removes its files. */
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await exited;
    await rm(directory, { recursive: true, force: true });
  };
  const { account, sdk } = await lines.next().catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  /** Makes several transfers in one transaction; resolves to the height of its block. */
  const sendTogether = async (transfers: readonly (readonly [recipient: string, coins: string])[]) => {
    child.stdin.write(`${transfers.flat().join(' ')}\n`);
    const { height, error } = await lines.next();
    if (error !== undefined) throw new Error(`the node reported: ${error}`);
    return Number(height);
  };
  return {
    /** Where it serves gRPC, in plaintext. */
    port,
    /** Where it serves the RPC of CometBFT, with its websocket at `/websocket`. */
    rpcPort,
    /** Where it serves the REST API and gRPC-web. */
    restPort,
    /** Where a node of 0.54 serves JSON-RPC of the EVM, and its websocket. */
    evmPort,
    evmWsPort,
    /** The account that holds the chain's initial supply, except the stake. */
    account: String(account),
    /** The version of the SDK that it was built with. */
    sdk: String(sdk),
    /** Makes a transfer from the account, like `7stake`. */
    send: (recipient: string, coins: string) => sendTogether([[recipient, coins]]),
    sendTogether,
    /** Where its files are, and where it listens for peers; what a node that follows needs. */
    directory,
    peerPort,
    signal: (signal: 'SIGSTOP' | 'SIGCONT') => void child.kill(signal),
    end,
  };
}

/** The node's answers, one line of JSON each. */
function readAnswers({ stdout, stderr }: ChildProcessWithoutNullStreams) {
  const lines = createInterface(stdout)[Symbol.asyncIterator]();
  const log = text(stderr);
  return {
    next: async () => {
      const line: IteratorResult<string> = await lines.next();
      if (line.done === true) throw new Error(`the node ended: ${await log}`);
      return JSON.parse(line.value) as Answer;
    },
  };
}
