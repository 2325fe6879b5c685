import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type EvmChain, startAnvil, startChain } from '../support/anvil.js';
import { startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { compileTokens } from '../support/tokens.js';
import { hasFront, type RealService, startRealService } from './real-service.js';

interface EventsPage {
  readonly transactions: readonly {
    readonly transactionHash: string;
    readonly blockNumber: number;
    readonly timestamp: string | null;
  }[];
  readonly range: unknown;
  readonly next: string | null;
}

type Params = Readonly<Record<string, string | number>>;

const { Fungible } = compileTokens();
const transferPath = 'evm/real/account/transfer-event';
const eventPath = 'evm/real/tx/list-by-event';

/** A chain with a token that two accounts send to each other, each transaction in a separate block. */
async function startTokenChain() {
  const chain = await startChain();
  const [account = '', receiver = ''] = chain.accounts;
  const contract = await chain.deploy(Fungible.bytecode);
  let sent = 0;
  const send = async (count: number) => {
    const hashes: string[] = [];
    for (let at = 0; at < count; at++) {
      const [from, to] = sent++ % 2 === 0 ? [account, receiver] : [receiver, account];
      const data = Fungible.encode('send', from, to, sent);
      hashes.push(...(await chain.mineTogether([{ to: contract, data }])));
    }
    return hashes;
  };
  const routes: readonly (readonly [path: string, params: Params])[] = [
    [transferPath, { address: account, contract_address: contract, token_type: 'ERC20' }],
    [eventPath, { address: contract }],
  ];
  return { chain, send, routes, mine: (count: number) => mine(chain, count) };
}

const mine = (chain: EvmChain, count: number) => chain.call('anvil_mine', `0x${count.toString(16)}`);

/** Starts a proxy before a node that replaces the times in its events. */
const renameTimes = async (port: number, replacement: string) =>
  startNginx(
    await (await createTrust()).issue(),
    `proxy_pass http://127.0.0.1:${port}; sub_filter_types application/json; sub_filter_once off;
     sub_filter '"blockTimestamp":"' '${replacement}';`,
    '',
  );

async function readPage({ get }: RealService, path: string, params: Params): Promise<EventsPage> {
  let answer = await get(path, params);
  // Reading in the background may take time on a busy machine.
  while (answer.body['type'] === 'urn:endpoint-check:index-building') {
    await sleep(100);
    answer = await get(path, params);
  }
  expect(answer).toMatchObject({ status: 200 });
  return answer.body as unknown as EventsPage;
}

/** The hashes of all pages, and the number of pages; the instances take turns. */
async function readAll(
  services: readonly RealService[],
  path: string,
  params: Params,
  afterPage: () => Promise<unknown> = () => Promise.resolve(),
) {
  const hashes: string[] = [];
  const ranges = new Set<string>();
  let pages = 0;
  for (let next: string | null | undefined; next !== null; pages++) {
    const [service = services[0]] = services.slice(pages % services.length);
    if (service === undefined) throw new Error('there is no service');
    const page = await readPage(service, path, next === undefined ? params : { ...params, cursor: next });
    hashes.push(...page.transactions.map(({ transactionHash }) => transactionHash));
    ranges.add(JSON.stringify(page.range));
    next = page.next;
    await afterPage();
  }
  return { hashes, pages, ranges: ranges.size };
}

describe.runIf(hasFront)('events of a real EVM node', () => {
  test.each([
    ['that names them in its events', (port: number) => Promise.resolve(port)],
    // As in nodes that are older than https://github.com/ethereum/execution-apis/pull/639.
    ['that has to be asked for its blocks', (port: number) => renameTimes(port, '"unknown":"')],
    // As https://github.com/hyperledger/fabric-x-evm/issues/210.
    ['that names 0 in its events', (port: number) => renameTimes(port, '"blockTimestamp":"0x0","unknown":"')],
  ])('have the times of their blocks, of a node %s', async (_, startFront) => {
    const { chain, send, routes, mine } = await startTokenChain();
    const hashes = await send(2);
    await mine(2);
    await chain.call('evm_increaseTime', 86_400);
    hashes.push(...(await send(1)));
    await mine(2);
    const service = await startRealService({ evm: [await startFront(chain.port)] });
    for (const [path, params] of routes) {
      const { transactions } = await readPage(service, path, { ...params, sort: 'asc' });
      expect(transactions.map(({ transactionHash }) => transactionHash)).toEqual(hashes);
      for (const { blockNumber, timestamp } of transactions) {
        const block = (await chain.call('eth_getBlockByNumber', `0x${blockNumber.toString(16)}`, false)) as {
          readonly timestamp: string;
        };
        expect(Date.parse(timestamp ?? '')).toBe(Number(block.timestamp) * 1_000);
      }
    }
  });

  test('are found once each, on any instance, while blocks arrive', async () => {
    const { chain, send, routes, mine } = await startTokenChain();
    const hashes = await send(7);
    await mine(2);
    const services = [
      await startRealService({ evm: [chain.port] }),
      await startRealService({ evm: [chain.port] }),
    ];
    for (const [path, params] of routes) {
      for (const sort of ['asc', 'desc'] as const) {
        const before = sort === 'asc' ? [...hashes] : [...hashes].reverse();
        const found = await readAll(services, path, { ...params, sort, offset: 3 }, async () => {
          hashes.push(...(await send(1)));
          await mine(2);
        });
        expect(found).toEqual({ hashes: before, pages: Math.ceil(before.length / 3), ranges: 1 });
      }
    }
  });

  test('are found across ranges without any, by the command too', async () => {
    const { chain, send, routes, mine } = await startTokenChain();
    const hashes = await send(1);
    await mine(150);
    hashes.push(...(await send(1)));
    await mine(150);
    hashes.push(...(await send(1)));
    await mine(100);
    const service = await startRealService({ evm: [chain.port] });
    for (const [path, params] of routes) {
      const asc = await readAll([service], path, { ...params, sort: 'asc' });
      const desc = await readAll([service], path, { ...params, sort: 'desc' });
      expect([asc.hashes, desc.hashes]).toEqual([hashes, [...hashes].reverse()]);
    }
    const address = routes[1]?.[1]['address'];
    const args = ['--address', String(address), '--sort', 'asc', '--all'];
    const printed = await service.query('transactions-by-event', ...args);
    expect(printed.map((transaction) => transaction['transactionHash'])).toEqual(hashes);
  });

  test('end where the node that lags behind ends, and none before is missed', async () => {
    const { chain, send, routes, mine } = await startTokenChain();
    const hashes = await send(2);
    await mine(2);
    // A node with a shorter chain: it has the blocks of the other node up to this one.
    const lagging = await startAnvil('--no-mining', '--fork-url', `http://127.0.0.1:${chain.port}`);
    const more = await send(3);
    await mine(2);
    const alone = await startRealService({ evm: [chain.port] });
    const both = await startRealService({ evm: [lagging, chain.port] });
    for (const [path, params] of routes) {
      const pages = { ...params, sort: 'asc', offset: 1 };
      expect(await readAll([both], path, pages)).toEqual({ hashes, pages: 2, ranges: 1 });
      expect(await readAll([alone], path, pages)).toEqual({
        hashes: [...hashes, ...more],
        ...{ pages: 5, ranges: 1 },
      });
    }
  });

  test('of the newest blocks wait for their confirmations', async () => {
    const { chain, send, routes, mine } = await startTokenChain();
    const hashes = await send(1);
    const service = await startRealService({ evm: [chain.port] });
    for (const [path, params] of routes) {
      expect((await readAll([service], path, params)).hashes).toEqual([]);
    }
    await mine(2);
    for (const [path, params] of routes) {
      await expect.poll(async () => (await readAll([service], path, params)).hashes).toEqual(hashes);
    }
  });
});
