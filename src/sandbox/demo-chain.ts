import type { Authority } from './certificates.js';
import { startCometWebSocket } from './comet-websocket.js';
import { startCosmosNode } from './cosmos-node.js';
import { fail, pass, type DemoEntry, type Start } from './demo-entry.js';
import { startEvmWebSocket } from './evm-websocket.js';
import { startGrpcWebNode } from './grpc-web-node.js';
import { startPeerNode } from './peer-node.js';
import { startRestNode } from './rest-node.js';
import { startRpcNode } from './rpc-node.js';

/** A file in the format of cosmos/chain-registry whose entries lead to local nodes, and the expected results of a check. */
export interface DemoChain {
  readonly path: string;
  readonly text: string;
  readonly entries: readonly DemoEntry[];
}

const network = 'sandbox-2';
const chainId = 31_338;

/** Starts a node of each kind, and writes a file that lists them, and a node that is listed as another kind. */
export async function startDemoChain(authority: Authority, start: Start): Promise<DemoChain> {
  const node = { tls: await authority.issue(), network } as const;
  const rest = async () => `https://localhost:${await start(startRestNode(node))}`;
  const apis: Readonly<Record<string, readonly DemoEntry[]>> = {
    rpc: [
      pass('CometBFT RPC', `https://localhost:${await start(startRpcNode(node))}/`),
      fail('REST API listed as RPC', await rest(), 'rpc/other-kind'),
    ],
    rest: [pass('REST API', await rest())],
    grpc: [pass('gRPC with a scheme', `https://localhost:${await start(startCosmosNode(node))}`)],
    wss: [
      pass('Websocket of CometBFT', `wss://localhost:${await start(startCometWebSocket(node))}/websocket`),
    ],
    'grpc-web': [pass('gRPC-web', `https://localhost:${await start(startGrpcWebNode(node))}`)],
    'json-rpc-websocket': [
      pass(
        'Websocket of an EVM node',
        `wss://localhost:${await start(startEvmWebSocket({ tls: node.tls, chainId }))}`,
      ),
    ],
  };
  const peer = await startPeerNode({ network });
  const peerAddress = `localhost:${await start(Promise.resolve(peer))}`;
  const peerEntry = pass('Peer', `${peer.peerId}@${peerAddress}`);
  const lists = Object.entries(apis).map(([api, entries]) => [
    api,
    entries.map(({ provider, url }) => ({ address: url, provider })),
  ]);
  const file = {
    chain_name: 'sandbox',
    status: 'live',
    chain_id: network,
    evm_chain_id: chainId,
    apis: Object.fromEntries(lists) as object,
    peers: {
      persistent_peers: [{ id: peer.peerId, address: peerAddress, provider: peerEntry.provider }],
    },
  };
  return {
    path: 'sandbox/chain.json',
    text: `${JSON.stringify(file, null, 2)}\n`,
    entries: [...Object.values(apis).flat(), peerEntry],
  };
}
