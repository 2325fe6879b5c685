// ethers with the expected network, which it compares; the newest block; over websockets also new heads.
import { answerLines, importInstalled } from './answer-lines.js';

const { FetchRequest, JsonRpcProvider, WebSocketProvider } = await importInstalled('ethers');

answerLines(async ({ kind, url, chainId, limitMs }) => {
  const network = chainId === null ? undefined : Number(chainId);
  if (kind === 'evm') {
    const request = new FetchRequest(url);
    request.timeout = limitMs;
    request.setThrottleParams({ maxAttempts: 1 });
    const provider = new JsonRpcProvider(request, network);
    try {
      // It requests the network repeatedly until it gets an answer.
      await provider.getNetwork();
      if ((await provider.getBlock('latest')) === null) throw new Error('no block');
    } finally {
      provider.destroy();
    }
    return;
  }
  const provider = new WebSocketProvider(url, network);
  const { websocket } = provider;
  const failed = new Promise((_, reject) => {
    websocket.onerror = (/** @type {any} */ event) => reject(new Error(String(event.message ?? event.error)));
    /** @type {any} */ (websocket).onclose = (/** @type {any} */ event) =>
      reject(new Error(`closed: ${event.code}`));
  });
  const used = (async () => {
    await provider.getNetwork();
    if ((await provider.getBlock('latest')) === null) throw new Error('no block');
    await provider.send('eth_subscribe', ['newHeads']);
  })();
  try {
    await Promise.race([used, failed]);
  } finally {
    used.catch(() => undefined);
    failed.catch(() => undefined);
    websocket.onerror = () => undefined;
    await provider.destroy().catch(() => undefined);
  }
});
