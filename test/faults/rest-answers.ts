import { expect } from 'vitest';
import { answerGatewayError, createAnswers } from '../../src/sandbox/rest-node.js';
import { answerJson, notFound, type WebAnswer } from '../../src/sandbox/web-node.js';
import { createRows, type Fault, type FaultOf } from './fault.js';
import { node, restKind, restService } from './get-kinds.js';

type Route = 'node_info' | 'blocks/latest' | 'syncing' | 'all';
/** Other answers for these routes, or for all. */
type RestServer = Readonly<Partial<Record<Route, WebAnswer>>> & { readonly start?: FaultOf['start'] };

const row = createRows<RestServer>(
  'rest',
  ({ start, ...answers }) =>
    start ??
    node(restKind, { answer: ({ path }) => answers.all ?? answers[path.slice(restService.length) as Route] }),
);
const refuse = (status: number): WebAnswer => ({ status, body: '<html>' });
const notImplemented = answerGatewayError(12, 'Not Implemented', 501);
const tooLarge: WebAnswer = { body: Buffer.alloc(3 << 20, 0x20) };
const header = { chain_id: 'sandbox-1', height: '7', time: new Date().toISOString() };
const block = (change: object) => answerJson({ block: { header: { ...header, ...change } } });
const info = (change: object) => answerJson({ default_node_info: change });
const legacy: FaultOf['start'] = node(restKind, {
  answer: ({ path }) =>
    path === '/node_info'
      ? answerJson({ node_info: { network: 'cosmoshub-3', version: '0.33.7' }, application_version: {} })
      : notFound,
});

/** A node whose node_info has this refusal; its newest block shows the chain. */
const withoutInfo = (name: string, answer: WebAnswer) =>
  row(`no node_info: ${name}`, 'pass node-info-unavailable', {
    node_info: answer,
    chainId: 'sandbox-1',
    attempts: [1, 2],
  });
/** A node whose newest block cannot be read. */
const withoutBlock = (name: string, answer: WebAnswer) =>
  row(`no block: ${name}`, 'pass head-unknown', {
    'blocks/latest': answer,
    chainId: 'sandbox-1',
    attempts: [1, 2],
  });

/** The states of a node, and answers in place of the requested ones. */
export const restAnswerFaults: readonly Fault[] = [
  row('a block of CometBFT alone', 'pass', { 'blocks/latest': block({}), facts: { blockHeight: 7 } }),
  row('no state of syncing', 'pass', { syncing: notImplemented }),
  row('a block of another chain', 'pass chain/unsteady', {
    'blocks/latest': block({ chain_id: 'other-1' }),
    chainId: 'sandbox-1',
    facts: { chainId: 'sandbox-1', otherChainId: 'other-1' },
  }),
  withoutInfo('HTTP 501', notImplemented),
  withoutInfo('HTTP 404', notFound),
  withoutInfo('HTTP 403', refuse(403)),
  withoutInfo('HTTP 429', { status: 429 }),
  withoutInfo('an error', answerGatewayError(2, 'panic', 500)),
  row('no node_info: another chain', 'fail wrong-chain node-info-unavailable', {
    node_info: notImplemented,
    chainId: 'other-1',
    facts: { chainId: 'sandbox-1', otherChainId: null, moniker: null, version: null },
  }),
  withoutBlock('HTTP 501', notImplemented),
  withoutBlock('HTTP 403', refuse(403)),
  withoutBlock('3 MiB', tooLarge),
  withoutBlock('an error', answerGatewayError(2, 'dial tcp 127.0.0.1:26657: connection refused', 500)),
  withoutBlock('a block without a header', answerJson({ block: {} })),
  withoutBlock('a height that is no number', answerJson({ block: { header: { height: 'x' } } })),
  row('no block: another chain', 'fail wrong-chain head-unknown', {
    'blocks/latest': notImplemented,
    chainId: 'other-1',
  }),
  row('no node_info and a block of 3 MiB', 'pass head-unknown node-info-unavailable', {
    node_info: notImplemented,
    'blocks/latest': tooLarge,
    attempts: [1, 2],
    data: { detail: 'it is larger than 2048 KiB' },
  }),
  row('a gateway without the routes', 'fail method-missing', { all: notImplemented }),
  row('a gateway of version 2 without the routes', 'fail method-missing', {
    all: answerGatewayError(5, 'Not Found', 404),
  }),
  row('the REST API before Cosmos SDK 0.40', 'fail legacy-api', {
    start: legacy,
    data: { chainId: 'cosmoshub-3' },
  }),
  row('an error of the node', 'fail node-error', { all: answerGatewayError(2, 'panic', 500) }),
  row('a node that has just started', 'fail node-error', {
    all: answerGatewayError(2, 'sandbox-1 is not ready; please wait for first block', 500),
  }),
  row('a node whose gRPC does not listen', 'fail http/upstream-down', {
    all: answerGatewayError(14, 'connection error: connection refused', 503),
  }),
  row('an account that is required', 'fail http/auth-required', {
    all: answerGatewayError(16, 'no token', 401),
  }),
  row('no default_node_info', 'fail malformed-response', {
    node_info: answerJson({}),
    'blocks/latest': answerJson({}),
  }),
  row('a chain id that is a number', 'fail malformed-response', {
    node_info: info({ network: 1 }),
    'blocks/latest': answerJson({ block: { header: { chain_id: 1 } } }),
    data: { call: 'node_info', reason: '"default_node_info.network" must be a string' },
  }),
  row('a chain id of 10,000 characters', 'fail wrong-chain head-unknown', {
    node_info: info({ network: 'x'.repeat(10_000) }),
    'blocks/latest': notImplemented,
    chainId: 'sandbox-1',
    data: { actual: `${'x'.repeat(300)}…` },
  }),
  row('a node without application_version', 'pass', { node_info: info({ network: 'sandbox-1' }) }),
];

const containing = (text: string) => expect.stringContaining(text) as string;
const malformed = (about: string, body: unknown, reason: string) =>
  row(`malformed: ${about}`, 'fail malformed-response', {
    all: typeof body === 'string' ? { body } : answerJson(body),
    data: { call: 'node_info', reason: containing(reason) },
  });
const malformedBlock = (body: object, reason: string) =>
  row(`malformed: ${reason}`, 'pass head-unknown', {
    'blocks/latest': answerJson(body),
    data: { detail: containing(`a malformed answer: ${reason}`) },
  });
/** An error of gRPC-Gateway; before version 2 its message was in `error`. */
const gateway = (code: number, message: string, status: number, result: string, data: object) =>
  ['message', 'error'].map((field) =>
    row(`the gateway's error ${code} with HTTP ${status}, "${message}" in ${field}`, result, {
      all: answerJson({ code, [field]: message, details: [] }, status),
      data,
    }),
  );
const limited = { detail: 'RESOURCE_EXHAUSTED: no more' };
const down = (detail: string) => ({ detail: `UNAVAILABLE: ${detail}` });
const plain = { 'content-type': 'text/plain' };
const words = 'error code: 1010';
/** A node that answers neither route: which answer counts, and nothing is said of its chain. */
const neither = (first: number, second: number, result: string) =>
  row(`HTTP ${first} and ${second}`, result, {
    node_info: { status: first },
    'blocks/latest': { status: second },
    chainId: 'sandbox-1',
    attempts: [1, 2],
  });

/** What no client was asked about. */
export const moreRestAnswers: readonly Fault[] = [
  row('no application_version, and no names', 'pass', {
    node_info: info({ network: 'sandbox-1' }),
    facts: { chainId: 'sandbox-1', moniker: null, version: null, sdkVersion: null, appVersion: null },
  }),
  row('marks before both answers', 'pass nonstandard-answer', {
    node_info: { body: '\uFEFF{"default_node_info":{"network":""}}' },
    'blocks/latest': { body: `\uFEFF${String(block({}).body)}` },
    chainId: 'sandbox-1',
    data: { reason: 'it begins with a byte order mark' },
  }),
  malformed('an array', [], 'expected an object'),
  malformed('null', 'null', 'expected an object'),
  malformed('an empty object', {}, '"default_node_info" must be an object'),
  malformed('many values', `[${'0,'.repeat(40_000)}0]`, 'more values or levels'),
  malformedBlock({ block: null }, '"block.header" must be an object'),
  malformedBlock({ sdk_block: {} }, '"sdk_block.header" must be an object'),
  malformedBlock({ block: { header: { ...header, height: 'x' } } }, '"block.header.height" must be a height'),
  malformedBlock({ block: { header: { ...header, time: 1 } } }, '"block.header.time" must be a time'),
  row("the SDK's block before CometBFT's", 'pass stale', {
    'blocks/latest': answerJson({
      block: { header: {} },
      sdk_block: { header: { ...header, time: '2026-01-01T00:00:00.5Z' } },
    }),
    syncing: answerJson({ syncing: 'true' }),
    facts: { blockHeight: 7, blockTime: '2026-01-01T00:00:00.500Z' },
  }),
  row('null for the block of the SDK', 'pass', {
    'blocks/latest': answerJson({ block: { header: { ...header, chain_id: null } }, sdk_block: null }),
    facts: { blockHeight: 7, otherChainId: null },
  }),
  ...gateway(5, 'Not Found', 404, 'fail method-missing', { call: 'node_info' }),
  ...gateway(2, 'panic', 500, 'fail node-error', { call: 'node_info', status: 'UNKNOWN', details: 'panic' }),
  ...gateway(2, 'panic', 200, 'fail node-error', {}),
  ...gateway(4, 'too slow', 504, 'fail node-error', { status: 'DEADLINE_EXCEEDED', details: 'too slow' }),
  ...gateway(8, 'no more', 429, 'inconclusive net/rate-limited', limited),
  ...gateway(8, 'no more', 500, 'inconclusive net/rate-limited', limited),
  ...gateway(8, 'message larger than max (9 vs. 8)', 429, 'fail net/response-too-large', { limitBytes: 8 }),
  ...gateway(14, 'dial tcp: refused', 503, 'fail http/upstream-down', down('dial tcp: refused')),
  ...gateway(14, 'connection refused', 500, 'fail http/upstream-down', down('connection refused')),
  ...gateway(13, 'rate limit exceeded', 500, 'inconclusive net/rate-limited', {}),
  ...gateway(7, 'no', 403, 'fail http/forbidden', { detail: 'PERMISSION_DENIED: no' }),
  ...[{ code: 0, message: 'ok' }, { code: 17, message: 'x' }, { message: 'no route' }].map((body) =>
    row(`no error of the gateway: ${JSON.stringify(body)}`, 'fail http/status', {
      all: answerJson(body, 404),
    }),
  ),
  row('the words of a bot protection in a moniker', 'pass', {
    node_info: { ...info({ network: 'sandbox-1', moniker: words }), headers: plain },
    facts: { moniker: words },
  }),
  row('the words of a bot protection in other JSON', 'inconclusive http/challenged', {
    all: { ...answerJson({ detail: words }), headers: plain },
  }),
  row('a limit of the newest block, whenever it is requested: HTTP 503', 'pass head-unknown', {
    'blocks/latest': { status: 503 },
  }),
  neither(403, 403, 'fail http/forbidden'),
  neither(404, 429, 'inconclusive net/rate-limited'),
  neither(429, 404, 'inconclusive net/rate-limited'),
  neither(502, 429, 'inconclusive net/rate-limited'),
  neither(403, 502, 'fail http/upstream-down'),
  row('no node_info, and all else of 3 MiB', 'fail net/response-too-large', {
    node_info: refuse(501),
    'blocks/latest': tooLarge,
    syncing: tooLarge,
    attempts: [1, 2],
  }),
  row('the old REST API, with HTTP 501 to all other requests', 'fail legacy-api', {
    start: node(restKind, {
      answer: ({ path }) =>
        path === '/node_info' ? answerJson({ node_info: { network: 'a-1' } }) : { status: 501 },
    }),
    attempts: [2],
    data: { chainId: 'a-1' },
  }),
  row('another chain, which only node_info shows', 'fail wrong-chain', {
    node_info: answerJson({ ...createAnswers()['node_info'], default_node_info: { network: 'other-1' } }),
    'blocks/latest': block({ chain_id: '' }),
    chainId: 'sandbox-1',
  }),
];
