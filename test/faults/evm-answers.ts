import http from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { answerCall, startEvmNode } from '../../src/sandbox/evm-node.js';
import { holdClosedPort, listen } from '../../src/sandbox/server.js';
import { block, blockWith, changed, envelope, error, json, node, raw, readBody } from './evm-server.js';
import type { FaultOf } from './fault.js';

const fails = (
  name: string,
  rule: string,
  start: FaultOf['start'],
  more: Partial<FaultOf> = {},
): FaultOf => ({
  name,
  start,
  verdict: 'fail',
  rules: [rule],
  ...more,
});
const status = (code: number, rule: string, verdict: FaultOf['verdict'] = 'fail'): FaultOf => ({
  name: `HTTP ${code}`,
  start: node(() => ({ status: code, body: '<html>' })),
  verdict,
  rules: [rule],
});

const header: Partial<typeof block> = { ...block };
delete header.transactions;
const transactions = Array<string>(32_000).fill(block.hash);
/** A node with a block that is made on request. */
const blockWithMany = (result: () => unknown): FaultOf['start'] =>
  node(({ id, method }) => (method === 'eth_getBlockByNumber' ? envelope(id, result()) : undefined));

const bigBody = Buffer.alloc(3 << 20, 0x20);
const bombed =
  (encoding: string, body: Buffer): FaultOf['start'] =>
  async ({ serve }) => {
    const server = http.createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-encoding': encoding }).end(body);
    });
    return `http://localhost:${await serve(listen(server))}`;
  };
const sendSlowly: FaultOf['start'] = async ({ serve }) => {
  const server = http.createServer((request, response) => {
    request.resume();
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(timer));
  });
  return `http://localhost:${await serve(listen(server))}`;
};

/** Answers of an EVM endpoint. The notice about plain http, which most of these nodes use, is left out. */
export const evmAnswerFaults: readonly FaultOf[] = [
  { name: 'a healthy node', start: node(() => undefined), verdict: 'pass', rules: [] },
  {
    name: 'no CORS',
    start: node(() => undefined),
    verdict: 'pass',
    rules: ['http/no-cors'],
    args: ['--cors'],
  },
  status(301, 'http/redirect'),
  status(302, 'http/redirect'),
  status(400, 'http/status'),
  status(404, 'http/status'),
  status(405, 'http/status'),
  fails(
    'a web page with status 200',
    'evm/not-json',
    node(() => ({ body: '<!doctype html>' })),
  ),
  fails(
    'an empty body',
    'evm/not-json',
    node(() => ({ body: '' })),
  ),
  fails(
    'JSON that is cut off',
    'evm/not-json',
    node(({ id }) => ({ body: `{"jsonrpc":"2.0","id":${id},"resu` })),
  ),
  fails(
    'a code that is no value',
    'evm/bad-envelope',
    node(() => json({ code: { toString: 1 }, status: { valueOf: 1 } })),
  ),
  fails(
    'a code of 9,000 levels',
    'evm/bad-envelope',
    node(() => ({ body: `{"code":${'['.repeat(9_000)}${']'.repeat(9_000)}}` })),
  ),
  fails(
    'a page with a script of Cloudflare',
    'http/status',
    node(() => ({
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>404 Not Found</h1><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>',
    })),
  ),
  fails(
    'an array',
    'evm/bad-envelope',
    changed((answer) => [answer]),
  ),
  fails(
    'a number',
    'evm/bad-envelope',
    node(() => json(1)),
  ),
  fails(
    'another id',
    'evm/bad-envelope',
    changed((answer) => ({ ...answer, id: answer.id + 70 })),
  ),
  fails(
    'no id',
    'evm/bad-envelope',
    changed((answer) => ({ ...answer, id: undefined })),
  ),
  fails(
    'an id that is a string',
    'evm/bad-envelope',
    changed((answer) => ({ ...answer, id: String(answer.id) })),
  ),
  fails(
    'no jsonrpc',
    'evm/bad-envelope',
    changed((answer) => ({ ...answer, jsonrpc: undefined })),
  ),
  fails(
    'neither result nor error',
    'evm/bad-envelope',
    node(({ id }) => json({ jsonrpc: '2.0', id })),
  ),
  fails('an error without a code', 'evm/bad-envelope', error('x', 'no')),
  fails('error -32601', 'evm/method-missing', error(-32601, 'the method does not exist')),
  fails('error -32000', 'evm/rpc-error', error(-32000, 'header not found')),
  fails('an error that requires a key', 'evm/key-required', error(-32000, 'invalid API key')),
  {
    name: 'error -32005',
    start: error(-32005, 'limit exceeded'),
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
  },
  fails('a temporary error that stays', 'evm/rpc-error', error(19, 'Temporary internal error. Please retry')),
  fails(
    'no block',
    'evm/no-block',
    node(({ id, method }) => (method === 'eth_getBlockByNumber' ? envelope(id, null) : undefined)),
  ),
  fails(
    'a block that is a string',
    'evm/malformed-block',
    node(({ id, method }) => (method === 'eth_getBlockByNumber' ? envelope(id, '0x10') : undefined)),
  ),
  fails('a block without a number', 'evm/malformed-block', blockWith({ number: null })),
  fails('a block with a short hash', 'evm/malformed-block', blockWith({ hash: '0xab' })),
  fails('a block without a time', 'evm/malformed-block', blockWith({ timestamp: undefined })),
  fails(
    'a block number of 2,000 digits',
    'evm/malformed-block',
    blockWith({ number: `0x${'f'.repeat(2_000)}` }),
  ),
  {
    name: 'an old block',
    start: blockWith({ timestamp: '0x5f5e1000' }),
    verdict: 'pass',
    rules: ['evm/stale'],
  },
  fails(
    'another chain',
    'evm/wrong-chain',
    node(({ id, method }) => (method === 'eth_chainId' ? envelope(id, '0x1') : undefined)),
    {
      chainId: '0x7a69',
    },
  ),
  {
    name: 'a chain id that is not reported',
    start: node(({ id, method }) =>
      method === 'eth_chainId'
        ? json({ jsonrpc: '2.0', id, error: { code: -32601, message: '' } })
        : undefined,
    ),
    verdict: 'pass',
    rules: ['evm/chain-unknown'],
    chainId: '0x7a69',
  },
  {
    name: 'HTTP 503 to all but the block',
    start: node(({ method }) => (method === 'eth_chainId' ? { status: 503, body: '<html>' } : undefined)),
    verdict: 'inconclusive',
    rules: ['net/rate-limited'],
    chainId: '0x7a69',
  },
  {
    name: 'JSON nested 100,000 deep',
    start: node(({ id }) => ({
      body: `{"jsonrpc":"2.0","id":${id},"result":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    })),
    verdict: 'fail',
    rules: ['evm/bad-envelope'],
  },
  fails(
    'a body that is not UTF-8',
    'evm/not-json',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n\xc3\x28'),
  ),
  fails(
    'a body of 3 MiB',
    'net/response-too-large',
    node(() => ({ body: bigBody.toString() })),
  ),
  {
    name: 'a block of 32,000 transactions after its header',
    start: blockWithMany(() => ({ ...header, transactions })),
    verdict: 'pass',
    rules: [],
    chainId: '0x7a69',
  },
  {
    name: 'a block of 32,000 transactions before its header',
    start: blockWithMany(() => ({ transactions, ...header })),
    verdict: 'pass',
    rules: ['evm/head-unknown'],
    chainId: '0x7a69',
  },
  fails(
    'a block of 32,000 transactions of another chain',
    'evm/wrong-chain',
    blockWithMany(() => ({ ...header, transactions })),
    { chainId: '1' },
  ),
  fails(
    'a text of 3 MiB in place of a block',
    'net/response-too-large',
    blockWithMany(() => 'x'.repeat(3 << 20)),
  ),
  fails('3 MiB in gzip', 'net/response-too-large', bombed('gzip', gzipSync(bigBody))),
  fails('3 MiB in brotli', 'net/response-too-large', bombed('br', brotliCompressSync(bigBody))),
  fails('invalid gzip', 'evm/not-json', bombed('gzip', Buffer.from('junk'))),
  fails('a body that arrives byte by byte', 'net/response-timeout', sendSlowly, { timeout: '4s' }),
  fails('no answer', 'net/response-timeout', raw('', false), { timeout: '4s' }),
  fails(
    'headers of 20 KB',
    'net/response-too-large',
    raw(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`),
  ),
  fails('endless headers', 'net/response-timeout', raw('HTTP/1.1 200 OK\r\nx: y', false), {
    timeout: '4s',
  }),
  fails(
    'HTTP 100 and no answer after it',
    'net/response-timeout',
    raw('HTTP/1.1 100 Continue\r\n\r\n', false),
    { timeout: '4s' },
  ),
  fails(
    '101 Switching Protocols',
    'http/not-http',
    raw('HTTP/1.1 101 Switching\r\nupgrade: h2c\r\n\r\n', false),
  ),
  fails('an SSH server', 'http/not-http', raw('SSH-2.0-OpenSSH_9.2\r\n')),
  fails('a connection that closes without an answer', 'net/reset', raw('')),
  fails(
    'a body that ends early',
    'net/reset',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"jsonrpc"'),
  ),
  fails(
    'both content-length and chunked',
    'http/not-http',
    raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'),
  ),
  fails(
    'a chunk with an invalid size',
    'http/not-http',
    raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
  ),
  {
    name: 'a server that closes the connection after each answer',
    start: async ({ serve }) => {
      const server = http.createServer((request, response) => {
        readBody(request, (body) => {
          response.writeHead(200, { connection: 'close' }).end(answerCall(body, {}));
        });
      });
      return `http://localhost:${await serve(listen(server))}`;
    },
    chainId: '31337',
    verdict: 'pass',
    rules: [],
  },
  {
    name: 'HTTP 100 before each answer',
    start: async ({ serve }) => {
      const server = http.createServer((request, response) => {
        response.writeContinue();
        readBody(request, (body) => {
          response.end(answerCall(body, {}));
        });
      });
      return `http://localhost:${await serve(listen(server))}`;
    },
    chainId: '31337',
    verdict: 'pass',
    rules: [],
  },
  {
    name: 'nothing listens',
    start: async ({ serve }) => `http://localhost:${await serve(holdClosedPort())}`,
    verdict: 'fail',
    rules: ['net/refused'],
  },
  {
    name: 'plain http at an https url',
    start: async ({ serve }) => `https://localhost:${await serve(startEvmNode())}`,
    verdict: 'fail',
    rules: ['tls/not-tls'],
  },
  {
    name: 'a placeholder instead of a key',
    start: () => Promise.resolve('https://mainnet.example.com/v3/YOUR_API_KEY'),
    verdict: 'invalid',
    rules: ['entry/url-placeholder'],
  },
];
