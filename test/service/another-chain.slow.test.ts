import { connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { AccountTransferEventsAnswer } from '../../src/service/api/answers.js';
import { listen } from '../../src/sandbox/server.js';
import { type AskRoute, listEntries, listNode, openEngine, serveEntries } from '../support/chain-handlers.js';
import { type EvmChain, startChain } from '../support/evm-chain.js';
import { compileTokens } from '../support/tokens.js';

const { bytecode, encode } = compileTokens().Fungible;

/** A port that leads to the node of the moment. */
async function startSwitch(port: number) {
  let behind = port;
  const server = await listen(
    createServer((socket) => {
      const node = connect(behind, '127.0.0.1').on('error', () => socket.destroy());
      socket.on('error', () => node.destroy()).on('close', () => node.destroy());
      socket.pipe(node).pipe(socket);
    }),
  );
  onTestFinished(() => server.close());
  return { port: server.port, turnTo: (other: number) => (behind = other) };
}

/** A chain with a token, transferred once to the account; so many blocks later. Each chain has the token at the same address. */
async function startToken(blocks: number, ...args: string[]) {
  const chain = await startChain(...args);
  const [, account = '', to = ''] = chain.accounts;
  const contract = await chain.deploy(bytecode);
  const [hash = ''] = await chain.mineTogether([{ to: contract, data: encode('send', account, to, blocks) }]);
  await chain.call('anvil_mine', `0x${blocks.toString(16)}`);
  return { chain, hash, search: { address: account, contractAddress: contract, tokenType: 'ERC20' } };
}

async function listHashes(ask: AskRoute, search: object): Promise<readonly string[]> {
  const { transactions } = (await ask('accountTransferEvents', { ...search })) as AccountTransferEventsAnswer;
  return transactions.map(({ transactionHash }) => transactionHash);
}

test.each([
  ['longer', 2_000],
  ['shorter', 200],
])('after a new genesis, whose chain is %s, nothing of the chain before is answered', async (_, blocks) => {
  const before = await startToken(1_000);
  const after = await startToken(blocks);
  expect(after.search).toEqual(before.search);
  const node = await startSwitch(before.chain.port);
  const engine = await openEngine();
  const entries = [listNode('evm', node.port)];
  expect(await listHashes(serveEntries(entries, { engine }), before.search)).toEqual([before.hash]);
  node.turnTo(after.chain.port);
  // A process that has just begun knows of no node.
  expect(await listHashes(serveEntries(entries, { engine }), before.search)).toEqual([after.hash]);
});

test('after the registry names another chain, nothing of the chain before is answered, also of blocks that were final', async () => {
  const before = await startToken(1_000);
  const after = await startToken(1_000, '--chain-id', '7');
  const entry = (chain: EvmChain, chainId: string) =>
    listNode('evm', chain.port, { claim: { chainId, field: 'chain_id_evm', derived: false } });
  const registry = { entries: listEntries([entry(before.chain, '31337')]) };
  const engine = await openEngine();
  const ask = serveEntries([], { engine, loadEntries: () => Promise.resolve(registry.entries) });
  const search = { ...before.search, endBlock: 500 };
  expect(await listHashes(ask, search)).toEqual([before.hash]);
  registry.entries = listEntries([entry(after.chain, '7')]);
  expect(await listHashes(ask, search)).toEqual([after.hash]);
});
