// viem like in a wallet: the newest block, and the chain id compared as before a transaction; over websockets also new heads.
import { answerLines, importInstalled } from './answer-lines.js';

const { assertCurrentChain, createPublicClient, http, webSocket } = await importInstalled('viem');
const { socketClientCache } = await importInstalled('viem/utils');

answerLines(async ({ kind, url, chainId, limitMs }) => {
  const options = { timeout: limitMs, retryCount: 0 };
  const transport = kind === 'evm' ? http(url, options) : webSocket(url, { ...options, reconnect: false });
  const client = createPublicClient({ transport });
  try {
    // Together, as when a page loads.
    const [block, currentChainId] = await Promise.all([client.getBlock(), client.getChainId()]);
    if (block.number === null || block.hash === null) throw new Error('no block');
    const chain = { id: Number(chainId), name: chainId };
    if (chainId !== null) assertCurrentChain({ chain, currentChainId });
    if (kind === 'evm') return;
    await client.transport.subscribe({
      params: ['newHeads'],
      onData: () => undefined,
      onError: () => undefined,
    });
  } finally {
    // It keeps a connection by its url, even if it is closed: a later endpoint may get the same port.
    for (const kept of [...socketClientCache.values()]) if (kept.url === url) kept.close();
  }
});
