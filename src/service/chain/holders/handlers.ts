import { getDenomMetadata, getSupply, listDenomOwners } from '../../../net/grpc/bank-messages.js';
import type { RouteParams } from '../../../query/request-path.js';
import type { DenomMetadata, HoldersAnswer, HolderSummaryAnswer } from '../../api/answers.js';
import type { Handler } from '../../http/handler.js';
import { type BankClient, createBankClient, expectAnswer } from '../nodes/bank-client.js';
import { Bookmarks } from '../bookmarks.js';
import { NodeError } from '../nodes/node-error.js';
import type { Nodes } from '../nodes/failover.js';
import { scanHolders } from './scan-holders.js';

/** The code of NOT_FOUND, https://grpc.io/docs/guides/status-codes/ */
const notFound = 5;

/** Route 9: who holds a denom. */
export function createHoldersHandler(nodes: Nodes, now: () => number): Handler {
  const marks = new Bookmarks<Buffer>(now);
  return (params, { signal }): Promise<HoldersAnswer> => {
    const { network, denom } = readDenom(params);
    const keyword = typeof params['keyword'] === 'string' ? params['keyword'] : null;
    const offset = typeof params['offset'] === 'number' ? params['offset'] : 0;
    const limit = typeof params['limit'] === 'number' ? params['limit'] : 20;
    return nodes.request({ network, kind: 'grpc', signal }, async (node, ended) => {
      const client = createBankClient(node, ended);
      const scan = { denom, keyword: keyword?.toLowerCase() ?? null, offset, limit };
      // Page keys of one node may mean nothing, or something else, to another.
      const key = JSON.stringify([network, node.id, denom, scan.keyword]);
      try {
        const found = await scanHolders(client, scan, { marks, key });
        return { network, denom, keyword, offset, limit, ...found };
      } finally {
        client.close();
      }
    });
  };
}

/** Route 10: how a denom is held. */
export function createHolderSummaryHandler(nodes: Nodes): Handler {
  return (params, { signal }): Promise<HolderSummaryAnswer> => {
    const { network, denom } = readDenom(params);
    return nodes.request({ network, kind: 'grpc', signal }, async (node, ended) => {
      const client = createBankClient(node, ended);
      try {
        const supply = expectAnswer(await client.call(getSupply(denom)), 'SupplyOf');
        const metadata = await findMetadata(client, denom);
        const holderCount = await countHolders(client, denom);
        return { network, denom, supply, holderCount, metadata };
      } finally {
        client.close();
      }
    });
  };
}

async function findMetadata(client: BankClient, denom: string): Promise<DenomMetadata | null> {
  const result = await client.call(getDenomMetadata(denom));
  return result.kind === 'status' && result.status.code === notFound
    ? null
    : expectAnswer(result, 'DenomMetadata');
}

/** Optional: null where the node does not count, does not implement the call, or takes too long. */
async function countHolders(client: BankClient, denom: string): Promise<number | null> {
  const request = listDenomOwners({ denom, key: Buffer.alloc(0), limit: 1, countTotal: true });
  try {
    const result = await client.call(request);
    if (result.kind === 'status') return null;
    const { total, owners } = result.answer;
    return Number.isSafeInteger(total) && total >= owners.length ? total : null;
  } catch (error) {
    if (error instanceof NodeError) return null;
    throw error;
  }
}

function readDenom(params: RouteParams): { network: string; denom: string } {
  return { network: String(params['network']), denom: String(params['denom']) };
}
