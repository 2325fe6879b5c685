import type { SandboxServer } from './server.js';
import {
  answerJson,
  type CosmosState,
  type CosmosWebNodeOptions,
  notFound,
  startWebNode,
  type WebAnswer,
  type WebRequest,
} from './web-node.js';
import {
  answerCalls,
  type AnswerHook,
  startWebSocketServer,
  type WebSocketServerOptions,
} from './websocket-server.js';

/** Starts a server that answers the requests of a check like the RPC of a CometBFT node. */
export function startRpcNode(options: CosmosWebNodeOptions = {}): Promise<SandboxServer> {
  return startWebNode(options, (request) => answerRequest(request, options));
}

function answerRequest({ method, path, body }: WebRequest, options: CosmosWebNodeOptions): WebAnswer {
  const results = createResults(options);
  if (method === 'GET') {
    if (path === '/' || path === '') {
      return { headers: { 'content-type': 'text/html' }, body: '<html><body><br>Available endpoints:' };
    }
    const result = results[path.slice(1)];
    // CometBFT's id for requests without an id.
    return result === undefined ? notFound : answerJson({ jsonrpc: '2.0', id: -1, result });
  }
  // Like CometBFT, which accepts JSON-RPC only at its root.
  if (method !== 'POST' || !['', '/'].includes(path)) return notFound;
  const call = parseCall(body);
  if (call === null) {
    const error = { code: -32700, message: 'Parse error. Invalid JSON', data: 'error unmarshaling request' };
    return answerJson({ jsonrpc: '2.0', id: -1, error }, 500);
  }
  const result = results[call.method];
  const error = { code: -32601, message: 'Method not found' };
  return answerJson({ jsonrpc: '2.0', id: call.id, ...(result === undefined ? { error } : { result }) });
}

/** The call in a request body; null if it is not JSON. */
export function parseCall(body: string): { readonly id: number; readonly method: string } | null {
  try {
    return JSON.parse(body) as { id: number; method: string };
  } catch {
    return null;
  }
}

/** The results by route, as in CometBFT 0.38. */
export function createResults(options: CosmosState = {}): Readonly<Record<string, object>> {
  const { network = 'sandbox-1', height = 1_234, blockTime = new Date() } = options;
  const header = createHeader(network, height, blockTime.toISOString());
  const commit = { height: String(height), round: 0, block_id: blockId, signatures: [] };
  return {
    status: createStatus({ ...options, blockTime }),
    block: { block_id: blockId, block: { header, data: { txs: [] } } },
    commit: { signed_header: { header, commit }, canonical: true },
  };
}

const hash = 'AB'.repeat(32);
const blockId = { hash, parts: { total: 1, hash } };

/** The header of a block, with all fields that the description of CometBFT's RPC requires (rpc/openapi/openapi.yaml). */
function createHeader(network: string, height: number, time: string): object {
  return {
    version: { block: '11', app: '0' },
    chain_id: network,
    height: String(height),
    time,
    last_block_id: blockId,
    last_commit_hash: hash,
    data_hash: hash,
    validators_hash: hash,
    next_validators_hash: hash,
    consensus_hash: hash,
    app_hash: hash,
    last_results_hash: hash,
    evidence_hash: hash,
    proposer_address: 'EF'.repeat(20),
  };
}

/** The status, with all fields that CosmJS requires; 64-bit numbers are strings, as in CometBFT's JSON, and times have nanoseconds. */
export function createStatus({
  network = 'sandbox-1',
  moniker = 'sandbox',
  height = 1_234,
  blockTime = new Date(),
  catchingUp = false,
}: CosmosState = {}): object {
  return {
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: '5b'.repeat(20),
      listen_addr: 'tcp://0.0.0.0:26656',
      network,
      version: '0.38.17',
      channels: '40202122233038606100',
      moniker,
      other: { tx_index: 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: {
      latest_block_hash: 'AB'.repeat(32),
      latest_app_hash: 'CD'.repeat(32),
      latest_block_height: String(height),
      latest_block_time: blockTime.toISOString().replace('Z', '123456Z'),
      earliest_block_height: '1',
      catching_up: catchingUp,
    },
    validator_info: {
      address: 'EF'.repeat(20),
      pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32, 1).toString('base64') },
      voting_power: '0',
    },
  };
}

/** The behaviour of a node; by default a healthy one without TLS, with websockets at /websocket. */
interface CometWebSocketOptions extends Omit<WebSocketServerOptions, 'onConnection'>, CosmosState {
  /** Whether it creates a block when somebody subscribes; by default false. */
  readonly makesBlocks?: boolean;
  readonly answer?: AnswerHook;
}

/** Starts a websocket server that answers like CometBFT (its `rpc/jsonrpc/server` and `rpc/core`). */
export function startCometWebSocket(options: CometWebSocketOptions = {}): Promise<SandboxServer> {
  const { path = '/websocket', makesBlocks = false, answer, ...rest } = options;
  return startWebSocketServer({
    ...rest,
    path,
    onConnection: (socket) =>
      answerCalls(socket, answer, ({ id, method, params }) => {
        const send = (more: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', id, ...more }));
        switch (method) {
          case 'status':
            return send({ result: createStatus(options) });
          case 'subscribe':
            send({ result: {} });
            if (makesBlocks) send({ result: describeEvent(params) });
            return;
          default:
            return send({ error: { code: -32601, message: 'Method not found' } });
        }
      }),
  });
}

/** An event of a subscription (`ResultEvent`), without its block. */
function describeEvent(params: unknown): object {
  const { query = '' } = params as { query?: string };
  return { query, data: { type: 'tendermint/event/NewBlock', value: {} }, events: {} };
}
