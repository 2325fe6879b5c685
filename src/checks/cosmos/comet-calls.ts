import { isJsonObject } from '../../model/json.js';
import { readLowestState } from '../../net/grpc/node-status.js';
import { type JsonOutcome, prove, readArchiveBlock, readArchiveRefusal, readField } from './archive.js';
import type { CosmosCalls } from './capabilities.js';

/** The arguments of a call. Numbers have 64 bits, so they are strings in JSON, as everywhere in CometBFT. */
export type CometParams = Readonly<Record<string, string | number | false>>;

/** What may be asked of a CometBFT node beyond the check, by its calls (https://docs.cometbft.com/v0.38/rpc/). */
export function createCometCalls(
  call: (method: string, params: CometParams) => Promise<JsonOutcome>,
): CosmosCalls {
  const query = (path: string, params: CometParams = {}) =>
    call('abci_query', { path, data: '', prove: false, ...params });
  return {
    getBlock: async (height) => readArchiveBlock(await call('block', { height }), height),
    getLowestState: async () => {
      const status = await query('/cosmos.base.node.v1beta1.Service/Status');
      if (status.kind === 'problem') return status;
      const value = readField(status.value['response'], 'value');
      return { lowest: typeof value === 'string' ? readLowestState(Buffer.from(value, 'base64')) : null };
    },
    getState: async (height) => {
      const state = await query('/cosmos.bank.v1beta1.Query/Params', { height });
      if (state.kind === 'problem') return readArchiveRefusal(state);
      const { response } = state.value;
      const { code = 0, log } = isJsonObject(response) ? response : {};
      return code === 0 ? { hasState: true } : { refusal: typeof log === 'string' ? log : '' };
    },
    searchTx: async () => {
      const params = { query: 'tx.height=1', per_page: 1, prove: false } as const;
      return prove(await call('tx_search', params), { isIndexed: true });
    },
  };
}
