import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
  createContext,
  engineOf,
  findProblem,
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../test/support/chain-handlers.js';
import { findFreePort } from '../../../../test/support/free-port.js';
import { contract, log, transferTopic, word } from '../../../../test/support/sandbox-logs.js';
import { use } from '../../../../test/support/servers.js';
import { listen } from '../../../sandbox/server.js';
import { describeRule } from './node-error.js';
import type { ServiceProblem } from '../../http/service-problem.js';
import { createChainHandlers } from '../create-chain-handlers.js';
import { type CannedAnswer, type EvmNodeOptions, startEvmNode } from '../../../sandbox/evm-node.js';

const params = { address: contract, endBlock: 100 };
const logs = [log(1, 0, 0)];

/** A node that passes the check, and records its searches; `answer` may answer these instead. */
async function startCounted(
  answer: (body: string) => CannedAnswer | undefined = () => undefined,
  options: EvmNodeOptions = {},
) {
  const searches: string[] = [];
  const { port } = await use(
    startEvmNode({
      logs,
      ...options,
      answer: (body) => {
        if (!body.includes('eth_getLogs')) return undefined;
        searches.push(body);
        return answer(body);
      },
    }),
  );
  return { port, searches };
}

const broken = (): CannedAnswer => ({ status: 500, body: 'out of order' });

describe('a network', () => {
  test('that is not in the registry, or that lists no such endpoints, is not found', async () => {
    const { port } = await startCounted();
    const ask = serveEntries([listNode('evm', port)]);
    expect(await findProblem(ask('transactionsByEvent', { ...params, network: 'atlantis' }))).toEqual({
      status: 404,
      detail: '"atlantis": the registry has no such network, or it lists no endpoints',
    });
    expect(await findProblem(ask('transactionsByEvent', { ...params, network: 'kavva' }))).toEqual({
      status: 404,
      detail: '"kavva": the registry has no such network, or it lists no endpoints (did you mean kava?)',
    });
    expect(await findProblem(ask('holders', { denom: 'ukava' }))).toEqual({
      status: 404,
      detail: '"kava": the network lists no gRPC endpoints',
    });
  });

  test('that the registry does not have gets no room in the database', async () => {
    const engine = await openEngine();
    const networks: string[] = [];
    const prepareNetwork = (network: string) => {
      networks.push(network);
      return engine.prepareNetwork(network);
    };
    const ask = serveEntries([listNode('evm', 1)], { engine: { ...engineOf(engine), prepareNetwork } });
    for (const [route, otherwise] of [
      ['transactionsByEvent', params],
      ['holders', { denom: 'ukava' }],
    ] as const)
      expect(await findProblem(ask(route, { ...otherwise, network: 'atlantis' }))).toMatchObject({
        status: 404,
      });
    expect(networks).toEqual([]);
    expect(await engine.read('select network from endpoint_check_filters', [])).toEqual([]);
  });

  test('of which no endpoint passes the check is unavailable, and the answer counts the reasons', async () => {
    const wrong = await startCounted(undefined, { chainId: 1 });
    const claim = { chainId: '0x2', field: 'chain_id_evm', derived: false };
    const entries = [
      listNode('evm', wrong.port, { claim }),
      listNode('evm', await findFreePort(), { url: 'a' }),
      listNode('evm', await findFreePort(), { url: 'b' }),
      listNode('evm', 0, { url: 'c', target: null }),
    ];
    const refused = describeRule('net/refused');
    const wrongChain = describeRule('evm/wrong-chain');
    const malformed = '1 listed entry is malformed';
    expect(await findProblem(serveEntries(entries)('transactionsByEvent', params))).toEqual({
      status: 503,
      detail: `no EVM endpoint of kava passes the check: 2 × ${refused}, 1 × ${wrongChain}; ${malformed}`,
    });
    const tie = await findProblem(serveEntries(entries.slice(0, 2))('transactionsByEvent', params));
    const reasons = [refused, wrongChain].sort().map((reason) => `1 × ${reason}`);
    expect(tie.detail).toBe(`no EVM endpoint of kava passes the check: ${reasons.join(', ')}`);
    expect(wrong.searches).toEqual([]);
  });

  test('whose entries are all malformed has no endpoint to blame', async () => {
    const entries = ['a', 'b'].map((url) => listNode('evm', 0, { url, target: null }));
    expect(await findProblem(serveEntries(entries)('transactionsByEvent', params))).toEqual({
      status: 503,
      detail: 'no EVM endpoint of kava passes the check; 2 listed entries are malformed',
    });
  });

  test('whose endpoints have private addresses is refused, unless these are allowed', async () => {
    const { port, searches } = await startCounted();
    const ask = serveEntries([listNode('evm', port)], { allowPrivate: false });
    const { status, detail } = await findProblem(ask('transactionsByEvent', params));
    expect([status, searches]).toEqual([503, []]);
    expect(detail).toContain('net/blocked-address');
  });

  test('is read again when its entries change', async () => {
    const { port } = await startCounted();
    let entries = [listNode('evm', await findFreePort())];
    const ask = serveEntries([], { loadEntries: () => Promise.resolve(listEntries(entries)) });
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    entries = [listNode('evm', port)];
    expect(await ask('transactionsByEvent', params)).toMatchObject({ transactions: [{ blockNumber: 1 }] });
  });
});

describe('a node without a valid answer', () => {
  test('is followed by the next one, and gets no requests after three errors in a row', async () => {
    let now = 0;
    const bad = await startCounted(broken);
    // Stale, so that it comes after the other node whatever their latency.
    const good = await startCounted(undefined, { blockTime: new Date(Date.now() - 7_200_000) });
    const ask = serveEntries([listNode('evm', good.port), listNode('evm', bad.port)], { now: () => now });
    // Another filter each time, since known events are not requested again.
    const askAnother = (number: number) =>
      ask('transactionsByEvent', { ...params, topics: [transferTopic, `0x${word(number)}`] });
    for (let times = 0; times < 5; times++) {
      expect(await askAnother(times)).toMatchObject({ transactions: [{ blockNumber: 1 }] });
    }
    // Each filter takes two calls.
    expect(good.searches).toHaveLength(10);
    const { length } = bad.searches;
    await askAnother(5);
    expect(bad.searches).toHaveLength(length);
    now += 30_001;
    await askAnother(6);
    expect(bad.searches.length).toBeGreaterThan(length);
  });

  test('is reported if there is no other, and then gets no requests', async () => {
    const bad = await startCounted(broken);
    const ask = serveEntries([listNode('evm', bad.port)]);
    expect(await findProblem(ask('transactionsByEvent', params))).toEqual({
      status: 502,
      detail: `no EVM endpoint of kava gave a valid answer: 1 × ${describeRule('http/status')}`,
    });
    await findProblem(ask('transactionsByEvent', params));
    await findProblem(ask('transactionsByEvent', params));
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    expect(bad.searches).toHaveLength(3);
  });

  test('is waited for until the deadline at most, or a few seconds', async () => {
    // It sends the header fields, and then nothing.
    const silent = await startCounted(() => ({ status: 200, headers: { 'content-length': '9' }, body: '' }));
    const ask = serveEntries([listNode('evm', silent.port)]);
    expect(await findProblem(ask('transactionsByEvent', params, AbortSignal.timeout(800)))).toMatchObject({
      status: 504,
    });
    const next = await startCounted(undefined, { blockTime: new Date(Date.now() - 7_200_000) });
    const both = serveEntries([listNode('evm', silent.port), listNode('evm', next.port)]);
    // The node gets requests for new blocks, and then for old ones: meanwhile the index is being built.
    await expect
      .poll(() =>
        both('transactionsByEvent', params).catch((error: unknown) => (error as ServiceProblem).extras.type),
      )
      .toMatchObject({ transactions: [{ blockNumber: 1 }] });
  });
});

describe('the check of the nodes', () => {
  test('runs once at first, and again in the background after some minutes', async () => {
    let now = 0;
    let probes = 0;
    const { port } = await use(
      startEvmNode({
        logs,
        answer: (body) => {
          // Once alone, and once more in a batch.
          if (body.startsWith('{') && body.includes('latest')) probes++;
          return undefined;
        },
      }),
    );
    const ask = serveEntries([listNode('evm', port)], { now: () => now });
    await Promise.all([ask('transactionsByEvent', params), ask('transactionsByEvent', params)]);
    await ask('transactionsByEvent', params);
    expect(probes).toBe(1);
    now += 180_001;
    await ask('transactionsByEvent', { ...params, topics: [transferTopic] });
    await expect.poll(() => probes).toBe(2);
  });

  test('runs again if none passed, so that a recovered node is found', async () => {
    let now = 0;
    let up = false;
    const { port } = await use(startEvmNode({ logs, answer: () => (up ? undefined : broken()) }));
    const ask = serveEntries([listNode('evm', port)], { now: () => now });
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    up = true;
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    now += 10_001;
    expect(await ask('transactionsByEvent', params)).toMatchObject({ transactions: [{ blockNumber: 1 }] });
  });

  test('ends with the service', async () => {
    // It accepts connections, and sends nothing.
    let connections = 0;
    const { port } = await use(listen(createServer(() => connections++)));
    const { handlers, close } = createChainHandlers({
      loadEntries: () => Promise.resolve(listEntries([listNode('evm', port)])),
      allowPrivate: true,
      engine: await openEngine(),
    });
    const signal = AbortSignal.timeout(20_000);
    const ending = findProblem(
      handlers.transactionsByEvent({ network: 'kava', ...params }, createContext({ signal })),
    );
    await expect.poll(() => connections).toBe(1);
    await close();
    expect(await ending).toMatchObject({ status: 503, detail: 'the service is stopping' });
  });
});
