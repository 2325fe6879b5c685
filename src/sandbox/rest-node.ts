import type { SandboxServer } from './server.js';
import {
  answerJson,
  type CosmosState,
  type CosmosWebNodeOptions,
  createNodeInfo,
  startWebNode,
  type WebAnswer,
  type WebRequest,
} from './web-node.js';

/** Starts a server that answers the requests of a check like the REST API of a Cosmos SDK node. */
export function startRestNode(options: CosmosWebNodeOptions = {}): Promise<SandboxServer> {
  return startWebNode(options, (request) => answerRequest(request, options));
}

const service = '/cosmos/base/tendermint/v1beta1/';

/** The answer of gRPC-Gateway for a gRPC status code. */
export function answerGatewayError(code: number, message: string, status: number): WebAnswer {
  return answerJson({ code, message, details: [] }, status);
}

/** What clients need beyond the check, of a node with all blocks and an index of transactions. */
const further: Readonly<Record<string, WebAnswer>> = {
  [`${service}blocks/1`]: answerJson({ sdk_block: { header: { height: '1', last_block_id: { hash: '' } } } }),
  '/cosmos/base/node/v1beta1/status': answerJson({ earliest_store_height: '1' }),
  '/cosmos/bank/v1beta1/params': answerJson({ params: { send_enabled: [], default_send_enabled: true } }),
  '/cosmos/tx/v1beta1/txs': answerJson({ txs: [], tx_responses: [], total: '0' }),
  '/cosmos/tx/v1beta1/simulate': answerGatewayError(3, 'empty txBytes is not allowed: invalid request', 400),
};

function answerRequest({ method, path }: WebRequest, options: CosmosWebNodeOptions): WebAnswer {
  const route = path.startsWith(service) ? path.slice(service.length) : '';
  const value = method === 'GET' ? createAnswers(options)[route] : undefined;
  if (value !== undefined) return answerJson(value);
  return further[path] ?? answerGatewayError(12, 'Not Implemented', 501);
}

/** The answers by route, as in Cosmos SDK 0.53. */
export function createAnswers(options: CosmosState = {}): Readonly<Record<string, object>> {
  const { network = 'sandbox-1', height = 1_234, blockTime = new Date(), catchingUp = false } = options;
  const header = { chain_id: network, height: String(height), time: blockTime.toISOString() };
  const block = { header, data: { txs: [] } };
  return {
    node_info: createNodeInfo(options),
    'blocks/latest': { block_id: { hash: 'q80=' }, block, sdk_block: block },
    syncing: { syncing: catchingUp },
  };
}
