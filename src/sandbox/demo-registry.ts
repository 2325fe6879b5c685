import http from 'node:http';
import { type Authority, createAuthority, createSelfSigned } from './certificates.js';
import { type CosmosNodeOptions, startCosmosNode } from './cosmos-node.js';
import { demoBank, type DemoCall, demoLists, demoLogs, listDemoCalls } from './demo-lists.js';
import { type EvmNodeOptions, startEvmNode, startEvmWebSocket } from './evm-node.js';
import { holdClosedPort, listen, type SandboxServer } from './server.js';
import { startCometWebSocket, startRpcNode } from './rpc-node.js';
import { startGrpcWebNode } from './grpc-web-node.js';
import { startPeerNode } from './peer-node.js';
import { startRestNode } from './rest-node.js';

/** An entry of the demo's registry, and the expected result of a check. */
export interface DemoEntry {
  readonly provider: string;
  readonly url: string;
  readonly verdict: 'pass' | 'fail' | 'inconclusive' | 'invalid';
  /** All findings about the entry, notices included. */
  readonly rules: readonly string[];
}

/** Keeps a server running until the end of the demo; resolves to its port. */
export type Start = (server: Promise<SandboxServer>) => Promise<number>;

/** An entry that passes; its findings are not errors. */
function pass(provider: string, url: string, rules: readonly string[] = []): DemoEntry {
  return { provider, url, verdict: 'pass', rules };
}

/** An entry that is probed and fails. */
function fail(provider: string, url: string, rule: string): DemoEntry {
  return { provider, url, verdict: 'fail', rules: [rule] };
}

/** A malformed entry, which is not probed. */
function skip(provider: string, url: string, rule: string): DemoEntry {
  return { provider, url, verdict: 'invalid', rules: [rule] };
}

/** A registry whose entries lead to local nodes. */
export interface DemoRegistry {
  /** Registry files by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly entries: readonly DemoEntry[];
  /** The authority that issued the nodes' certificates, PEM. */
  readonly authority: string;
  /** A network whose nodes can serve a query service, and calls to it. */
  readonly served: string;
  readonly calls: readonly DemoCall[];
  close: () => Promise<void>;
}

const dayMs = 86_400_000;
const served = 'healthy';

/** Starts the nodes, healthy and broken, and writes the files that list them. */
export async function startDemoRegistry(): Promise<DemoRegistry> {
  const authority = await createAuthority();
  const servers: SandboxServer[] = [];
  const start = async (server: Promise<SandboxServer>) => {
    servers.push(await server);
    return servers.at(-1)?.port ?? 0;
  };
  const healthy = await listHealthy(authority, start);
  const broken = await listBroken(authority, start);
  const chain = await startDemoChain(authority, start);
  const files = new Map([
    [`chain/${served}/param.json`, formatFile('sandbox-1', 31_337, healthy)],
    ['chain/broken/param.json', formatFile('sandbox-1', 31_337, broken)],
    [chain.path, chain.text],
    ['chain/comma/param.json', '{\n  "chain_id_cosmos": "sandbox-1",\n  "grpc_endpoint": [],\n}\n'],
    ...Object.entries(demoLists).map(
      ([name, list]) => [`chain/${served}/${name}`, `${JSON.stringify(list, null, 2)}\n`] as const,
    ),
  ]);
  return {
    files,
    entries: [...[healthy, broken].flatMap(({ grpc, evm }) => [...grpc, ...evm]), ...chain.entries],
    authority: authority.cert,
    served,
    calls: listDemoCalls(served),
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

interface Lists {
  readonly grpc: readonly DemoEntry[];
  readonly evm: readonly DemoEntry[];
}

async function listHealthy(authority: Authority, start: Start): Promise<Lists> {
  const tls = await authority.issue();
  const node = async (options: CosmosNodeOptions) =>
    `localhost:${await start(startCosmosNode({ ...demoBank, ...options }))}`;
  return {
    grpc: [
      pass('Modern node (TLS, reflection v1)', await node({ tls })),
      pass('Cosmos SDK node (TLS, reflection v1alpha)', await node({ tls, reflection: 'v1alpha' })),
      pass('Plaintext node', await node({ reflection: 'v1alpha' }), ['grpc/plaintext']),
      pass('Node that is catching up', await node({ tls, catchingUp: true }), ['grpc/syncing']),
    ],
    evm: [pass('EVM node', `https://localhost:${await start(startEvmNode({ tls, logs: demoLogs }))}/evm`)],
  };
}

async function listBroken(authority: Authority, start: Start): Promise<Lists> {
  const tls = await authority.issue();
  const expired = await authority.issue({
    notAfter: new Date(Date.now() - dayMs),
    notBefore: new Date(Date.now() - 90 * dayMs),
  });
  const otherHost = await authority.issue({ hosts: ['node.example.com'] });
  const node = async (options: CosmosNodeOptions) => `localhost:${await start(startCosmosNode(options))}`;
  const evmNode = async (options: EvmNodeOptions) =>
    `https://localhost:${await start(startEvmNode({ tls, ...options }))}`;
  const html = {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><title>Welcome</title>',
  };
  return {
    grpc: [
      fail('Stopped node', `localhost:${await start(holdClosedPort())}`, 'net/refused'),
      fail(
        'REST port',
        `localhost:${await start(listen(http.createServer((_request, response) => response.end('{}'))))}`,
        'grpc/not-http2',
      ),
      fail('Node of another chain', await node({ tls, network: 'other-2' }), 'grpc/wrong-chain'),
      fail('Node without reflection', await node({ tls, reflection: 'none' }), 'grpc/reflection-unavailable'),
      fail('Expired certificate', await node({ tls: expired }), 'tls/certificate-expired'),
      fail('Self-signed certificate', await node({ tls: await createSelfSigned() }), 'tls/self-signed'),
      fail("Another host's certificate", await node({ tls: otherHost }), 'tls/wrong-host'),
      skip('Scheme in front', 'https://grpc.example.com:443', 'entry/url-scheme'),
    ],
    evm: [
      fail('Web page', await evmNode({ answer: html }), 'evm/not-json'),
      fail('Another EVM chain', await evmNode({ chainId: 1 }), 'evm/wrong-chain'),
      {
        provider: 'Rate limit',
        url: await evmNode({ answer: { status: 429, body: 'slow down' } }),
        verdict: 'inconclusive',
        rules: ['net/rate-limited'],
      },
      skip('Missing key', 'https://mainnet.example.com/v3/YOUR_API_KEY', 'entry/url-placeholder'),
    ],
  };
}

function formatFile(network: string, evmChainId: number, { grpc, evm }: Lists): string {
  const list = (entries: readonly DemoEntry[]) => entries.map(({ provider, url }) => ({ provider, url }));
  const file = {
    chain_id_cosmos: network,
    chain_id_evm: `0x${evmChainId.toString(16)}`,
    grpc_endpoint: list(grpc),
    evm_rpc_endpoint: list(evm),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A file in the format of cosmos/chain-registry whose entries lead to local nodes, and the expected results of a check. */
export interface DemoChain {
  readonly path: string;
  readonly text: string;
  readonly entries: readonly DemoEntry[];
}

const network = 'sandbox-2';
const chainId = 31_338;

/** Starts a node of each kind, and writes a file that lists them, and a node that is listed as another kind. */
async function startDemoChain(authority: Authority, start: Start): Promise<DemoChain> {
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
