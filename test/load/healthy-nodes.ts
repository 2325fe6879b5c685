import { spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import type { KeyPair } from '../../src/sandbox/certificates.js';
import { startCometWebSocket, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { startCosmosNode, type CosmosNodeOptions } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import { startGrpcWebNode } from '../../src/sandbox/grpc-web-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import type { SandboxServer } from '../../src/sandbox/server.js';
import type { Fault } from '../faults/fault.js';
import { startCometNode } from '../nodes/comet-node.js';
import { startCosmosNode as startRealNode } from '../nodes/cosmos-node.js';
import { hasEnvoy, startEnvoy } from '../nodes/envoy.js';
import { startAnvil } from '../support/anvil.js';
import { use } from '../support/servers.js';

/** The kinds of endpoints of this table. */
export type NodeKind = Exclude<Fault['kind'], 'peer' | 'solana'>;

/** One endpoint of a node: in plaintext, or with TLS. */
export interface Served {
  readonly kind: NodeKind;
  readonly port: number;
}

/** A node in order, with all that it serves. */
export interface HealthyNode {
  readonly name: string;
  readonly chain: 'sandbox' | 'anvil' | 'real' | 'kvstore';
  /** Starts it until the test ends, in plaintext. */
  readonly start: () => Promise<readonly Served[]>;
  /** The same with TLS of its own, where it can. */
  readonly startTls?: (tls: KeyPair) => Promise<readonly Served[]>;
}

const hasGo = spawnSync('go', ['version']).error === undefined;
if (!hasGo) process.stderr.write('Go is not installed: no real Cosmos SDK and CometBFT nodes under load\n');

/** A stand-in of the sandbox that serves one kind. */
function standIn(
  name: string,
  kind: NodeKind,
  start: (options: { readonly tls?: KeyPair }) => Promise<SandboxServer>,
): HealthyNode {
  const serve = async (options: { readonly tls?: KeyPair }) => [
    { kind, port: (await use(start(options))).port },
  ];
  return { name, chain: 'sandbox', start: () => serve({}), startTls: (tls) => serve({ tls }) };
}

const startGrpc =
  (reflection: NonNullable<CosmosNodeOptions['reflection']>) => (options: { readonly tls?: KeyPair }) =>
    startCosmosNode({ ...options, reflection });

const standIns: readonly HealthyNode[] = [
  standIn('a gRPC node with both reflections', 'grpc', startGrpc('both')),
  standIn('a gRPC node with v1alpha alone', 'grpc', startGrpc('v1alpha')),
  standIn('an EVM node', 'evm', startEvmNode),
  standIn('an RPC node', 'rpc', startRpcNode),
  standIn('a REST API', 'rest', startRestNode),
  standIn('gRPC-web', 'grpc-web', startGrpcWebNode),
  standIn('a CometBFT websocket', 'ws', startCometWebSocket),
  standIn('an EVM websocket', 'evm-ws', startEvmWebSocket),
];

const anvil: HealthyNode = {
  name: 'anvil',
  chain: 'anvil',
  start: async () => {
    const port = await startAnvil('--chain-id', '9001');
    return [
      { kind: 'evm', port },
      { kind: 'evm-ws', port },
    ];
  },
};

const cosmosNode: HealthyNode = {
  name: 'a real Cosmos SDK node',
  chain: 'real',
  start: async () => {
    const node = await startRealNode({ chainId: 'real-1' });
    onTestFinished(() => node.end('SIGTERM'));
    return [
      { kind: 'grpc', port: node.port },
      { kind: 'rpc', port: node.rpcPort },
      { kind: 'rest', port: node.restPort },
      { kind: 'grpc-web', port: node.restPort },
      { kind: 'ws', port: node.rpcPort },
    ];
  },
};

const comets = (['0.37', '1.0'] as const).map((line): HealthyNode => ({
  name: `CometBFT ${line}`,
  chain: 'kvstore',
  start: async () => {
    const node = await startCometNode(line);
    onTestFinished(() => node.end());
    return [
      { kind: 'rpc', port: node.rpcPort },
      { kind: 'ws', port: node.rpcPort },
    ];
  },
}));

const envoy: HealthyNode = {
  name: 'Envoy before stand-ins',
  chain: 'sandbox',
  start: () => startBehindEnvoy({}),
  startTls: (tls) => startBehindEnvoy({ tls }),
};

async function startBehindEnvoy(options: { readonly tls?: KeyPair }): Promise<readonly Served[]> {
  const rows = [
    { kind: 'grpc', server: await use(startCosmosNode({})), how: { http2: true } },
    // A node's gRPC, which the front translates.
    { kind: 'grpc-web', server: await use(startCosmosNode({})), how: { http2: true, hasGrpcWeb: true } },
    { kind: 'evm', server: await use(startEvmNode({})), how: {} },
    { kind: 'rpc', server: await use(startRpcNode({})), how: {} },
    { kind: 'ws', server: await use(startCometWebSocket({})), how: { hasUpgrades: true } },
  ] as const;
  const { ports, end } = await startEnvoy(
    rows.map(({ server, how }) => ({ port: server.port, ...how, ...options })),
  );
  onTestFinished(end);
  return rows.map(({ kind }, index) => ({ kind, port: ports[index] ?? 0 }));
}

/** All that are met under load; what real software is not installed is left out. */
export const healthyNodes: readonly HealthyNode[] = [
  ...standIns,
  anvil,
  ...(hasGo ? [cosmosNode, ...comets] : []),
  ...(hasEnvoy() ? [envoy] : []),
];
