// @solana/kit: the genesis hash, which is compared, the newest slot.
import { answerLines, importInstalled } from './answer-lines.js';

const { createSolanaRpc } = await importInstalled('@solana/kit');

answerLines(async ({ url, chainId }) => {
  const rpc = createSolanaRpc(url);
  const genesis = await rpc.getGenesisHash().send();
  if (chainId !== null && !genesis.startsWith(chainId)) throw new Error(`another chain: ${genesis}`);
  const slot = await rpc.getSlot().send();
  if (typeof slot !== 'bigint') throw new Error('no slot');
});
