import { type sendUnaryData, type ServerUnaryCall, status } from '@grpc/grpc-js';
import { createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  catchProblem,
  createContext,
  engineOf,
  findProblem,
  listEntries,
  listNode,
  openEngine,
  serveEntries,
} from '../../../../../test/support/chain-handlers.js';
import { findFreePort } from '../../../../../test/support/ports.js';
import { contract, log, transferTopic, word } from '../../../../../test/support/sandbox-logs.js';
import { use } from '../../../../../test/support/servers.js';
import type { Entry } from '../../../../model/entry.js';
import { createAbortController } from '../../../../net/abort.js';
import { startCosmosNode } from '../../../../sandbox/cosmos-node.js';
import { type EvmNodeOptions, startEvmNode } from '../../../../sandbox/evm-node.js';
import type { WebAnswer } from '../../../../sandbox/web-node.js';
import { listen } from '../../../../sandbox/server.js';
import type { ServiceProblem } from '../../http/service-problem.js';
import { createChainHandlers } from '../create-chain-handlers.js';
import { Nodes } from './failover.js';
import { describeRule, NodeError } from './node-error.js';

const params = { address: contract, endBlock: 100 };
const logs = [log(1, 0, 0)];
const found = { transactions: [{ blockNumber: 1 }] };
/** Of a node that comes after others, whatever their latency. */
const stale = { blockTime: new Date(Date.now() - 7_200_000) };

/** A node that passes the check, and records its searches; `answer` may answer these instead. */
async function startCounted(
  answer: (body: string) => WebAnswer | undefined = () => undefined,
  options: EvmNodeOptions = {},
) {
  const searches: string[] = [];
  const { port } = await use(
    startEvmNode({
      ...{ logs, ...options },
      answer: (body) => {
        if (!body.includes('eth_getLogs')) return undefined;
        searches.push(body);
        return answer(body);
      },
    }),
  );
  return { port, searches, entry: listNode('evm', port) };
}

const broken = (): WebAnswer => ({ status: 500, body: 'out of order' });
const askEvents = (entries: readonly Entry[], more = {}, options = {}) =>
  serveEntries(entries, options)('transactionsByEvent', { ...params, ...more });

describe('a network', () => {
  test('that is not in the registry, or that lists no such endpoints, is not found, and gets no room in the database', async () => {
    const engine = await openEngine();
    const networks: string[] = [];
    const prepareNetwork = (network: string) => {
      networks.push(network);
      return engine.prepareNetwork(network);
    };
    const ask = serveEntries([listNode('evm', 1)], { engine: { ...engineOf(engine), prepareNetwork } });
    const unknown = 'the registry has no such network, or it lists no endpoints';
    for (const [route, more, detail] of [
      ['transactionsByEvent', { network: 'atlantis' }, `"atlantis": ${unknown}`],
      ['transactionsByEvent', { network: 'kavva' }, `"kavva": ${unknown} (did you mean kava?)`],
      ['holders', { network: 'atlantis', denom: 'ukava' }, `"atlantis": ${unknown}`],
      ['holders', { denom: 'ukava' }, '"kava": the network lists no gRPC endpoints'],
    ] as const)
      expect(await findProblem(ask(route, { ...params, ...more }))).toEqual({ status: 404, detail });
    expect(networks).toEqual([]);
    expect(await engine.read('select network from endpoint_check_jobs', [])).toEqual([]);
  });

  test('of which no endpoint passes the check is unavailable, and the answer counts the reasons', async () => {
    const wrong = await startCounted(undefined, { chainId: 1 });
    const claim = { chainId: '0x2', field: 'chain_id_evm', derived: false };
    const malformed = ['c', 'd'].map((url) => listNode('evm', 0, { url, target: null }));
    const entries = [
      listNode('evm', wrong.port, { claim }),
      listNode('evm', await findFreePort(), { url: 'a' }),
      listNode('evm', await findFreePort(), { url: 'b' }),
      ...malformed.slice(1),
    ];
    const [refused, wrongChain] = [describeRule('net/refused'), describeRule('evm/wrong-chain')];
    const inOrder = [refused, wrongChain].sort().map((reason) => `1 × ${reason}`);
    for (const [listed, reasons] of [
      [entries, `: 2 × ${refused}, 1 × ${wrongChain}; 1 listed entry is malformed`],
      [entries.slice(0, 2), `: ${inOrder.join(', ')}`],
      [malformed, '; 2 listed entries are malformed'],
    ] as const)
      expect(await findProblem(askEvents(listed))).toEqual({
        status: 503,
        detail: `no EVM endpoint of kava passes the check${reasons}`,
      });
    expect(wrong.searches).toEqual([]);
  });

  test('whose endpoints have private addresses is refused, unless these are allowed', async () => {
    const { entry, searches } = await startCounted();
    const { status, detail } = await findProblem(askEvents([entry], {}, { allowPrivate: false }));
    expect([status, searches]).toEqual([503, []]);
    expect(detail).toContain('net/blocked-address');
  });

  test('is read again when its entries change', async () => {
    const { entry } = await startCounted();
    let entries = [listNode('evm', await findFreePort())];
    const ask = serveEntries([], { loadEntries: () => Promise.resolve(listEntries(entries)) });
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    entries = [entry];
    expect(await ask('transactionsByEvent', params)).toMatchObject(found);
  });
});

describe('a node without a valid answer', () => {
  test('is followed by the next one, and gets no requests for half a minute after three errors in a row', async () => {
    let now = 0;
    const [bad, good] = [await startCounted(broken), await startCounted(undefined, stale)];
    const ask = serveEntries([good.entry, bad.entry], { now: () => now });
    // Another filter each time, since known events are not requested again.
    const askAnother = (number: number) =>
      ask('transactionsByEvent', { ...params, topics: [transferTopic, `0x${word(number)}`] });
    for (let times = 0; times < 5; times++) expect(await askAnother(times)).toMatchObject(found);
    // Each filter takes two calls.
    expect(good.searches).toHaveLength(10);
    const { length } = bad.searches;
    await askAnother(5);
    expect(bad.searches).toHaveLength(length);
    now += 30_001;
    // Once for each kind of work: then it is given up again.
    for (const number of [6, 7]) {
      await askAnother(number);
      expect(bad.searches).toHaveLength(length + 2);
    }
  });

  test('is reported if there is no other, and then gets no requests', async () => {
    const bad = await startCounted(broken);
    const ask = serveEntries([bad.entry]);
    const detail = `no EVM endpoint of kava gave a valid answer: 1 × ${describeRule('http/status')}`;
    for (let times = 0; times < 3; times++)
      expect(await findProblem(ask('transactionsByEvent', params))).toEqual({ status: 502, detail });
    expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    expect(bad.searches).toHaveLength(3);
  });

  test('is waited for until the deadline at most, or a few seconds', async () => {
    // It sends the header fields, and then nothing.
    const silent = await startCounted(() => ({ status: 200, headers: { 'content-length': '9' }, body: '' }));
    const ask = serveEntries([silent.entry]);
    const late = ask('transactionsByEvent', params, AbortSignal.timeout(800));
    expect(await findProblem(late)).toMatchObject({ status: 504 });
    const next = await startCounted(undefined, stale);
    const both = serveEntries([silent.entry, next.entry]);
    // The node gets requests for new blocks, and then for old ones: meanwhile the index is being built.
    const askBoth = () =>
      both('transactionsByEvent', params).catch((error: unknown) => (error as ServiceProblem).extras.type);
    await expect.poll(askBoth).toMatchObject(found);
  });
});

describe('the check of the nodes', () => {
  test('runs once at first, and again in the background after some minutes', async () => {
    let [now, probes] = [0, 0];
    const { port } = await use(
      startEvmNode({
        logs,
        answer: (body) => {
          // Once alone, and once more in a batch.
          if (body.startsWith('{') && body.includes('eth_chainId')) probes++;
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
    let [now, up] = [0, false];
    const { port } = await use(startEvmNode({ logs, answer: () => (up ? undefined : broken()) }));
    const ask = serveEntries([listNode('evm', port)], { now: () => now });
    for (up of [false, true])
      expect(await findProblem(ask('transactionsByEvent', params))).toMatchObject({ status: 503 });
    now += 10_001;
    expect(await ask('transactionsByEvent', params)).toMatchObject(found);
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
    const context = createContext({ signal: AbortSignal.timeout(20_000) });
    const ending = findProblem(handlers.transactionsByEvent({ network: 'kava', ...params }, context));
    await expect.poll(() => connections).toBe(1);
    await close();
    expect(await ending).toMatchObject({ status: 503, detail: 'the service is stopping' });
  });
});

describe('requests that a node refuses do not close it to other requests', () => {
  /** Answers of a node for blocks that it no longer has, https://eips.ethereum.org/EIPS/eip-4444 */
  const pruned = (body: string): WebAnswer | undefined => {
    const { id, params: sent } = JSON.parse(body) as { id: number; params: [{ fromBlock: string }] };
    const error = { code: 4_444, message: 'pruned history unavailable' };
    const refusal = { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, error }) };
    return Number(sent[0].fromBlock) > 0 ? undefined : refusal;
  };
  const crowded = [log(0, 0, 0), log(0, 1, 1), log(1, 0, 0)];

  test.each<[string, ((body: string) => WebAnswer | undefined) | undefined, EvmNodeOptions]>([
    ['blocks that it has no more', pruned, {}],
    ['a block with too many events', undefined, { logs: crowded, logLimits: { results: 1 } }],
  ])('for %s', async (_, answer, options) => {
    const { entry } = await startCounted(answer, options);
    const ask = serveEntries([entry]);
    for (let attempt = 0; attempt < 4; attempt++) {
      const refused = ask('transactionsByEvent', { ...params, endBlock: 0 });
      expect(await findProblem(refused)).toMatchObject({ status: 502 });
    }
    expect(await ask('transactionsByEvent', { ...params, startBlock: 1 })).toMatchObject(found);
  });

  test('for denoms', async () => {
    const DenomMetadata = (
      { request }: ServerUnaryCall<{ denom: string }, object>,
      callback: sendUnaryData<object>,
    ) => callback({ code: request.denom === 'ukava' ? status.NOT_FOUND : status.INVALID_ARGUMENT });
    const balances = { ukava: [{ address: 'kava1x', amount: '5' }] };
    const { port } = await use(startCosmosNode({ balances, bankCalls: { DenomMetadata } }));
    const ask = serveEntries([listNode('grpc', port)]);
    for (const denom of ['ab', 'cd', 'ef', 'gh'])
      expect(await findProblem(ask('holders', { denom }))).toMatchObject({ status: 502 });
    expect(await ask('holders', { denom: 'ukava' })).toMatchObject({ holders: [{ amount: '5' }] });
  });
});

test('nodes that lag are passed over without blame, and if all do, the client is told to try again', async () => {
  const entries = [await startCounted(), await startCounted()].map(({ entry }) => entry);
  const loadEntries = () => Promise.resolve(listEntries(entries));
  const nodes = new Nodes({ loadEntries, allowPrivate: true, now: () => 0 });
  onTestFinished(() => nodes.close());
  let caughtUp = false;
  const { signal } = createAbortController();
  const ask = () =>
    nodes.request({ network: 'kava', kind: 'evm', owners: () => [''], signal }, ({ target }) =>
      caughtUp
        ? Promise.resolve(target.host)
        : Promise.reject(new NodeError('it is behind', { isFault: false })),
    );
  // More often than a breaker allows.
  for (let count = 0; count < 5; count++)
    expect(await catchProblem(ask())).toMatchObject({
      status: 503,
      detail: 'no EVM endpoint of kava can answer yet: 2 × it is behind',
      extras: { retryAfterSeconds: 5 },
    });
  caughtUp = true;
  expect(await ask()).toBe('127.0.0.1');
});
