// @solana/web3.js: the genesis hash, which is compared, and the newest slot.
import { answerLines, importInstalled } from './answer-lines.js';

const { Connection } = await importInstalled('@solana/web3.js');

answerLines(async ({ url, chainId }) => {
  const connection = new Connection(url, { disableRetryOnRateLimit: true });
  const genesis = await connection.getGenesisHash();
  if (chainId !== null && !genesis.startsWith(chainId)) throw new Error(`another chain: ${genesis}`);
  await connection.getSlot();
});
