import http from 'node:http';
import net from 'node:net';
import { importTypeScript } from '../import-typescript.js';

const dayMs = 86_400_000;

/**
 * An endpoint of the pictures' registry: `life` is what it did on the nights before, as `test/support/lived-history.ts` has it.
 * @typedef {{ chain: string, kind: string, address: string, provider: string, delayMs: number, life: string, options?: object }} Sample
 */

/** The node's block: `age` in seconds, so that the report has some. */
const head = (/** @type {number} */ height, age = 4) => ({
  height,
  blockNumber: height,
  blockTime: new Date(Date.now() - age * 1_000),
});

const kava = { network: 'kava_2222-10', ...head(18_402_117) };
const osmosis = { network: 'osmosis-1', ...head(33_571_904) };
const juno = { network: 'juno-1', ...head(27_118_630) };
const limited = { status: 429, body: 'slow down' };
const down = () => ({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' });

const long = (/** @type {string} */ life) => life.padStart(89, 'P');

/** @type {readonly Sample[]} */
const samples = [
  ...list('kava', 'rpc', [
    ['https://rpc.kava.example.com', 'Example Validator', 41, long(''), kava],
    [
      'https://kava-rpc.nodes.example.org',
      'Nodes Cooperative',
      96,
      long('U'.repeat(17)),
      { ...kava, answer: down },
    ],
  ]),
  ...list('kava', 'rest', [['https://rest.kava.example.com', 'Example Validator', 44, long(''), kava]]),
  ...list('kava', 'grpc', [
    ['grpc.kava.example.com:443', 'Example Validator', 39, long('F'.padEnd(30, 'P')), kava],
    ['kava-grpc.nodes.example.org:443', 'Nodes Cooperative', 88, long('TT'), { ...kava, expired: true }],
  ]),
  ...list('kava', 'evm-http-jsonrpc', [
    [
      'https://evm.kava.example.com',
      'Example Validator',
      47,
      long('F'.padEnd(12, 'P')),
      { ...kava, chainId: 2_222 },
    ],
    ['https://kava.public.example.net', 'Public RPC', 29, long('PPIPPPPIPPIIIPI'), { answer: limited }],
  ]),
  ...list('osmosis', 'rpc', [
    ['https://rpc.osmosis.example.com', 'Example Validator', 52, long(''), osmosis],
    ['https://osmosis-rpc.nodes.example.org', 'Nodes Cooperative', 103, long('UPPPUUPPPPPPPU'), osmosis],
  ]),
  ...list('osmosis', 'grpc', [
    [
      'osmosis-grpc.nodes.example.org:443',
      'Nodes Cooperative',
      91,
      long(''),
      { ...osmosis, network: 'osmo-test-5' },
    ],
    // Malformed, so nothing is probed.
    ['osmosis.public.example.net:90900', 'Public RPC', 0, '', {}],
  ]),
  ...list('osmosis', 'rest', [
    ['https://rest.osmosis.example.com', 'Example Validator', 58, long(''), osmosis],
  ]),
  ...list('juno', 'rpc', [['https://rpc.juno.example.com', 'Example Validator', 61, long(''), juno]]),
  ...list('juno', 'rest', [['https://juno.public.example.net', 'Public RPC', 35, 'P'.repeat(34), juno]]),
  ...list('juno', 'grpc', [
    ['grpc.juno.example.com:443', 'Example Validator', 57, long(''), { ...juno, syncing: true }],
  ]),
];

/**
 * @param {string} chain
 * @param {string} kind
 * @param {readonly (readonly [address: string, provider: string, delayMs: number, life: string, options: object])[]} rows
 * @returns {readonly Sample[]}
 */
function list(chain, kind, rows) {
  return rows.map(([address, provider, delayMs, life, options]) => ({
    ...{ chain, kind, address, provider, delayMs, life, options },
  }));
}

/**
 * Starts nodes of this machine for a registry whose addresses look real, and the proxy that leads each name to its node.
 */
export async function startNodes() {
  const [{ createAuthority }, grpc, evm, rpc, rest, { liveTogether, lastNight }, { renderHistory }] =
    await Promise.all(
      [
        'src/sandbox/certificates.ts',
        'src/sandbox/cosmos-node.ts',
        'src/sandbox/evm-node.ts',
        'src/sandbox/rpc-node.ts',
        'src/sandbox/rest-node.ts',
        'test/support/lived-history.ts',
        'src/history/parse-history.ts',
      ].map((path) => importTypeScript(path)),
    );
  /** @type {Record<string, (options: object) => Promise<import('../../src/sandbox/server.js').SandboxServer>>} */
  const start = {
    grpc: grpc.startCosmosNode,
    'evm-http-jsonrpc': evm.startEvmNode,
    rpc: rpc.startRpcNode,
    rest: rest.startRestNode,
  };
  const authority = await createAuthority();
  /** @type {Map<string, { port: number, delayMs: number }>} */
  const places = new Map();
  /** @type {import('../../src/sandbox/server.js').SandboxServer[]} */
  const servers = [];
  for (const { kind, address, delayMs, options = {} } of samples) {
    const host = address.replace(/^https:\/\/|\/.*|:\d+$/g, '');
    const notAfter = new Date(Date.now() + ('expired' in options ? -2 : 71) * dayMs);
    const tls = await authority.issue({
      hosts: [host],
      notBefore: new Date(Date.now() - 90 * dayMs),
      notAfter,
    });
    const server = await start[kind]?.({ ...options, tls });
    if (server === undefined) throw new Error(`no node of the kind ${kind}`);
    servers.push(server);
    places.set(`${host}:443`, { port: server.port, delayMs });
  }
  const proxy = await startProxy(places);
  // The last one is yesterday's, at whatever hour the pictures are made.
  const nights = Math.floor(Date.now() / dayMs) - Math.floor(Date.parse(lastNight) / dayMs) - 1;
  const lives = samples
    .filter(({ life }) => life !== '')
    .map(({ kind, address, life }) => [nameKind(kind, address), life]);
  return {
    files: writeRegistry(),
    authority: authority.cert,
    proxy: `http://127.0.0.1:${proxy.port}`,
    /** Where the node of a name and its port is, and how long the way there takes. */
    places,
    history: renderHistory(liveTogether(Object.fromEntries(lives), Math.max(nights, 0))),
    close: async () => {
      await Promise.all([proxy, ...servers].map((server) => server.close()));
    },
  };
}

/**
 * What a history calls an endpoint.
 * @param {string} kind
 * @param {string} address
 */
function nameKind(kind, address) {
  return `${kind === 'evm-http-jsonrpc' ? 'evm' : kind} ${address.replace(/^https:\/\/|:443$/g, '')}`;
}

/** The files, in the form of cosmos/chain-registry, with the chain ids that the nodes have. */
function writeRegistry() {
  /** @type {Record<string, string>} */
  const ids = { kava: kava.network, osmosis: osmosis.network, juno: juno.network };
  return new Map(
    Object.entries(ids).map(([chain, id]) => {
      const own = samples.filter((sample) => sample.chain === chain);
      const kinds = [...new Set(own.map(({ kind }) => kind))];
      const apis = Object.fromEntries(
        kinds.map((kind) => [
          kind,
          own
            .filter((sample) => sample.kind === kind)
            .map(({ address, provider }) => ({ address, provider })),
        ]),
      );
      const file = { chain_name: chain, chain_id: id, status: 'live', network_type: 'mainnet', apis };
      return [`${chain}/chain.json`, `${JSON.stringify(file, null, 2)}\n`];
    }),
  );
}

/**
 * A proxy that opens tunnels to nodes of this machine, after as long as a way through the internet takes.
 * @param {ReadonlyMap<string, { port: number, delayMs: number }>} places
 */
async function startProxy(places) {
  const { listen } = await importTypeScript('src/sandbox/server.ts');
  const server = http.createServer();
  server.on('connect', (request, socket) => {
    socket.on('error', () => undefined);
    const place = places.get(request.url ?? '');
    if (place === undefined) return socket.end('HTTP/1.1 502 no such name\r\n\r\n');
    setTimeout(() => {
      const node = net.connect(place.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        node.pipe(socket).pipe(node);
      });
      node.on('error', () => socket.destroy());
      socket.on('close', () => node.destroy());
    }, place.delayMs);
    return undefined;
  });
  return listen(server);
}
