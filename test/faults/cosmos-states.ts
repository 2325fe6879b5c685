import { expect } from 'vitest';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { CosmosState } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type Terms } from './fault.js';

type CosmosKind = 'grpc' | 'grpc-web' | 'rpc' | 'rest' | 'ws';

/** How the node answers at each interface, and how that is listed. */
const interfaces: Readonly<
  Record<
    CosmosKind,
    readonly [start: (node: CosmosState) => Promise<SandboxServer>, before: string, path: string]
  >
> = {
  grpc: [startCosmosNode, '', ''],
  'grpc-web': [startGrpcWebNode, 'http://', ''],
  rpc: [startRpcNode, 'http://', ''],
  rest: [startRestNode, 'http://', ''],
  ws: [startCometWebSocket, 'ws://', '/websocket'],
};

const kinds = Object.keys(interfaces) as CosmosKind[];
/** The kinds that answer with CometBFT's status. */
const ofStatus: readonly CosmosKind[] = ['rpc', 'ws'];

/** Rows of one state for some kinds, all by default. */
function state(
  name: string,
  result: string,
  node: Terms & CosmosState & { readonly of?: readonly CosmosKind[] } = {},
): readonly Fault[] {
  return (node.of ?? kinds).map((kind) => {
    const [start, before, path] = interfaces[kind];
    const row = createRows<CosmosState>(kind, (server) => async ({ authority, serve }) => {
      const tls = kind === 'grpc' ? { tls: await authority.issue() } : {};
      return `${before}localhost:${await serve(start({ ...server, ...tls }))}${path}`;
    });
    return row(name, result, node);
  });
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const inMs = (ms: number) => new Date(Date.now() + ms);
const chainId = 'sandbox-1';
const noBlock = { height: 0, blockTime: new Date(0) };
const others = kinds.filter((kind) => !ofStatus.includes(kind));

/** The states of a node that clients were asked about. */
export const cosmosStates: readonly Fault[] = [
  ...state('a node that is catching up', 'pass syncing', { catchingUp: true }),
  ...state('a node that stopped a day ago', 'pass stale', { blockTime: inMs(-dayMs) }),
  ...state('a block of tomorrow', 'pass odd-timestamp', {
    height: 7,
    blockTime: inMs(dayMs + 90 * minuteMs),
    data: { height: 7, reason: 'it is 25 hours in the future' },
  }),
  ...state('another chain', 'fail wrong-chain', {
    network: 'other-1',
    chainId,
    data: { expected: chainId, actual: 'other-1', field: 'chain_id' },
  }),
  ...state('no chain id', 'pass chain-unknown', {
    of: others,
    network: '',
    chainId,
    data: { expected: chainId },
  }),
  ...state('no chain id', 'pass chain-unknown nonstandard-answer', { of: ofStatus, network: '', chainId }),
  ...state('the chain that is claimed', 'pass', { of: ['ws'], chainId }),
  ...state('a node without a block', 'fail no-block', { of: ofStatus, ...noBlock }),
  ...state('a node that is catching up from nothing', 'fail no-block', {
    of: ofStatus,
    ...noBlock,
    catchingUp: true,
  }),
];

const blockTime = inMs(-45 * minuteMs);
/** The facts that all kinds have, those of TLS and of CORS aside. */
const facts = {
  address: expect.stringMatching(/^127\.0\.0\.1:\d+$/) as string,
  chainId,
  moniker: 'sandbox',
  blockHeight: 7,
  // gRPC's is in seconds.
  blockTime: expect.stringContaining(blockTime.toISOString().slice(0, 19)) as string,
  phasesMs: expect.objectContaining({
    connect: expect.any(Number) as number,
    total: expect.any(Number) as number,
  }) as object,
};
const app = { sdkVersion: 'v0.53.4', appVersion: '1.0.0', otherChainId: null };
const comet = { version: '0.38.17' };
const node = { chainId, height: 7, blockTime };
const unsafe = 2 ** 53;

/** What else the states of a node mean. */
export const moreCosmosStates: readonly Fault[] = [
  ...state('facts', 'pass', { of: ['grpc', 'grpc-web'], ...node, facts: { ...facts, ...app } }),
  ...state('facts', 'pass http/plaintext', { of: ['rest'], ...node, facts: { ...facts, ...app, ...comet } }),
  ...state('facts', 'pass http/plaintext', { of: ofStatus, ...node, facts: { ...facts, ...comet } }),
  ...state('no chain id, and no claim', 'pass', { of: others, network: '', facts: { chainId: null } }),
  ...state('another chain, and no claim', 'pass', { network: 'other-1', facts: { chainId: 'other-1' } }),
  ...['Sandbox-1', ' sandbox-1', 'sandbox-10'].flatMap((network) =>
    state(`another chain: ${network}`, 'fail wrong-chain', { network, chainId }),
  ),
  ...state('a height of 2^53', 'pass', {
    of: ['rest'],
    height: unsafe,
    facts: { blockHeight: String(unsafe) },
  }),
  ...state('a height of 2^53', 'pass nonstandard-answer', {
    of: ofStatus,
    height: unsafe,
    facts: { blockHeight: String(unsafe) },
  }),
  ...state('a height of 2^53', 'pass head-unknown', {
    of: ['grpc', 'grpc-web'],
    height: unsafe,
    facts: { blockHeight: null },
  }),
  ...state('a height below that', 'pass', { height: unsafe - 1, facts: { blockHeight: unsafe - 1 } }),
];
