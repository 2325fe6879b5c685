// CosmJS' client of CometBFT: the status, and the newest block; over websockets also new blocks.
import { answerLines, importInstalled } from './answer-lines.js';

const { connectComet } = await importInstalled('@cosmjs/tendermint-rpc');

answerLines(async ({ kind, url, chainId }) => {
  // It adds the path of CometBFT's websockets itself.
  const client = await connectComet(url.replace(/\/websocket$/, ''));
  try {
    const { nodeInfo } = await client.status();
    // As CosmJS' SigningStargateClient gets the id for signing.
    if (chainId !== null && nodeInfo.network !== chainId) throw new Error(`the chain is ${nodeInfo.network}`);
    if (kind === 'rpc') return;
    const failed = new Promise((_, reject) => {
      client.subscribeNewBlock().addListener({ error: reject });
    });
    // The answer to a later request comes later.
    await Promise.race([failed, client.status()]);
  } finally {
    client.disconnect();
  }
});
