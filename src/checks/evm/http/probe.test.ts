import { describe, expect, test } from 'vitest';
import { answerCall, startEvmNode } from '../../../sandbox/evm-node.js';
import { evmCheck } from './index.js';
import { check } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { type Exchange, startFront } from '../../../../test/support/web-servers.js';

// Many of these tests wait, so they run together.
const use = useInFile();
const block = 'eth_getBlockByNumber';
const isBatch = ({ name }: Exchange) => name === 'a batch';

const end = ({ response }: Exchange, status: number, body = '') =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);

/** A node behind a front that acts on some requests. */
const startNode = (act: (exchange: Exchange) => unknown) =>
  startFront(use, startEvmNode({ chainId: 1 }), act);

describe.concurrent('the chain id and the block are requested once more', () => {
  const words = (code: number, message: string, id: number | null = null) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

  test.each<[string, number, string, string]>([
    ['HTTP 405', 405, '', 'HTTP 405'],
    ['HTTP 500 and a code', 500, words(31, 'Batch of more than 1'), 'error 31, "Batch of more than 1'],
    ['an object', 200, words(-32600, 'no arrays'), 'error -32600, "no arrays"'],
    ['a code that else means a limit', 200, words(-32005, 'Batched requests are not supported'), 'Batched'],
    ['one error for all', 200, `[${words(-32600, 'batch too large', 4)}]`, 'error -32600, "batch too large"'],
    ['errors alone', 200, `[${words(1, 'no', 4)},${words(1, 'no', 5)}]`, 'error 1, "no"'],
    ['an answer to the first call', 200, '[{"jsonrpc":"2.0","id":4,"result":"0x1"}]', '"id" must be 5'],
    ['a page', 200, '<html>', 'it is not JSON'],
  ])('singly if a batch is refused by %s, with a warning', async (_name, status, body, detail) => {
    const node = await startNode((one) => (isBatch(one) ? end(one, status, body) : undefined));
    const { problems } = await check(evmCheck, node.port);
    expect(problems).toEqual([
      { code: 'evm/no-batch', data: { detail: expect.stringContaining(detail) as string } },
    ]);
    expect(node.names.slice(-3)).toEqual(['a batch', 'eth_chainId', block]);
  });

  test('singly if a batch is refused, and so another chain shows too', async () => {
    let ids = 1;
    const node = await startNode((one) => {
      if (isBatch(one)) return end(one, 405);
      if (one.name !== 'eth_chainId') return undefined;
      const id = ids++ === 1 ? 2 : 4;
      return end(one, 200, JSON.stringify({ jsonrpc: '2.0', id, result: `0x${id}` }));
    });
    expect((await check(evmCheck, node.port)).facts).toMatchObject({ chainId: 2, otherChainId: 4 });
  });

  test.each<[string, (one: Exchange) => unknown]>([
    ['a limit', (one) => end(one, 429)],
    ['a limit in words', (one) => end(one, 200, words(-32000, 'rate limit exceeded'))],
    ['a limit of one of its calls', (one) => end(one, 200, `[${words(-32005, 'slow down', 4)}]`)],
    ['a proxy without a node', (one) => end(one, 502)],
    ['a challenge', ({ response }) => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end()],
    ['a reset', ({ request }) => request.socket.resetAndDestroy()],
    ['silence', () => null],
    [
      'a refusal that another connection does not confirm',
      (one) => (one.connection === 0 ? end(one, 400) : undefined),
    ],
  ])('%s in place of a batch proves nothing', async (_name, refuse) => {
    const { port } = await startNode((one) => (isBatch(one) ? refuse(one) : undefined));
    expect(await check(evmCheck, port)).toMatchObject({ facts: { chainId: 1 }, codes: [] });
  });
});

interface Call {
  readonly method: string;
}

/** A node with these results in place of its own. */
const startNodeWith = (results: Readonly<Record<string, unknown>>) =>
  use(
    startEvmNode({
      answer: (body) => {
        const call = JSON.parse(body) as Call;
        const answer = JSON.parse(answerCall(body, {})) as object;
        const result = results[call.method];
        const change = typeof result === 'function' ? (result as (call: Call) => object)(call) : { result };
        return {
          status: 200,
          body: JSON.stringify(result === undefined ? answer : { ...answer, ...change }),
        };
      },
    }),
  );

describe.concurrent('an entry that is listed as an archive', () => {
  const refuse = (message: string) => () => ({ result: undefined, error: { code: -32000, message } });
  const isFirst = (call: Call) => JSON.stringify(call).includes('"0x1"');
  const nonce = (early: object) => ({
    eth_getTransactionCount: (call: Call) => (isFirst(call) ? early : { result: '0x7' }),
  });
  const blockAt = (number: string) => {
    const timestamp = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;
    return { hash: `0x${'ab'.repeat(32)}`, number, timestamp };
  };
  const first = (answer: object) => ({ [block]: (call: Call) => (isFirst(call) ? answer : {}) });
  const noState = { of: 'state', lowest: null };
  const noSender = { detail: 'no sender in the newest blocks, whose nonce would show it' };
  const noTransaction = { eth_getTransactionByBlockNumberAndIndex: null };
  const lowest = 'height 1 is not available, lowest height is 1001';

  test.each<[string, Record<string, unknown>, boolean | null, object | null]>([
    ['is one', {}, true, null],
    ['lacks state', nonce(refuse('missing trie node 0xab (path )')()), false, noState],
    ['answers from its newest state', nonce({ result: '0x7' }), false, noState],
    ['lacks blocks', first({ result: null }), false, { of: 'blocks', lowest: null }],
    [
      'lacks blocks, and names the lowest one',
      first(refuse(lowest)()),
      false,
      { of: 'blocks', lowest: 1_001 },
    ],
    ['has no sender to compare', noTransaction, null, noSender],
    [
      'has no sender, and lacks state',
      { ...noTransaction, eth_getBalance: refuse('missing trie node') },
      false,
      noState,
    ],
    ['has senders whose nonces never rise', { eth_getTransactionCount: '0x0' }, null, noSender],
    [
      'answers block 1 with another one',
      first({ result: blockAt('0x9') }),
      null,
      { detail: 'block 1 is answered with another one' },
    ],
    // Its senders have raised no nonce since.
    ['has one block only', { [block]: blockAt('0x1') }, null, noSender],
    [
      'has no block but the genesis block',
      { [block]: (call: Call) => ({ result: isFirst(call) ? null : blockAt('0x0') }) },
      null,
      { detail: 'the chain has no block 1' },
    ],
    ['refuses otherwise', nonce(refuse('no')()), null, { detail: 'error -32000, "no"' }],
  ])('%s', async (_name, results, archive, data) => {
    const { port } = await startNodeWith(results);
    const { facts, problems } = await check(evmCheck, port, 2, { isArchive: true });
    expect(facts['archive']).toBe(archive);
    const code = archive === null ? 'evm/archive-unproved' : 'evm/not-archive';
    expect(problems).toEqual(data === null ? [] : [{ code, data }]);
  });

  test('is not asked unless it says so', async () => {
    const { port } = await startNodeWith(first({ result: null }));
    expect(await check(evmCheck, port, 2)).toMatchObject({ facts: { archive: null }, codes: [] });
  });
});
