import type { Server } from 'node:net';
import { describe, expect, test } from 'vitest';
import { checkInProcess, type Question } from '../../../test/faults/check-in-process.js';
import { useInFile } from '../../../test/support/servers.js';
import { type Exchange, startFront } from '../../../test/support/web-servers.js';
import { startEvmNode } from '../../sandbox/evm-node.js';
import { startGrpcWebNode } from '../../sandbox/grpc-web-node.js';
import { startRestNode } from '../../sandbox/rest-node.js';
import { startRpcNode } from '../../sandbox/rpc-node.js';
import type { SandboxServer } from '../../sandbox/server.js';
import { getCheck } from '../index.js';

// Many of these tests wait, so they run together.
const use = useInFile();

/** What a check asks of an endpoint: all at once on the first attempt, and on later ones one after the other. */
interface Asked {
  readonly kind: 'evm' | 'rpc' | 'rest' | 'grpc-web';
  readonly start: () => Promise<SandboxServer>;
  readonly atOnce: readonly string[];
  readonly inTurn: readonly string[];
  readonly chainId: string | number;
}

const block = 'eth_getBlockByNumber';
const chainId = 'sandbox-1';
const kinds: readonly Asked[] = [
  {
    kind: 'evm',
    start: startEvmNode,
    atOnce: [block, 'eth_chainId', 'eth_syncing', 'a batch'],
    inTurn: [block, 'eth_chainId'],
    chainId: 31_337,
  },
  {
    kind: 'rpc',
    start: startRpcNode,
    atOnce: ['GET status', 'status'],
    inTurn: ['GET status', 'status'],
    chainId,
  },
  {
    kind: 'rest',
    start: startRestNode,
    atOnce: ['GET node_info', 'GET syncing', 'GET syncing', 'GET latest', 'GET latest'],
    inTurn: ['GET node_info', 'GET latest'],
    chainId,
  },
  {
    kind: 'grpc-web',
    start: startGrpcWebNode,
    atOnce: ['GetNodeInfo', 'GetSyncing', 'GetLatestBlock'].flatMap((name) => [
      `POST ${name}`,
      `POST ${name}`,
    ]),
    inTurn: ['POST GetNodeInfo'],
    chainId,
  },
];

type Act = (exchange: Exchange) => unknown;
const refuse =
  (status: number, headers = {}): Act =>
  ({ response }) =>
    response.writeHead(status, headers).end();

/** The conclusion about a node behind a front, without the notice about plain http. */
async function check(
  { kind, start }: Pick<Asked, 'kind' | 'start'>,
  act?: Act,
  question: Question = {},
  path = '',
) {
  const front = await startFront(use, start(), act);
  const found = await checkInProcess(getCheck(kind), `http://127.0.0.1:${front.port}${path}`, question);
  const rules = found.problems.map(({ code }) => code).filter((code) => code !== 'http/plaintext');
  return { ...found, rules, front };
}

describe.concurrent.each(kinds)('$kind: what is requested', (asked) => {
  const { kind, atOnce, inTurn } = asked;
  const together = atOnce.length;
  const facts = { chainId: asked.chainId, blockHeight: expect.any(Number) as number };

  test('is requested at once on the first attempt, on one connection, which is closed', async () => {
    const waiting: Exchange[] = [];
    const { front, ...found } = await check(asked, (exchange) => {
      if (waiting.push(exchange) > together) return undefined;
      return waiting.length === together ? waiting.map(({ forward }) => forward()) : null;
    });
    expect(found).toMatchObject({ rules: [], facts });
    expect(front.names).toEqual(atOnce);
    expect(new Set(front.answeredBefore.slice(0, together))).toEqual(new Set([0]));
    expect(front.countConnections()).toBe(1);
    await front.whenClosed();
  });

  test('is requested one after the other on later attempts', async () => {
    const { front, rules } = await check(asked, undefined, { attempt: 2 });
    expect(rules).toEqual([]);
    expect(front.names).toEqual(inTurn);
    expect(front.answeredBefore).toEqual(inTurn.map((_, index) => index));
    expect(front.countConnections()).toBe(1);
  });

  test.each([1, 2])(
    'gets connections of its own if the server closes after each answer: attempt %i',
    async (attempt) => {
      const act: Act = ({ response }) => void response.setHeader('connection', 'close');
      const { front, rules, ...found } = await check(asked, act, { attempt });
      expect(rules).toEqual([]);
      expect(found.facts['chainId']).toBe(asked.chainId);
      if (attempt === 1) expect(found.facts).toMatchObject(facts);
      // No refusal of a batch has to be confirmed.
      if (kind === 'evm') expect(front.countConnections()).toBe(attempt === 1 ? 3 : 2);
      await front.whenClosed();
    },
  );

  test('gets another connection if the first is reset, or refuses or confuses what comes in a burst', async () => {
    const first: Exchange[] = [];
    const acts: Readonly<Record<string, Act>> = {
      reset: ({ request }) => request.socket.destroy(),
      refusal: refuse(400),
      confusion: (exchange) => {
        if (first.push(exchange) > together) return exchange.forward();
        if (first.length < together) return null;
        return first.map(({ forward }, index) => forward(first[(index + 1) % together]));
      },
    };
    for (const [name, act] of Object.entries(acts)) {
      const onFirst: Act = (exchange) => (exchange.connection === 0 ? (act(exchange) ?? null) : undefined);
      const { rules, ...found } = await check(asked, onFirst);
      // Optional calls are not repeated.
      const failures = rules.filter((rule) => rule !== 'grpc-web/head-unknown');
      expect([name, failures, found.facts['chainId']]).toEqual([name, [], asked.chainId]);
    }
  });

  test('is reset each time', async () => {
    for (const attempt of [1, 2]) {
      const { rules } = await check(asked, ({ request }) => request.socket.destroy(), { attempt });
      expect(rules).toEqual(['net/reset']);
    }
  });

  test('is no longer requested after a refusal of all', async () => {
    const { front, rules, facts: without } = await check(asked, refuse(429), { attempt: 2, cors: true });
    expect(rules).toEqual(['net/rate-limited']);
    expect(without['cors']).toBeNull();
    expect(front.names).toEqual(kind === 'rest' ? inTurn : inTurn.slice(0, 1));
  });
});

describe.concurrent('an answer that a limit withholds after another answer', () => {
  const limitable = kinds.filter(({ kind }) => kind === 'evm' || kind === 'rest');

  test.each(limitable)('$kind: is requested again, a second later', async (asked) => {
    for (const status of [429, 503]) {
      const { front, rules } = await check(
        asked,
        (one) => (one.index === 1 ? refuse(status)(one) : undefined),
        { attempt: 2 },
      );
      expect(rules).toEqual([]);
      const [, first = 0, second = 0] = front.cameAtMs;
      // The server may notice the first late, on a busy machine.
      expect([front.names.length, second - first > 500]).toEqual([3, true]);
    }
  });

  const [evm] = limitable;
  if (evm === undefined) throw new Error('evm is none');
  const limit = { code: 'net/rate-limited', data: { detail: 'HTTP 429' } };

  test.each<[string, Act]>([
    ['a refusal', refuse(403)],
    ['a reset', ({ request }) => request.socket.destroy()],
    ['another limit', refuse(429)],
  ])('evm: is limited, whatever follows: %s', async (_, follow) => {
    const act: Act = (one) => (one.index === 0 ? undefined : (one.index === 1 ? refuse(429) : follow)(one));
    const { front, problems } = await check(evm, act, { attempt: 2, chainId: '31337' });
    expect(problems).toMatchObject([{ code: 'http/plaintext' }, limit]);
    expect(front.names).toHaveLength(3);
  });

  test.each([
    ['2', 3],
    ['60', 2],
  ])('evm: is requested again after Retry-After, or not at all: %s s', async (seconds, count) => {
    const act: Act = (one) => (one.index === 1 ? refuse(429, { 'retry-after': seconds })(one) : undefined);
    const { front } = await check(evm, act, { attempt: 2 });
    const [, first = 0, second = Infinity] = front.cameAtMs;
    expect([front.names.length, second - first > 1_500]).toEqual([count, true]);
  });

  test('evm: is waited for no longer than the budget lasts', async () => {
    const act: Act = (one) => (one.index === 1 ? refuse(429, { 'retry-after': '4' })(one) : undefined);
    const { front, problems } = await check(evm, act, { attempt: 2, chainId: '31337', timeoutMs: 1_000 });
    expect(problems).toContainEqual(expect.objectContaining({ code: 'net/rate-limited' }));
    expect(front.names).toHaveLength(2);
  });
});

describe.concurrent('an EVM chain id that is not answered', () => {
  const start = startEvmNode;
  const isId = ({ name }: Exchange) => name === 'eth_chainId';

  test('is requested again on another connection, and then the network id', async () => {
    const { front, rules } = await check({ kind: 'evm', start }, (one) =>
      isId(one) || one.name === 'a batch' ? refuse(500)(one) : undefined,
    );
    expect(rules).toContain('evm/chain-unknown');
    expect(front.names.slice(-2)).toEqual(['eth_chainId', 'net_version']);
  });

  test('counts if its failure passes, and then no network id is requested', async () => {
    let failures = 0;
    const pass: Act = (one) => (isId(one) && ++failures === 1 ? refuse(502)(one) : undefined);
    const { front, rules } = await check({ kind: 'evm', start }, pass, { attempt: 2 });
    expect([rules, front.names.includes('net_version')]).toEqual([[], false]);
  });

  test('comes on a second connection if the node reads one request of each', async () => {
    const answered = new Set<number>();
    const { rules, facts } = await check({ kind: 'evm', start }, ({ connection }) => {
      if (answered.has(connection)) return null;
      answered.add(connection);
      return undefined;
    });
    expect([rules, facts['chainId']]).toEqual([[], 31_337]);
  });

  test('has the failure of its own request', async () => {
    const { problems } = await check({ kind: 'evm', start }, ({ request, response }) => {
      response.setHeader('connection', 'close');
      (request.socket as unknown as { server: Server }).server.close();
    });
    expect(problems).toMatchObject([{ code: 'evm/chain-unknown', data: { detail: 'net/refused' } }, {}]);
  });

  test('is not waited for once the budget is used up', async () => {
    const question = { attempt: 2, timeoutMs: 700 };
    const { front, problems } = await check(
      { kind: 'evm', start },
      (one) => (isId(one) ? null : undefined),
      question,
    );
    expect(problems).toMatchObject([
      { code: 'evm/chain-unknown', data: { detail: 'no answer within 0.7 s' } },
      {},
    ]);
    expect(front.countConnections()).toBe(1);
  });
});

describe.concurrent('a CometBFT node', () => {
  const rpc = { kind: 'rpc', start: startRpcNode } as const;

  test.each([429, 503])('whose first answer is limited is told by the second: HTTP %i', async (status) => {
    const { front, rules } = await check(rpc, (one) => (one.index === 0 ? refuse(status)(one) : undefined));
    expect([rules, front.names]).toEqual([[], ['GET status', 'status']]);
  });

  test('without a status has a block, also if it never answers the POST', async () => {
    for (const post of [refuse(403), () => null]) {
      const { front, rules } = await check(rpc, (one) =>
        one.name === 'GET status' ? refuse(403)(one) : one.name === 'status' ? post(one) : undefined,
      );
      expect(rules).toEqual(['rpc/status-unavailable']);
      expect(front.names).toEqual(['GET status', 'status', 'GET block']);
    }
  });

  test.each([
    ['', '/'],
    ['/?x=a', '/?x=a'],
    ['/rpc', '/rpc'],
    ['/rpc/', '/rpc/'],
    ['/rpc/?x=a', '/rpc/?x=a'],
  ])('gets the POST at the url as it is listed: %j', async (ending, path) => {
    const { front } = await check(rpc, undefined, { attempt: 2 }, ending);
    expect(front.requests).toContain(`POST ${path}`);
  });
});

const service = '/cosmos/base/tendermint/v1beta1';
test.each([
  ['evm', startEvmNode, ['POST /a/b?x=1', 'POST /a/b?x=1']],
  ['rpc', () => startRpcNode({ path: '/a/b' }), ['GET /a/b/status?x=1', 'POST /a/b?x=1']],
  [
    'rest',
    () => startRestNode({ path: '/a/b' }),
    [`GET /a/b${service}/node_info?x=1`, `GET /a/b${service}/blocks/latest?x=1`],
  ],
  [
    'grpc-web',
    () => startGrpcWebNode({ path: '/a/b' }),
    ['POST /a/b/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo?x=1'],
  ],
] as const)('%s is requested below the path of the url, its query last', async (kind, start, urls) => {
  const { front, facts } = await check({ kind, start }, undefined, { attempt: 2 }, '/a/b?x=1');
  expect(front.requests.slice(0, urls.length)).toEqual(urls);
  expect(facts['chainId']).not.toBeNull();
});

test('gRPC-web is requested with the fields that its clients send', async () => {
  const seen: object[] = [];
  await check(
    { kind: 'grpc-web', start: startGrpcWebNode },
    ({ request }) => void seen.push(request.headers),
    { attempt: 2 },
  );
  const type = 'application/grpc-web+proto';
  expect(seen).toMatchObject([
    { 'content-type': type, accept: type, 'x-grpc-web': '1', 'content-length': '5' },
  ]);
});

describe.concurrent('whether pages may use it is asked', () => {
  const open = (one: Exchange) => {
    const fields = 'content-type, x-grpc-web';
    one.response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-headers', fields);
    return one.request.method === 'OPTIONS' ? one.response.end() : undefined;
  };
  const pages = { attempt: 2, cors: true };

  test.each([
    ['evm', startEvmNode, ['OPTIONS /', 'POST /']],
    ['rpc', startRpcNode, ['GET /status', 'OPTIONS /', 'POST /']],
    ['rest', startRestNode, [`GET ${service}/node_info`]],
    [
      'grpc-web',
      startGrpcWebNode,
      ['OPTIONS', 'POST'].map((method) => `${method} /cosmos.base.tendermint.v1beta1.Service/GetNodeInfo`),
    ],
  ] as const)('%s: after the answers, as a page asks', async (kind, start, urls) => {
    const { front, facts } = await check({ kind, start }, open, pages);
    expect(facts['cors']).toBe(true);
    expect(front.requests.slice(-urls.length)).toEqual(urls);
  });

  test.each([
    ['rpc', startRpcNode, 'GET status', 'OPTIONS /', 'POST /'],
    ['rest', startRestNode, 'GET node_info', `GET ${service}/blocks/latest`],
  ] as const)('%s: of the request that is answered', async (kind, start, name, ...urls) => {
    const { front, facts } = await check(
      { kind, start },
      (one) => (one.name === name ? refuse(404)(one) : open(one)),
      pages,
    );
    expect(facts['cors']).toBe(true);
    expect(front.requests.slice(-urls.length)).toEqual(urls);
  });

  test('only if the run asks', async () => {
    const { front, facts } = await check({ kind: 'evm', start: startEvmNode }, open, { attempt: 2 });
    expect([facts['cors'], front.names.length]).toEqual([null, 2]);
  });
});
