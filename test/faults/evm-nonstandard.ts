import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { answerCall } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import { type Reply, block, blockWith, envelope, json, node, readBody } from './evm-server.js';
import type { FaultOf } from './fault.js';

/** A node that does not answer requests for its chain id. */
const chainIdNever =
  (networkId: string): FaultOf['start'] =>
  async ({ serve }) => {
    const server = http.createServer((request, response) => {
      readBody(request, (body) => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        if (method !== 'eth_chainId')
          response.end(
            JSON.stringify({ jsonrpc: '2.0', id, result: method === 'net_version' ? networkId : block }),
          );
      });
    });
    return `http://localhost:${await serve(listen(server))}`;
  };

/** A node that compresses its answers, with the old name of gzip. */
const inGzip: FaultOf['start'] = async ({ serve }) => {
  const server = http.createServer((request, response) => {
    readBody(request, (body) => {
      response.writeHead(200, { 'content-encoding': 'x-gzip' }).end(gzipSync(answerCall(body, {})));
    });
  });
  return `http://localhost:${await serve(listen(server))}`;
};

const passes = (
  name: string,
  rules: readonly string[],
  start: FaultOf['start'],
  more: Partial<FaultOf> = {},
): FaultOf => ({ name, start, verdict: 'pass', rules, ...more });
const chainIdOf = (answer: (id: number) => Reply): FaultOf['start'] =>
  node(({ id, method }) => (method === 'eth_chainId' ? answer(id) : undefined));
/** A node whose block has additional parts. */
const withError = (error: unknown): FaultOf['start'] =>
  node(({ id, method }) =>
    method === 'eth_getBlockByNumber' ? json({ jsonrpc: '2.0', id, result: block, error }) : undefined,
  );
/** A node that takes no arrays of calls. */
const noBatch: FaultOf['start'] = async ({ serve }) => {
  const server = http.createServer((request, response) => {
    readBody(request, (body) => {
      if (body.startsWith('[')) response.writeHead(405).end();
      else response.end(answerCall(body, {}));
    });
  });
  return `http://localhost:${await serve(listen(server))}`;
};
/** A node that is catching up, whose block has these parts. */
const syncingWith = (change: object): FaultOf['start'] =>
  node(({ id, method }) => {
    if (method === 'eth_syncing') return envelope(id, { currentBlock: '0x0', highestBlock: '0x10' });
    return method === 'eth_getBlockByNumber' ? envelope(id, { ...block, ...change }) : undefined;
  });
const seconds = Math.trunc(Date.now() / 1_000);

/** Answers that depart from the specifications but can be read. */
export const evmNonstandard: readonly FaultOf[] = [
  passes(
    'a chain id as decimal text',
    ['evm/nonstandard-answer'],
    chainIdOf((id) => envelope(id, '31337')),
    {
      chainId: '31337',
    },
  ),
  passes(
    'a chain id as a number',
    ['evm/nonstandard-answer'],
    chainIdOf((id) => envelope(id, 31_337)),
    {
      chainId: '31337',
    },
  ),
  {
    ...passes(
      'another chain id as decimal text',
      [],
      chainIdOf((id) => envelope(id, '5')),
    ),
    chainId: '31337',
    verdict: 'fail',
    rules: ['evm/wrong-chain', 'evm/nonstandard-answer'],
  },
  passes(
    'a chain id with leading zeros',
    ['evm/nonstandard-answer'],
    chainIdOf((id) => envelope(id, '0x07a69')),
    { chainId: '31337' },
  ),
  passes(
    'an empty chain id',
    ['evm/chain-unknown'],
    chainIdOf((id) => envelope(id, '0x')),
  ),
  passes('a block with a decimal number', ['evm/nonstandard-answer'], blockWith({ number: 16 })),
  passes('a block with a decimal time', ['evm/nonstandard-answer'], blockWith({ timestamp: seconds })),
  passes(
    'a block with leading zeros',
    ['evm/nonstandard-answer', 'evm/nonstandard-answer'],
    blockWith({ number: '0x010', timestamp: `0x0${seconds.toString(16)}` }),
  ),
  passes('a chain id that never comes', ['evm/chain-unknown'], chainIdNever('31337'), { chainId: '31337' }),
  {
    ...passes(
      'a chain id that never comes, on another network',
      ['evm/chain-unknown', 'evm/network-differs'],
      chainIdNever('1'),
    ),
    chainId: '31337',
    verdict: 'inconclusive',
  },
  ...['', 0, false, null].map((none) =>
    passes(`"error": ${JSON.stringify(none)} beside the result`, ['evm/nonstandard-answer'], withError(none)),
  ),
  // viem, ethers and go-ethereum take any object for an error.
  ...[{}, [], { code: 0, message: '' }].map((none): FaultOf => ({
    name: `"error": ${JSON.stringify(none)} beside the result`,
    start: withError(none),
    verdict: 'fail',
    rules: ['code' in none ? 'evm/rpc-error' : 'evm/bad-envelope'],
  })),
  {
    ...passes(
      'another chain id, the second time',
      [],
      chainIdOf((id) =>
        id === 2
          ? json({ jsonrpc: '2.0', id, error: { code: -32603, message: 'internal' } })
          : envelope(id, '0x7'),
      ),
    ),
    chainId: '31337',
    verdict: 'fail',
    rules: ['evm/wrong-chain'],
  },
  passes(
    'two chain ids, of which the second is claimed',
    ['chain/unsteady'],
    chainIdOf((id) => envelope(id, `0x${id}`)),
    { chainId: '4' },
  ),
  passes(
    'two chain ids',
    ['chain/unsteady'],
    chainIdOf((id) => envelope(id, `0x${id}`)),
  ),
  passes(
    'a byte order mark',
    ['evm/nonstandard-answer'],
    node(({ id, method }) =>
      method === 'eth_getBlockByNumber' ? { body: `\uFEFF${envelope(id, block).body}` } : undefined,
    ),
  ),
  passes(
    'timestamps in milliseconds',
    ['evm/odd-timestamp'],
    blockWith({ timestamp: `0x${(seconds * 1_000).toString(16)}` }),
  ),
  passes(
    'timestamps in nanoseconds',
    ['evm/odd-timestamp'],
    blockWith({ timestamp: `0x${(BigInt(seconds) * 10n ** 9n).toString(16)}` }),
  ),
  passes(
    'a block of tomorrow',
    ['evm/odd-timestamp'],
    blockWith({ timestamp: `0x${(seconds + 90_000).toString(16)}` }),
  ),
  passes('no batches', ['evm/no-batch'], noBatch),
  passes('a node that is catching up', ['evm/syncing'], syncingWith({})),
  passes('a node that never synced', ['evm/no-block'], syncingWith({ number: '0x0', timestamp: '0x0' }), {
    verdict: 'fail',
  }),
  passes('a new chain', [], blockWith({ number: '0x0' })),
  passes('x-gzip', ['evm/nonstandard-answer'], inGzip),
];
