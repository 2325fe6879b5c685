// fetch of Node.js, with which pages and bots use the REST API: the chain id, and the height of the newest block.
import { answerLines } from './answer-lines.js';

const service = '/cosmos/base/tendermint/v1beta1/';

answerLines(async ({ url, chainId, limitMs }) => {
  const base = url.replace(/\/$/, '') + service;
  const signal = AbortSignal.timeout(limitMs);
  /** @param {string} route */
  const get = async (route) => {
    const answer = await fetch(base + route, { signal });
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return /** @type {any} */ (await answer.json());
  };
  const { network } = (await get('node_info')).default_node_info;
  if (typeof network !== 'string' || network === '') throw new Error('no chain id');
  if (chainId !== null && network !== chainId) throw new Error(`the chain is ${network}`);
  const { height } = (await get('blocks/latest')).block.header;
  if (!(Number(height) > 0)) throw new Error('no height');
});
