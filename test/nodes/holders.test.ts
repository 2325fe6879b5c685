import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { hasNginx, startNginx } from '../support/proxies.js';
import { createTrust } from '../support/servers.js';
import { type SdkLine, sdkLines } from './build.js';
import { type CosmosNode, heldBy, startCosmosNode } from './cosmos-node.js';
import { createLedger, type Ledger, type LedgerEntry } from './ledger.js';
import { hasFront, type RealService, type RouteAnswer, startRealService } from './real-service.js';

const held = 3_000;
const accounts = 1_500;
const lines = Object.keys(sdkLines) as SdkLine[];

interface HoldersPage {
  readonly holders: readonly LedgerEntry[];
  readonly next: string | null;
  readonly asOf: { readonly height: number | null; readonly time: string };
}

/** A page, once the first walk is over. */
async function readPage(
  { get }: RealService,
  params: Readonly<Record<string, string | number>>,
): Promise<HoldersPage> {
  const page = await waitForAnswer(() => get('real/holders', params));
  expect(page).toMatchObject({ status: 200 });
  return page.body as unknown as HoldersPage;
}

/** The first answer without Retry-After. */
async function waitForAnswer(request: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  const expected = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) as string };
  for (;;) {
    const answer = await request();
    if (answer.status !== 503) return answer;
    expect(answer).toMatchObject(expected);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** All pages from one on, one by one. */
async function followPages(
  service: RealService,
  params: Readonly<Record<string, string | number>>,
  first: HoldersPage,
  afterPage: () => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly LedgerEntry[]> {
  const all = [...first.holders];
  for (let page = first; page.next !== null;) {
    await afterPage();
    page = await readPage(service, { ...params, cursor: page.next });
    expect(page.asOf).toEqual(first.asOf);
    all.push(...page.holders);
  }
  return all;
}

describe.runIf(hasFront).for(lines)('holders on a real node of SDK %s', (line) => {
  let node: CosmosNode;
  let ledger: Ledger;
  beforeAll(async () => {
    node = await startCosmosNode({ line, holders: held });
    ledger = createLedger(node, accounts);
    for (let sent = 0; sent < accounts; sent += 100) await ledger.send();
  });
  afterAll(() => node.end('SIGTERM'));

  test('are in order of balance, of one block, while transfers go on', async () => {
    const service = await startRealService(node.port);
    const stop = ledger.keepSending();
    onTestFinished(stop);
    const params = { denom: ledger.denom, limit: 500 };
    const first = await readPage(service, params);
    const listed = await followPages(service, params, first, ledger.send);
    await stop();
    const { height } = first.asOf;
    expect(listed).toEqual(ledger.readHolders(height ?? 0));
    expect(listed).toHaveLength(accounts + 1);
    expect(listed).not.toEqual(ledger.readHolders(Infinity));

    const summary = await service.get('real/holders/summary', { denom: ledger.denom });
    expect(summary).toMatchObject({
      status: 200,
      body: {
        ...{ supply: ledger.supply, sum: ledger.supply, difference: '0' },
        ...{ holderCount: accounts + 1, metadata: null, asOf: first.asOf },
      },
    });
    const block = await fetch(`http://127.0.0.1:${node.rpcPort}/block?height=${height}`);
    const { result } = (await block.json()) as {
      readonly result: { readonly block: { readonly header: { readonly time: string } } };
    };
    expect(Date.parse(first.asOf.time)).toBe(Date.parse(result.block.header.time));
  });

  test('include addresses of contracts and modules, and equal balances', async () => {
    const service = await startRealService(node.port);
    const expected = Array.from({ length: held }, (_, n) => heldBy(n)).sort(
      (a, b) => Number(b.amount) - Number(a.amount) || (a.address < b.address ? -1 : 1),
    );
    const params = { denom: 'held', limit: 1_000 };
    expect(await followPages(service, params, await readPage(service, params))).toEqual(expected);
    expect((await readPage(service, { denom: 'held', offset: 2_990, limit: 1_000 })).holders).toEqual(
      expected.slice(2_990),
    );
    const printed = await service.query('holders', '--denom', 'held', '--limit', '1000', '--all');
    expect(printed.flatMap((value) => value['holders'] ?? value)).toEqual(expected);
    const part = heldBy(9).address.slice(20, 24);
    expect((await readPage(service, { denom: 'held', keyword: part, limit: 1_000 })).holders).toEqual(
      expected.filter(({ address }) => address.includes(part)),
    );
  });

  test.runIf(hasNginx)('one of them is found by its address if no node lists them', async () => {
    // As SDK 0.45 answers, which lacks the call.
    const refuse = 'add_header grpc-status 12 always; default_type application/grpc; return 204;';
    const port = await startNginx(
      await (await createTrust()).issue(),
      `grpc_pass grpc://127.0.0.1:${node.port}; location = /cosmos.bank.v1beta1.Query/DenomOwners { ${refuse} }`,
      'http2',
    );
    const service = await startRealService(port);
    const find = (keyword: string) => service.get('real/holders', { denom: 'held', keyword });
    for (const holder of [heldBy(1), heldBy(9)]) {
      const { status, body } = await find(holder.address.toUpperCase());
      expect({ status, body }).toMatchObject({ status: 200, body: { holders: [holder], next: null } });
      expect(body['asOf']).toMatchObject({ height: expect.any(Number) as number });
    }
    for (const address of [heldBy(held).address, 'osmo1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmcn030'])
      expect(await find(address)).toMatchObject({ status: 200, body: { holders: [] } });
    expect(await find('cosmos1q')).toMatchObject({
      status: 502,
      body: { type: 'urn:endpoint-check:holders-not-listed' },
    });
    const supply = String(
      Array.from({ length: held }, (_, n) => Number(heldBy(n).amount)).reduce((a, b) => a + b),
    );
    expect(await service.get('real/holders/summary', { denom: 'held' })).toMatchObject({
      status: 200,
      body: { supply, holderCount: null, sum: null, difference: null, asOf: null },
    });
  });

  test('a denom that no chain knows has none', async () => {
    const service = await startRealService(node.port);
    expect(await readPage(service, { denom: 'factory/nobody/nothing' })).toMatchObject({
      holders: [],
      next: null,
    });
    const summary = await waitForAnswer(() =>
      service.get('real/holders/summary', { denom: 'factory/nobody/nothing' }),
    );
    expect(summary).toMatchObject({
      status: 200,
      body: { supply: '0', sum: '0', difference: '0', holderCount: 0 },
    });
  });

  test('a denom that the chain refuses is the mistake of the client, not of the node', async () => {
    const service = await startRealService(node.port);
    // As many as would open a node's circuit breaker.
    for (const denom of ['xa', 'xb', 'xc', 'xd']) {
      for (const path of ['real/holders', 'real/holders/summary']) {
        expect(await waitForAnswer(() => service.get(path, { denom }))).toMatchObject({
          status: 400,
          body: { errors: [{ parameter: 'denom' }] },
        });
      }
    }
    expect((await readPage(service, { denom: 'stake' })).holders).not.toEqual([]);
  });

  test('an account without a balance is no longer listed', async () => {
    const poor = await startCosmosNode({ line });
    onTestFinished(() => poor.end('SIGKILL'));
    const { address } = heldBy(0);
    const height = await poor.send(address, '1000000000node0token');
    const service = await startRealService(poor.port);
    const { holders, asOf } = await readPage(service, { denom: 'node0token' });
    expect(holders).toEqual([{ address, amount: '1000000000' }]);
    expect(asOf.height).toBeGreaterThanOrEqual(height);
  });
});

describe.runIf(hasFront).for(lines)(
  'holders on real nodes of SDK %s that do not have every height',
  (line) => {
    const params = { denom: 'node0token', limit: 5 };
    /** A node that keeps few states, with a first page that it has pruned meanwhile. */
    async function startPruned() {
      const node = await startCosmosNode({ line, keepRecent: 2 });
      onTestFinished(() => node.end('SIGKILL'));
      const ledger = createLedger(node, 20);
      await ledger.send();
      return { node, ledger };
    }
    async function prune(ledger: Ledger, height: number | null) {
      if (height === null) throw new Error('there is no height');
      while ((await ledger.send()) <= height + 13);
    }

    test('a cursor of a pruned block is good where the snapshot is, and gone elsewhere', async () => {
      const { node, ledger } = await startPruned();
      const service = await startRealService(node.port);
      const page = await readPage(service, params);
      await prune(ledger, page.asOf.height);
      const another = await startRealService(node.port);
      expect(
        await waitForAnswer(() => another.get('real/holders', { ...params, cursor: page.next ?? '' })),
      ).toMatchObject({
        status: 410,
        body: { type: 'urn:endpoint-check:snapshot-expired' },
      });
      const listed = await followPages(service, params, page);
      expect(listed).toEqual(ledger.readHolders(page.asOf.height ?? 0));
    });

    test('another node that has the block is used', async () => {
      const { node, ledger } = await startPruned();
      const archive = await startCosmosNode({ line, follow: node });
      onTestFinished(() => archive.end('SIGKILL'));
      const service = await startRealService(node.port);
      const page = await readPage(service, params);
      await prune(ledger, page.asOf.height);
      const another = await startRealService(node.port, archive.port);
      const listed = await followPages(another, params, page);
      expect(listed).toEqual(ledger.readHolders(page.asOf.height ?? 0));
    });
  },
);
