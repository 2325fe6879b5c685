import { expect } from 'vitest';
import { createResults, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { answerJson, notFound, type WebAnswer, type WebRequest } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type FaultOf } from './fault.js';
import { at, node, rpcKind } from './get-kinds.js';

/** Other answers for these routes, also as calls by POST, or for all. */
type RpcServer = Readonly<Partial<Record<'status' | 'block' | 'commit' | 'all', WebAnswer>>> & {
  readonly start?: FaultOf['start'];
};

const row = createRows<RpcServer>(
  'rpc',
  ({ start, ...answers }) =>
    start ?? node(rpcKind, { answer: ({ path }) => answers.all ?? answers[path.slice(1) as 'status'] }),
);
const reply = (member: object, status = 200): WebAnswer =>
  answerJson({ jsonrpc: '2.0', id: -1, ...member }, status);
const envelope = (result: unknown) => reply({ result });
const error = (code: unknown, message: string, more: object = {}, status = 200): WebAnswer =>
  reply({ error: { code, message, ...more } }, status);
const dayAgo = new Date(Date.now() - 86_400_000);
const { status, commit } = createResults() as {
  readonly status: Record<string, object>;
  readonly commit: object;
};
const info = (change: object) => envelope({ ...status, node_info: { ...status['node_info'], ...change } });
const sync = (change: object) => envelope({ ...status, sync_info: { ...status['sync_info'], ...change } });
const tooLarge: WebAnswer = { body: Buffer.alloc(3 << 20, 0x20) };
const key = (type: string) => ({
  address: 'EF'.repeat(20),
  pub_key: { type, value: 'AQ==' },
  voting_power: '1',
});

/** A node whose /status has this refusal; /block has the rest. */
const blocked = (name: string, answer: WebAnswer, detail: string) =>
  row(`/status blocked: ${name}`, 'pass status-unavailable', {
    status: answer,
    chainId: 'sandbox-1',
    attempts: [1, 2],
    data: { detail },
    facts: { blockHeight: 1_234, moniker: null },
  });
/** A status that CosmJS cannot read, though others can. */
const nonstandard = (name: string, answer: WebAnswer) =>
  row(`a status for CosmJS: ${name}`, 'pass nonstandard-answer', { status: answer, chainId: 'sandbox-1' });

/** Answers in place of a status. */
export const rpcAnswerFaults: readonly Fault[] = [
  row('a bare result', 'pass nonstandard-answer', {
    status: answerJson(status),
    data: { reason: expect.stringContaining('it is the bare result') as string },
  }),
  row('the empty id of Tendermint', 'pass', { status: reply({ id: '', result: status }) }),
  row('null for no error', 'pass', { status: reply({ error: null, result: status }) }),
  row('an empty error beside the result', 'pass nonstandard-answer', {
    status: reply({ error: {}, result: status }),
    data: { reason: 'it has "error" beside "result"' },
  }),
  row('two chain ids in turn', 'pass chain/unsteady', { start: twoChains(), chainId: 'sandbox-1' }),
  nonstandard('heights that are numbers', sync({ latest_block_height: 1_234 })),
  nonstandard('no validator_info', envelope({ ...status, validator_info: undefined })),
  nonstandard('no protocol_version', info({ protocol_version: undefined })),
  nonstandard('no hash of the block', sync({ latest_block_hash: undefined })),
  nonstandard('no moniker', info({ moniker: '' })),
  nonstandard(
    'a validator with a BLS key',
    envelope({ ...status, validator_info: key('cometbft/PubKeyBls12_381') }),
  ),
  blocked('HTTP 403', { status: 403, body: '<html>' }, 'HTTP 403'),
  blocked('HTTP 404', notFound, 'HTTP 404'),
  blocked('HTTP 405', { status: 405 }, 'HTTP 405'),
  blocked('error -32601', error(-32601, 'Method not found'), 'the method does not exist'),
  blocked(
    'error -32603',
    error(-32603, 'Internal error', { data: 'no state' }, 500),
    'error -32603, "Internal error: no state"',
  ),
  row('/status blocked: another chain', 'fail wrong-chain status-unavailable', {
    status: { status: 403 },
    chainId: 'other-1',
  }),
  row('/status blocked: a block of 3 MiB', 'pass status-unavailable', {
    status: { status: 403 },
    block: tooLarge,
    attempts: [1, 2],
    facts: { chainId: 'sandbox-1', blockHeight: 1_234 },
  }),
  row('/status blocked: a node that stopped a day ago', 'pass stale status-unavailable', {
    status: { status: 403 },
    block: envelope(createResults({ blockTime: dayAgo })['block']),
  }),
  row('error -32603', 'fail rpc-error', { all: error(-32603, 'Internal error', {}, 500) }),
  row('error -32000', 'fail rpc-error', {
    all: error(-32000, 'no'),
    data: { call: 'status', code: -32000, detail: 'no' },
  }),
  row('error -32601', 'fail method-missing', { all: error(-32601, 'no'), data: { call: 'status' } }),
  row('an error that requires a key', 'fail key-required', {
    all: error(-32000, 'missing API key'),
    data: { detail: 'missing API key' },
  }),
  row('an error without a code', 'fail bad-envelope', {
    all: reply({ error: { message: 'no' } }),
    data: { reason: expect.stringContaining('"error" must have') as string },
  }),
  row('neither result nor error', 'fail bad-envelope', {
    all: reply({}),
    data: { reason: 'neither "result" nor "error"' },
  }),
  row('another version of JSON-RPC', 'fail bad-envelope', {
    all: reply({ jsonrpc: '1.0', result: status }),
    data: { reason: '"jsonrpc" must be "2.0"' },
  }),
  row('a result of null', 'fail malformed-response', { all: envelope(null) }),
  row('no node_info', 'fail malformed-response', { all: envelope({ sync_info: status['sync_info'] }) }),
  row('no sync_info', 'fail malformed-response', { all: envelope({ node_info: status['node_info'] }) }),
  row('a chain id that is a number', 'fail malformed-response', {
    status: info({ network: 1 }),
    data: { call: 'status', reason: '"network" must be a string' },
  }),
  row('a height that is no number', 'fail malformed-response', {
    status: sync({ latest_block_height: 'x' }),
  }),
  row('a height below zero', 'fail malformed-response', { status: sync({ latest_block_height: '-1' }) }),
  row('a time that is no time', 'fail malformed-response', {
    status: sync({ latest_block_time: 'yesterday' }),
  }),
  row('a chain id of 10,000 characters', 'fail wrong-chain', {
    status: info({ network: 'x'.repeat(10_000) }),
    chainId: 'sandbox-1',
    data: { actual: `${'x'.repeat(300)}…` },
  }),
  row('a POST to /rpc that is redirected to /rpc/', 'pass http/redirect', { start: belowLocation('/rpc') }),
  row('a POST to /rpc that would be redirected to /rpc/', 'pass', { start: belowLocation('/rpc/') }),
];

const foreign = (name: string, reason: string, all: WebAnswer) =>
  row(`JSON that is not of CometBFT: ${name}`, 'fail bad-envelope', {
    all,
    data: { reason: expect.stringContaining(reason) as string },
  });
/** A node without /status whose /block has this result. */
const otherBlock = (name: string, result: string, block: unknown, more: object = {}) =>
  row(`/status blocked: ${name}`, result, { status: { status: 403 }, block: envelope(block), ...more });
const error500 = (answer: WebAnswer, result: string) =>
  row(`with HTTP 500: ${result}`, result, { all: { ...answer, status: 500 } });
const plain = { 'content-type': 'text/plain' };
const words = 'error code: 1010';
const named = { ...status, node_info: { ...status['node_info'], moniker: words } };

/** What no client was asked about. */
export const moreRpcAnswers: readonly Fault[] = [
  row('a mark before the status', 'pass nonstandard-answer', {
    status: { body: `\uFEFF${String(envelope(status).body)}` },
    data: { reason: 'it begins with a byte order mark' },
  }),
  row('texts of 1,000 characters', 'pass', {
    status: info({ network: 'x'.repeat(1_000), moniker: 'y'.repeat(1_000) }),
    facts: { chainId: `${'x'.repeat(300)}…`, moniker: `${'y'.repeat(300)}…` },
  }),
  row('a version that is a number', 'pass nonstandard-answer', {
    status: info({ version: 1 }),
    facts: { version: null },
  }),
  foreign('an array', 'expected an object, got an array', { body: '[]' }),
  foreign('null', 'expected an object, got null', { body: 'null' }),
  foreign('an empty object', '"jsonrpc" must be "2.0"', { body: '{}' }),
  foreign('a code that is a word', '"error" must have', error('x', 'no')),
  foreign('many values', 'more values or levels', { body: `[${'0,'.repeat(40_000)}0]` }),
  otherBlock('a bare block', 'pass status-unavailable', undefined, {
    block: answerJson(createResults()['block']),
  }),
  otherBlock('null in place of a block', 'fail no-block status-unavailable', { block: null }),
  ...[{}, [], 'x', { block: {}, signed_header: {} }].map((result) =>
    otherBlock(`the block is ${JSON.stringify(result)}`, 'fail http/forbidden', result),
  ),
  otherBlock('a header of a commit', 'pass status-unavailable', undefined, {
    block: tooLarge,
    commit: answerJson(commit),
  }),
  error500(error(-32601, 'no'), 'fail method-missing'),
  error500(error(-32000, 'missing API key'), 'fail key-required'),
  error500(error(-32000, 'rate limit exceeded'), 'inconclusive net/rate-limited'),
  row('an error with HTTP 429', 'inconclusive net/rate-limited', {
    all: error(-32603, 'Internal error', {}, 429),
  }),
  row('an error with HTTP 503', 'fail http/upstream-down', { all: error(-32603, 'Internal error', {}, 503) }),
  ...[envelope(named), answerJson(named)].map((answer, at) =>
    row(`the words of a bot protection in a moniker: ${at}`, at === 0 ? 'pass' : 'pass nonstandard-answer', {
      status: { ...answer, headers: plain },
      facts: { moniker: words },
    }),
  ),
  ...[{ body: `{"detail":"${words}"}` }, { ...envelope(named), status: 403 }].map((answer, at) =>
    row(`the words of a bot protection: ${at}`, 'inconclusive http/challenged', {
      all: { ...answer, headers: plain },
    }),
  ),
  ...[
    [403, 'fail http/forbidden'],
    [429, 'inconclusive net/rate-limited'],
    [503, 'fail http/upstream-down'],
  ].map(([code, result]) =>
    row(`HTTP 403, and HTTP ${code} to the block`, String(result), {
      start: node(rpcKind, { answer: ({ path }) => ({ status: path === '/block' ? Number(code) : 403 }) }),
      chainId: 'sandbox-1',
      attempts: [1, 2],
    }),
  ),
];

/** A node below /rpc, as nginx with `location /rpc/` has it: requests of /rpc itself are redirected. */
function belowLocation(listed: string): FaultOf['start'] {
  const answer = ({ path }: WebRequest) =>
    path === '' ? { status: 301, headers: { location: '/rpc/' }, body: '<html>' } : undefined;
  return async ({ serve }) => at(await serve(startRpcNode({ path: '/rpc', answer })), listed);
}

/** A balancer over nodes of two chains. */
function twoChains(): FaultOf['start'] {
  return (lab) => {
    let count = 0;
    const answer = ({ path }: { readonly path: string }) =>
      path === '/status'
        ? envelope(createResults({ network: ++count % 2 === 1 ? 'sandbox-1' : 'other-1' })['status'])
        : undefined;
    return node(rpcKind, { answer })(lab);
  };
}
