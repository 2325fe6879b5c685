import { getDenomMetadata, getSupply, listDenomOwners } from '../../../net/grpc/bank-messages.js';
import type { DenomMetadata, HoldersAnswer, HolderSummaryAnswer } from '../../api/answers.js';
import { type Handler, wrongParameters } from '../../http/handler.js';
import { denomPattern } from '../../api/param-limits.js';
import { type BankClient, createBankClient, expectAnswer } from '../nodes/bank-client.js';
import { Bookmarks } from '../bookmarks.js';
import { NodeError } from '../nodes/node-error.js';
import type { Nodes } from '../nodes/failover.js';
import { scanHolders } from './scan-holders.js';

const notFound = 5;

/** Route 9: who holds a denom. */
export function createHoldersHandler(nodes: Nodes, now: () => number): Handler {
  const marks = new Bookmarks<Buffer>(now);
  return (given, { signal }): Promise<HoldersAnswer> => {
    const { network, denom } = readDenom(given);
    const { limit, offset, keyword: word } = given;
    const keyword = typeof word === 'string' ? word : null;
    const [skip, take] = [typeof offset === 'number' ? offset : 0, typeof limit === 'number' ? limit : 20];
    return nodes.ask({ network, kind: 'grpc', signal }, async (node, ending) => {
      const client = createBankClient(node, ending);
      const scan = { denom, keyword: keyword?.toLowerCase() ?? null, offset: skip, limit: take };
      // A key is a node's word, and another node's walk must not depend on it.
      const key = JSON.stringify([network, node.id, denom, scan.keyword]);
      try {
        const found = await scanHolders(client, scan, { marks, key });
        return { network, denom, keyword, offset: skip, limit: take, ...found };
      } finally {
        client.close();
      }
    });
  };
}

/** Route 10: how a denom is held. */
export function createHolderSummaryHandler(nodes: Nodes): Handler {
  return (given, { signal }): Promise<HolderSummaryAnswer> => {
    const { network, denom } = readDenom(given);
    return nodes.ask({ network, kind: 'grpc', signal }, async (node, ending) => {
      const client = createBankClient(node, ending);
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

/** Nice to know: null where the node does not count, has no such call, or takes too long over it. */
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

/** The network and the denom. Throws a 400 where it is none. */
function readDenom(given: Readonly<Record<string, unknown>>): { network: string; denom: string } {
  const [network, denom] = [String(given['network']), String(given['denom'])];
  if (!new RegExp(denomPattern).test(denom)) {
    const detail = 'it is not a denom: a letter, and letters, digits or / : . _ - behind it, 128 at most';
    throw wrongParameters([{ parameter: 'denom', detail }]);
  }
  return { network, denom };
}
