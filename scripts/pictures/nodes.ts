import net from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { renderHistory } from '../../src/history/history-file.js';
import { createAuthority } from '../../src/sandbox/certificates.js';
import { startCosmosNode } from '../../src/sandbox/cosmos-node.js';
import { startEvmNode } from '../../src/sandbox/evm-node.js';
import { startRestNode } from '../../src/sandbox/rest-node.js';
import { startRpcNode } from '../../src/sandbox/rpc-node.js';
import { listen, type SandboxServer } from '../../src/sandbox/server.js';
import { lastNight, liveTogether } from '../../test/support/histories.js';
import { writeFiles } from '../temporary-files.js';

const dayMs = 86_400_000;

/** A node's newest block, made some seconds ago. */
const head = (height: number) => ({
  height,
  blockNumber: height,
  blockTime: new Date(Date.now() - 4_000),
});

const kava = { network: 'kava_2222-10', chainId: 2_222, ...head(18_402_117) };
const osmosis = { network: 'osmosis-1', ...head(33_571_904) };
const juno = { network: 'juno-1', ...head(27_118_630) };
const chains = { kava, osmosis, juno };

const down = () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' });
const limited = { status: 429, body: 'slow down' };

const validator = 'Example Validator';
const nodes = 'Nodes Cooperative';
const anybody = 'Public RPC';

/**
 * The endpoints of the pictures' registry, each with how long the way to it takes, what it did on the last nights (`rulesOf` in
 * `test/support/histories.ts` has the letters; it passed before), and how its node behaves. What is malformed has no node.
 */
const endpoints: readonly (readonly [
  chain: keyof typeof chains,
  kind: keyof typeof start,
  address: string,
  provider: string,
  delayMs?: number,
  life?: string,
  node?: object,
])[] = [
  ['kava', 'rpc', 'https://rpc.kava.example.com', validator, 41, '', kava],
  ['kava', 'rpc', 'https://kava-rpc.nodes.example.org', nodes, 96, 'U'.repeat(17), { ...kava, answer: down }],
  ['kava', 'rest', 'https://rest.kava.example.com', validator, 44, '', kava],
  ['kava', 'grpc', 'grpc.kava.example.com:443', validator, 39, 'F'.padEnd(30, 'P'), kava],
  ['kava', 'grpc', 'kava-grpc.nodes.example.org:443', nodes, 88, 'TT', { ...kava, expired: true }],
  ['kava', 'evm', 'https://evm.kava.example.com', validator, 47, 'F'.padEnd(12, 'P'), kava],
  ['kava', 'evm', 'https://kava.public.example.net', anybody, 29, 'PPIPPPPIPPIIIPI', { answer: limited }],
  ['osmosis', 'rpc', 'https://rpc.osmosis.example.com', validator, 52, '', osmosis],
  ['osmosis', 'rpc', 'https://osmosis-rpc.nodes.example.org', nodes, 103, 'UPPPUUPPPPPPPU', osmosis],
  [
    'osmosis',
    'grpc',
    'osmosis-grpc.nodes.example.org:443',
    nodes,
    91,
    '',
    { ...osmosis, network: 'osmo-test-5' },
  ],
  ['osmosis', 'grpc', 'osmosis.public.example.net:90900', anybody],
  ['osmosis', 'rest', 'https://rest.osmosis.example.com', validator, 58, '', osmosis],
  ['juno', 'rpc', 'https://rpc.juno.example.com', validator, 61, '', juno],
  ['juno', 'rest', 'https://juno.public.example.net', anybody, 35, '', juno],
  ['juno', 'grpc', 'grpc.juno.example.com:443', validator, 57, '', { ...juno, syncing: true }],
];
const nights = 89;
const start = { rpc: startRpcNode, rest: startRestNode, grpc: startCosmosNode, evm: startEvmNode };

/**
 * Starts nodes of this machine for a registry whose addresses look real, and writes that and its history into a directory. A program with
 * `env` and `--allow-private` finds the nodes below their names, and trusts them.
 */
export async function startNodes(work: string) {
  const authority = await createAuthority();
  const ports: Record<string, number> = {};
  const servers: SandboxServer[] = [];
  for (const [, kind, address, , delayMs = 0, , options] of endpoints) {
    if (options === undefined) continue;
    const host = new URL(address.replace(/^(?!https:)/, 'https://')).hostname;
    const notBefore = new Date(Date.now() - 90 * dayMs);
    const notAfter = new Date(Date.now() + ('expired' in options ? -2 : 71) * dayMs);
    const tls = await authority.issue({ hosts: [host], notBefore, notAfter });
    const server = await start[kind]({ ...options, tls });
    const way = net.createServer((client) => {
      const node = net.connect(server.port, '127.0.0.1');
      node.on('error', () => client.destroy());
      client.on('close', () => node.destroy());
      setTimeout(() => client.pipe(node).pipe(client), delayMs);
    });
    const { port, close } = await listen(way);
    servers.push(server, { port, close });
    ports[host] = port;
  }
  await writeFiles(work, [
    ...Object.keys(chains).map((chain) => writeChain(chain as keyof typeof chains)),
    ['authority.pem', authority.cert],
    ['history.jsonl', writeHistory()],
  ]);
  return {
    registry: join(work, 'registry'),
    history: join(work, 'history.jsonl'),
    env: {
      NODE_EXTRA_CA_CERTS: join(work, 'authority.pem'),
      NODE_OPTIONS: `--import=${pathToFileURL(resolve('scripts/pictures/loopback-names.js')).href}`,
      PICTURE_PORTS: JSON.stringify(ports),
    },
    close: async () => {
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}

/** A file in the form of cosmos/chain-registry. */
function writeChain(chain: keyof typeof chains): [path: string, text: string] {
  const apis: Record<string, object[]> = {};
  for (const [of, kind, address, provider] of endpoints)
    if (of === chain) (apis[kind === 'evm' ? 'evm-http-jsonrpc' : kind] ??= []).push({ address, provider });
  const { network } = chains[chain];
  const file = { chain_name: chain, chain_id: network, status: 'live', network_type: 'mainnet', apis };
  return [`registry/${chain}/chain.json`, `${JSON.stringify(file, null, 2)}\n`];
}

/** The history of all endpoints that are probed, whose last night is yesterday's, at whatever hour the pictures are made. */
function writeHistory() {
  const lives = endpoints.flatMap(([, kind, address, , , life]) =>
    life === undefined
      ? []
      : [[`${kind} ${address.replace(/^https:\/\/|:443$/g, '')}`, life.padStart(nights, 'P')]],
  );
  const since = Math.floor(Date.now() / dayMs) - Math.floor(Date.parse(lastNight) / dayMs) - 1;
  return renderHistory(liveTogether(Object.fromEntries(lives), Math.max(since, 0)));
}
