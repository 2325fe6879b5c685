import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../support/command-line.js';
import { startChain } from '../support/evm-chain.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { createTrust } from '../support/servers.js';
import { spawnService } from '../support/spawn-service.js';
import { compileTokens } from '../support/tokens.js';
import { type CosmosNode, startCosmosNode } from './cosmos-node.js';
import { fronts } from '../support/fronts.js';

/** Accounts that nobody has the key of: 20 zero bytes, and 20 bytes of 1. */
const recipients = [
  'cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a',
  'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du',
] as const;
const denom = 'node0token';

// A file lists https alone, so that there must be a proxy.
const [front] = fronts;

/** Serves a registry with the nodes at these ports; resolves to what calls it as `query` does, and reads what is printed. */
async function serve(ports: { readonly grpc: number; readonly evm?: number }) {
  if (front === undefined) throw new Error('there is no proxy');
  const trust = await createTrust();
  const tls = await trust.issue();
  const grpc = [`localhost:${await front.startGrpc(tls, ports.grpc)}`];
  const evm = ports.evm === undefined ? [] : [`https://localhost:${await front.startEvm(tls, ports.evm)}`];
  const claims = { chain_id_cosmos: 'real-1', chain_id_evm: '0x7A69' };
  const directory = await createDirectory({ 'chain/real/param.json': formatParam({ grpc, evm }, claims) });
  const service = await spawnService([directory, '--allow-private', '--cache', '1ms'], trust.env);
  onTestFinished(async () => {
    await service.stop();
  });
  const env = { ENDPOINT_CHECK_BASE_URL: service.url, ENDPOINT_CHECK_TOKEN: service.token };
  return async (route: string, ...args: readonly string[]) => {
    const { stdout, stderr, exitCode } = await runCli(['query', route, 'real', ...args], { env });
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  };
}

describe.runIf(front !== undefined)('the service over a real Cosmos SDK node', () => {
  let node: CosmosNode;
  beforeAll(async () => {
    node = await startCosmosNode();
  });
  afterAll(() => node.end('SIGTERM'));

  test('lists the holders after transfers', async () => {
    const query = await serve({ grpc: node.port });
    const holdings = async () => {
      const { holders } = await query('holders', '--denom', denom);
      return new Map((holders as { address: string; amount: string }[]).map((h) => [h.address, h.amount]));
    };

    expect(await holdings()).toEqual(new Map([[node.account, '1000000000']]));
    await node.send(recipients[0], `7${denom}`);
    await node.send(recipients[1], `11${denom}`);
    await node.send(recipients[0], `1${denom}`);
    const after = new Map([
      [node.account, '999999981'],
      [recipients[0], '8'],
      [recipients[1], '11'],
    ]);
    expect(await holdings()).toEqual(after);

    const first = await query('holders', '--denom', denom, '--limit', '2');
    const rest = await query('holders', '--denom', denom, '--limit', '2', '--offset', '2');
    expect([first['hasMore'], rest['hasMore']]).toEqual([true, false]);
    const paged = [first, rest].flatMap(({ holders }) => holders as { address: string }[]);
    expect(paged.map(({ address }) => address).sort()).toEqual([...after.keys()].sort());
    expect(await query('holders', '--denom', denom, '--keyword', recipients[1].slice(8, 20))).toMatchObject({
      holders: [{ address: recipients[1], amount: '11' }],
      complete: true,
    });

    expect(await query('holder-summary', '--denom', denom)).toMatchObject({
      supply: '1000000000',
      holderCount: 3,
      metadata: null,
    });
    expect(await query('holder-summary', '--denom', 'stake')).toMatchObject({
      metadata: { base: 'stake', display: 'STAKE', name: 'Stake', symbol: 'STAKE' },
    });
  });

  test('lists the events of a real EVM node of the same chain', async () => {
    const chain = await startChain();
    const [account = '', other = ''] = chain.accounts;
    const { Fungible } = compileTokens();
    const contract = await chain.deploy(Fungible.bytecode);
    const hashes = await chain.mineTogether([
      { to: contract, data: Fungible.encode('send', account, other, 7) },
      { to: contract, data: Fungible.encode('send', other, account, 8) },
    ]);
    const query = await serve({ grpc: node.port, evm: chain.port });
    const token = ['--contract-address', contract, '--token-type', 'ERC20'];
    const events = await query('account-transfer-events', '--address', account, ...token, '--sort', 'asc');
    expect(events['transactions']).toMatchObject(hashes.map((transactionHash) => ({ transactionHash })));
    const logs = await query('transactions-by-event', '--address', contract, '--sort', 'asc');
    expect(logs['transactions']).toMatchObject(hashes.map((transactionHash) => ({ transactionHash })));
  });
});
