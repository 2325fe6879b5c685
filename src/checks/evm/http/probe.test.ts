import http from 'node:http';
import type { Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { answerCall, startEvmNode } from '../../../sandbox/evm-node.js';
import { listen } from '../../../sandbox/server.js';
import { longestPauseMs } from '../../http/outcome.js';
import { evmCheck } from './index.js';
import { findFreePort } from '../../../../test/support/ports.js';
import { check as checkKind } from '../../../../test/support/probe-context.js';
import { useInFile } from '../../../../test/support/servers.js';
import { serve } from '../../../../test/support/web-servers.js';

interface Call {
  readonly id: number;
  readonly method: string;
}

// Most of these tests wait, so they run together.
const use = useInFile();
const check = (port: number, attempt = 1, otherwise: Parameters<typeof checkKind>[3] = {}) =>
  checkKind(evmCheck, port, attempt, otherwise);

/** The name of a request: that of its method; of a batch, those of its calls. */
const nameBody = (body: string): string => {
  const calls = JSON.parse(body) as Call | readonly Call[];
  return 'id' in calls ? calls.method : calls.map(({ method }) => method).join('+');
};

/** A node that answers as it should unless `handle` does; it records the names of its requests. */
async function startNode(
  handle: (name: string, response: http.ServerResponse, body: string) => boolean | undefined = () => false,
) {
  const requests: string[] = [];
  const server = await serve((request, response) => {
    const answerBody = (body: string) => {
      const name = nameBody(body);
      requests.push(name);
      if (handle(name, response, body) !== true) response.end(answerCall(body, { chainId: 1 }));
    };
    // A client may go away in the middle of its request.
    text(request).then(answerBody, () => undefined);
  }, use);
  return { ...server, requests };
}

const block = 'eth_getBlockByNumber';
const chainId = 'eth_chainId';
const batch = `${chainId}+${block}`;
const all = [block, chainId, 'eth_syncing', batch];
const valid = { facts: { chainId: 1, blockHeight: 68_943 }, codes: [] };

const end = (response: http.ServerResponse, status: number, body = ''): true => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  return true;
};

/** A node with these results in place of its own, also in a batch. */
const startNodeWith = (results: Readonly<Record<string, unknown>>) =>
  use(
    startEvmNode({
      answer: (body) => {
        const calls = JSON.parse(body) as Call | readonly Call[];
        const answers = [calls].flat().map((call) => {
          const answer = JSON.parse(answerCall(JSON.stringify(call), {})) as object;
          const result = results[call.method];
          if (typeof result === 'function') return { ...answer, ...(result as (call: Call) => object)(call) };
          return result === undefined ? answer : { ...answer, result };
        });
        return { status: 200, body: JSON.stringify('id' in calls ? answers[0] : answers) };
      },
    }),
  );

describe.concurrent('the latest block and the chain id are requested', () => {
  test('with all else at once on the first attempt', async () => {
    let first: (() => void) | null = null;
    const node = await startNode((name, response, body) => {
      if (name === block) first = () => response.end(answerCall(body, { chainId: 1 }));
      else if (name === 'eth_syncing') setTimeout(() => first?.(), 20);
      return name === block;
    });
    expect(await check(node.port)).toMatchObject(valid);
    expect(node.requests).toEqual(all);
    // As many as the client sends without an answer.
    expect(node.answeredBefore.slice(0, 3)).toEqual([0, 0, 0]);
    expect(node.countConnections()).toBe(1);
  });

  test('alone, one after the other, on later attempts', async () => {
    const node = await startNode();
    expect(await check(node.port, 2)).toMatchObject(valid);
    expect([node.requests, node.answeredBefore]).toEqual([
      [block, chainId],
      [0, 1],
    ]);
    expect(node.countConnections()).toBe(1);
  });

  test('the chain id only if there is a block', async () => {
    const node = await startNode((_name, response) => end(response, 403));
    expect(await check(node.port, 2)).toMatchObject({ facts: { chainId: null }, codes: ['http/forbidden'] });
    expect(node.requests).toHaveLength(1);
  });
});

describe.concurrent(
  'a server that closes the connection after each answer gets a connection for each request',
  () => {
    test.each([1, 2])('attempt %i', async (attempt) => {
      const node = await startNode((_name, response) => {
        response.setHeader('connection', 'close');
        return false;
      });
      expect(await check(node.port, attempt)).toMatchObject(valid);
      expect(node.countConnections()).toBe(attempt === 1 ? 3 : 2);
    });

    test('also if the system resets the connection with the other requests, before the first answer is received', async () => {
      const node = await startNode((_name, response) => {
        if (node.countConnections() === 1) response.socket?.resetAndDestroy();
        return node.countConnections() === 1;
      });
      expect(await check(node.port)).toMatchObject(valid);
      const resetting = await startNode((_name, response) => {
        response.socket?.resetAndDestroy();
        return true;
      });
      expect(await check(resetting.port)).toMatchObject({ codes: ['net/reset'] });
    });

    test('a failure of the second request is that of the chain id', async () => {
      const node = await startNode((_name, response) => {
        (response.req.socket as unknown as { server: Server }).server.close();
        response.setHeader('connection', 'close');
        return false;
      });
      expect(await check(node.port, 2)).toMatchObject({ codes: ['evm/chain-unknown'] });
    });

    test('not once the budget is used up', async () => {
      const ending = new AbortController();
      const late = await startNode((name) => {
        if (name !== block) ending.abort();
        return name !== block;
      });
      const cut = await check(late.port, 2, { signal: ending.signal, budgetMs: 700 });
      expect(cut.problems).toEqual([
        { code: 'evm/chain-unknown', data: { detail: 'no answer within 0.7 s' } },
      ]);
      expect(late.countConnections()).toBe(1);
    });
  },
);

test.concurrent(
  'a node that reads one request per connection gets a second connection for the chain id',
  async () => {
    const sockets = new Set<unknown>();
    const node = await startNode((_name, response) => {
      // And is silent on the connection afterwards.
      const isSilent = sockets.has(response.socket);
      sockets.add(response.socket);
      return isSilent;
    });
    expect(await check(node.port)).toMatchObject(valid);
  },
);

describe.concurrent('a node without a valid chain id gets a request for its network id', () => {
  test.each<[string, (response: http.ServerResponse, body: string) => void, string]>([
    ['that answers HTTP 500', (response) => end(response, 500), 'HTTP 500'],
    [
      'that answers null',
      (response, body) => {
        const { id } = JSON.parse(body) as Call;
        end(response, 200, JSON.stringify({ jsonrpc: '2.0', id, result: null }));
      },
      'not a chain id',
    ],
    // For as long as on the first connection, not as on a new one.
    ['that does not answer', () => undefined, `no answer within ${longestPauseMs / 1_000} s`],
  ])('one %s', async (_name, refuse, detail) => {
    const node = await startNode((name, response, body) => {
      if (name === chainId) refuse(response, body);
      return name === chainId;
    });
    expect(await check(node.port, 2)).toMatchObject({
      problems: [{ code: 'evm/chain-unknown', data: { detail } }],
    });
    expect(node.requests.at(-1)).toBe('net_version');
  });

  test('not one whose failure passes, and not one that limits requests', async () => {
    let failures = 0;
    const passing = await startNode(
      (name, response) => name === chainId && failures++ < 1 && end(response, 502),
    );
    expect(await check(passing.port, 2)).toMatchObject(valid);
    const limiting = await startNode((name, response) => name === chainId && end(response, 429));
    expect(await check(limiting.port, 2)).toMatchObject({ facts: { chainId: null }, codes: [] });
    expect([...passing.requests, ...limiting.requests]).not.toContain('net_version');
  });
});

describe.concurrent('the chain id and the block are requested once more', () => {
  test('so that another chain or another head shows', async () => {
    let ids = 1;
    let heights = 100;
    const { port } = await startNodeWith({
      eth_chainId: () => ({ result: `0x${ids++}` }),
      eth_getBlockByNumber: () => {
        heights -= 50;
        const timestamp = `0x${(1_700_000_000 + heights * 6).toString(16)}`;
        return { result: { hash: `0x${'ab'.repeat(32)}`, number: `0x${heights.toString(16)}`, timestamp } };
      },
    });
    expect((await check(port)).facts).toMatchObject({
      chainId: 1,
      otherChainId: 2,
      blockHeight: 50,
      otherHead: { blockHeight: 0, syncing: false },
    });
  });

  const words = (code: number, message: string, id: number | null = null) =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

  test.each<[string, number, string, string]>([
    ['HTTP 405', 405, '', 'HTTP 405'],
    [
      'HTTP 500 and a code',
      500,
      words(31, 'Batch of more than 1 requests'),
      'error 31, "Batch of more than 1',
    ],
    ['an object', 200, words(-32600, 'no arrays'), 'error -32600, "no arrays"'],
    ['a code that else means a limit', 200, words(-32005, 'Batched requests are not supported'), 'Batched'],
    ['one error for all', 200, `[${words(-32600, 'batch too large', 4)}]`, 'error -32600, "batch too large"'],
    ['errors alone', 200, `[${words(1, 'no', 4)},${words(1, 'no', 5)}]`, 'error 1, "no"'],
    ['an answer to the first call', 200, '[{"jsonrpc":"2.0","id":4,"result":"0x1"}]', '"id" must be 5'],
    ['a page', 200, '<html>', 'it is not JSON'],
  ])('singly if a batch is refused by %s, with a warning', async (_name, status, body, detail) => {
    const node = await startNode((name, response) => name === batch && end(response, status, body));
    const { problems } = await check(node.port);
    expect(problems).toEqual([
      { code: 'evm/no-batch', data: { detail: expect.stringContaining(detail) as string } },
    ]);
    expect(node.requests.slice(-3)).toEqual([batch, chainId, block]);
  });

  test('singly if a batch is refused, and so another chain shows too', async () => {
    let ids = 1;
    const node = await startNode((name, response) => {
      if (name === batch) return end(response, 405);
      if (name !== chainId) return false;
      const id = ids++ === 1 ? 2 : 4;
      return end(response, 200, JSON.stringify({ jsonrpc: '2.0', id, result: `0x${id}` }));
    });
    expect((await check(node.port)).facts).toMatchObject({ chainId: 2, otherChainId: 4 });
  });

  test.each<[string, (response: http.ServerResponse) => void]>([
    ['a limit', (response) => end(response, 429)],
    ['a limit in words', (response) => end(response, 200, words(-32000, 'rate limit exceeded'))],
    ['a limit of one of its calls', (response) => end(response, 200, `[${words(-32005, 'slow down', 4)}]`)],
    ['a proxy without a node', (response) => end(response, 502)],
    ['a challenge', (response) => response.writeHead(403, { 'cf-mitigated': 'challenge' }).end()],
    ['a reset', (response) => response.socket?.resetAndDestroy()],
    ['silence', () => undefined],
  ])('%s in place of a batch proves nothing', async (_name, refuse) => {
    const node = await startNode((name, response) => {
      if (name === batch) refuse(response);
      return name === batch;
    });
    expect(await check(node.port)).toMatchObject(valid);
  });

  test('a refusal that another connection does not confirm proves nothing', async () => {
    const node = await startNode(
      (name, response) => name === batch && node.countConnections() === 1 && end(response, 400),
    );
    expect(await check(node.port)).toMatchObject(valid);
  });
});

describe.concurrent('a node that is catching up', () => {
  const progress = { currentBlock: '0x0', highestBlock: '0x10' };
  const now = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;
  const genesis = { hash: `0x${'ab'.repeat(32)}`, number: '0x0', timestamp: now };

  test.each<[string, number, Record<string, unknown>, readonly string[]]>([
    ['says so', 1, { eth_syncing: progress }, ['evm/syncing']],
    ['is not asked on later attempts', 2, { eth_syncing: progress }, []],
    ['has no block at the first one', 1, { eth_syncing: progress, [block]: genesis }, ['evm/no-block']],
    ['is asked at the first one', 2, { eth_syncing: progress, [block]: genesis }, ['evm/no-block']],
    ['is none at the first one of a new chain', 1, { [block]: genesis }, []],
    ['is none if it answers something else', 1, { eth_syncing: null, [block]: genesis }, []],
  ])('%s: attempt %i', async (_name, attempt, results, codes) => {
    const { port } = await startNodeWith(results);
    expect((await check(port, attempt)).codes).toEqual(codes);
  });
});

describe.concurrent('an entry that is listed as an archive', () => {
  const refuse = (message: string) => () => ({ result: undefined, error: { code: -32000, message } });
  const nonce = (early: object) => ({
    eth_getTransactionCount: (call: Call) =>
      JSON.stringify(call).includes('"0x1"') ? early : { result: '0x7' },
  });
  const now = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;
  const blockAt = (number: string) => ({ hash: `0x${'ab'.repeat(32)}`, number, timestamp: now });
  const first = (answer: object) => ({
    [block]: (call: Call) => (JSON.stringify(call).includes('"0x1"') ? answer : {}),
  });

  test.each<[string, Record<string, unknown>, boolean | null, object | null]>([
    ['is one', {}, true, null],
    ['lacks state', nonce(refuse('missing trie node 0xab (path )')()), false, { of: 'state', lowest: null }],
    [
      'lacks state, in the words of a new geth',
      nonce(refuse('historical state 0xab is not available')()),
      false,
      { of: 'state', lowest: null },
    ],
    ['answers from its newest state', nonce({ result: '0x7' }), false, { of: 'state', lowest: null }],
    ['lacks blocks', first({ result: null }), false, { of: 'blocks', lowest: null }],
    [
      'lacks blocks, and names the lowest one',
      first(refuse('height 1 is not available, lowest height is 1001')()),
      false,
      { of: 'blocks', lowest: 1_001 },
    ],
    [
      'has no sender to compare',
      { eth_getTransactionByBlockNumberAndIndex: null },
      null,
      { detail: 'no sender in the newest blocks, whose nonce would show it' },
    ],
    [
      'has no sender, and lacks state',
      { eth_getTransactionByBlockNumberAndIndex: null, eth_getBalance: refuse('missing trie node') },
      false,
      { of: 'state', lowest: null },
    ],
    [
      'has senders whose nonces never rise',
      { eth_getTransactionCount: '0x0' },
      null,
      { detail: 'no sender in the newest blocks, whose nonce would show it' },
    ],
    [
      'answers block 1 with another one',
      first({ result: { hash: `0x${'ab'.repeat(32)}`, number: '0x9', timestamp: '0x1' } }),
      null,
      { detail: 'block 1 is answered with another one' },
    ],
    // Its senders have raised no nonce since.
    [
      'has one block only',
      { [block]: blockAt('0x1') },
      null,
      { detail: 'no sender in the newest blocks, whose nonce would show it' },
    ],
    [
      'has no block but the genesis block',
      {
        [block]: (call: Call) => ({ result: JSON.stringify(call).includes('"0x1"') ? null : blockAt('0x0') }),
      },
      null,
      { detail: 'the chain has no block 1' },
    ],
    ['refuses otherwise', nonce(refuse('no')()), null, { detail: 'error -32000, "no"' }],
  ])('%s', async (_name, results, archive, data) => {
    const { port } = await startNodeWith(results);
    const { facts, problems } = await check(port, 2, { isArchive: true });
    expect(facts['archive']).toBe(archive);
    const code = archive === null ? 'evm/archive-unproved' : 'evm/not-archive';
    expect(problems).toEqual(data === null ? [] : [{ code, data }]);
  });

  test('is not asked unless it says so', async () => {
    const { port } = await startNodeWith(first({ result: null }));
    expect(await check(port, 2)).toMatchObject({ facts: { archive: null }, codes: [] });
  });
});

describe.concurrent('a chain id that is refused after the answer to the block', () => {
  test.each([429, 503])('with HTTP %i is requested again, a second later', async (status) => {
    const cameAt: number[] = [];
    const node = await startNode((name, response) => {
      if (name === chainId) cameAt.push(performance.now());
      return name === chainId && cameAt.length === 1 && end(response, status);
    });
    expect(await check(node.port, 2)).toMatchObject(valid);
    const [first = 0, second = 0] = cameAt;
    expect(second - first).toBeGreaterThan(990);
  });

  test.each([429, 503])('with HTTP %i each time is a rate limit', async (status) => {
    const node = await startNode((name, response) => name !== block && end(response, status));
    const { judgeClaim, codes } = await check(node.port);
    expect(codes).toEqual([]);
    expect(judgeClaim({ chainId: '1', field: 'chain_id_evm', derived: false })).toMatchObject([
      { code: 'net/rate-limited', data: { detail: `HTTP ${status}` } },
    ]);
    expect(node.requests).toEqual([...all, chainId]);
  });

  test.each([
    ['a refusal', (response: http.ServerResponse) => response.writeHead(403).end()],
    ['a reset', (response: http.ServerResponse) => response.destroy()],
  ])('is still a rate limit if %s follows', async (_, follow) => {
    let limited = 0;
    const node = await startNode((name, response) => {
      if (name !== chainId) return false;
      if (limited++ === 0) return end(response, 429);
      follow(response);
      return true;
    });
    expect(await check(node.port, 2)).toMatchObject({ facts: { chainId: null }, codes: [] });
    expect(limited).toBe(2);
  });

  test.each([
    ['2', 2],
    ['60', 1],
  ])('is requested again after Retry-After, or not at all: %s s', async (seconds, requests) => {
    const cameAt: number[] = [];
    const node = await startNode((name, response) => {
      if (name !== chainId) return false;
      cameAt.push(performance.now());
      response.setHeader('retry-after', seconds);
      return cameAt.length === 1 && end(response, 429);
    });
    await check(node.port, 2);
    expect(cameAt).toHaveLength(requests);
    const [first = 0, second = Infinity] = cameAt;
    expect(second - first).toBeGreaterThan(1_990);
  });

  test('is waited for no longer than the budget lasts', async () => {
    const ending = new AbortController();
    const endBudget = async () => {
      // Time for the limit to be read, in turns of the loop too: after a stall, timers come before what is to be read.
      await sleep(100);
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      ending.abort();
    };
    const node = await startNode((name, response) => {
      if (name !== chainId) return false;
      void endBudget();
      response.setHeader('retry-after', '4');
      return end(response, 429);
    });
    expect(await check(node.port, 2, { signal: ending.signal })).toMatchObject({ facts: { chainId: null } });
    expect(node.requests).toHaveLength(2);
  });
});

describe.concurrent('a server that confuses the requests of a connection gets one for each', () => {
  test.each<[string, (response: http.ServerResponse, body: string) => void]>([
    [
      'by answers to other requests',
      (response, body) =>
        response.end(body.replace('"jsonrpc"', '"result":1,"jsonrpc"').replace(/"id":\d/g, '"id":9')),
    ],
    ['by HTTP 400', (response) => response.writeHead(400).end()],
  ])('%s', async (_, confuse) => {
    const node = await startNode((_name, response, body) => {
      const isShared = node.countConnections() === 1;
      if (isShared) confuse(response, body);
      return isShared;
    });
    expect(await check(node.port)).toMatchObject(valid);
  });
});

describe.concurrent('a block beyond the limit', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  const transactions = Array<string>(32_000).fill(hash);
  const now = `0x${Math.trunc(Date.now() / 1_000).toString(16)}`;

  test.each<[number, object, object]>([
    [1, { number: '0x10', hash, timestamp: now, transactions }, { facts: { blockHeight: 16 }, codes: [] }],
    [2, { number: '0x10', hash, timestamp: now, transactions }, { facts: { blockHeight: 16 }, codes: [] }],
    [1, { transactions, number: '0x10' }, { facts: { blockHeight: null }, codes: ['evm/head-unknown'] }],
  ])('is still a block, and the chain id is requested: attempt %i', async (attempt, result, expected) => {
    const { port } = await startNodeWith({ [block]: result });
    expect(await check(port, attempt)).toMatchObject(expected);
  });

  test('is none if it does not begin as one', async () => {
    const { port } = await startNodeWith({ [block]: 'x'.repeat(3 << 20) });
    expect(await check(port)).toMatchObject({ codes: ['net/response-too-large'] });
  });
});

describe.concurrent('CORS is checked once the block is there', () => {
  /** A node that lets pages of all origins post JSON. */
  const startOpenNode = async (status = 204) => {
    const requests: string[] = [];
    const server = http.createServer((request, response) => {
      requests.push(`${request.method ?? ''} ${request.headers.origin ?? 'without an origin'}`);
      response.setHeader('access-control-allow-origin', '*');
      if (request.method === 'OPTIONS') {
        response.writeHead(status, { 'access-control-allow-headers': 'Content-Type' }).end();
        return;
      }
      text(request).then(
        (body) => response.end(answerCall(body, {})),
        () => undefined,
      );
    });
    const { port } = await use(listen(server));
    return { port, requests };
  };

  test('by a preflight and the request itself', async () => {
    const { port, requests } = await startOpenNode();
    expect(await check(port, 2, { cors: true })).toMatchObject({ facts: { cors: true }, codes: [] });
    const origin = 'https://example.com';
    expect(requests.slice(2)).toEqual([`OPTIONS ${origin}`, `POST ${origin}`]);
  });

  test('not unless the run requests it, and not without a block', async () => {
    const { port, requests } = await startOpenNode();
    expect(await check(port, 2)).toMatchObject({ facts: { cors: null } });
    expect(requests).toEqual(['POST without an origin', 'POST without an origin']);
    const node = await startNode((_name, response) => end(response, 403));
    expect(await check(node.port, 2, { cors: true })).toMatchObject({ facts: { cors: null } });
    expect(node.requests).toHaveLength(1);
  });
});

describe.concurrent('connection and phases are reported', () => {
  test('of a connection', async () => {
    const { port } = await use(startEvmNode());
    const { facts } = await check(port);
    expect(facts).toMatchObject({ address: `127.0.0.1:${port}`, certificateExpiresAt: null });
    expect(facts['phasesMs']).toMatchObject({ connect: expect.any(Number) as number, tls: null });
  });

  test('without a connection', async () => {
    const refused = await check(await findFreePort());
    expect(refused).toMatchObject({ facts: { address: null, chainId: null }, codes: ['net/refused'] });
  });

  test('and every connection is closed', async () => {
    const node = await startNode();
    await check(node.port);
    await node.whenClosed();
    const closing = await startNode((name, response) => {
      // The server ends the first connection with the answer to the block, and leaves the second to the probe.
      if (name === block) response.setHeader('connection', 'close');
      return false;
    });
    await check(closing.port, 2);
    expect(closing.countConnections()).toBe(2);
    await closing.whenClosed();
  });
});
