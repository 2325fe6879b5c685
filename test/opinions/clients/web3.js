// web3.js: the chain id, which is compared, and the newest block; over websockets also new heads.
import { answerLines, importInstalled } from './answer-lines.js';

const {
  default: { Web3, WebSocketProvider },
} = await importInstalled('web3');

answerLines(async ({ kind, url, chainId }) => {
  const provider =
    kind === 'evm' ? url : new WebSocketProvider(url, {}, { autoReconnect: false, delay: 0, maxAttempts: 0 });
  const web3 = new Web3(provider);
  const failed = new Promise((_, reject) => {
    if (kind === 'evm') return;
    provider.on('error', (/** @type {any} */ error) => reject(new Error(String(error?.message ?? error))));
    provider.on('disconnect', (/** @type {any} */ error) => reject(new Error(`closed: ${error?.code}`)));
  });
  const used = (async () => {
    const id = await web3.eth.getChainId();
    if (chainId !== null && id !== BigInt(chainId)) throw new Error(`the chain is ${id}`);
    const block = await web3.eth.getBlock('latest');
    if ((block?.number ?? null) === null) throw new Error('no block');
    if (kind === 'evm-ws') await web3.eth.subscribe('newBlockHeaders');
  })();
  used.catch(() => undefined);
  failed.catch(() => undefined);
  try {
    await Promise.race([used, failed]);
  } finally {
    if (kind === 'evm-ws') provider.disconnect();
  }
});
