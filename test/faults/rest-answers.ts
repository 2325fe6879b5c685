import { answerGatewayError } from '../../src/sandbox/rest-node.js';
import { answerJson, notFound, type WebAnswer } from '../../src/sandbox/web-node.js';
import type { FaultOf } from './fault.js';
import { answering, node, restKind, restService, row } from './get-kinds.js';

const dayMs = 86_400_000;
const notImplemented = answerGatewayError(12, 'Not Implemented', 501);
const tooLarge: WebAnswer = { body: Buffer.alloc(3 << 20, 0x20) };

type Route = 'node_info' | 'blocks/latest' | 'syncing';

/** A node with other answers for these routes. */
const withRoutes = (answers: Readonly<Partial<Record<Route, WebAnswer>>>) =>
  node(restKind, { answer: ({ path }) => answers[path.slice(restService.length) as Route] });
const withHeader = (change: object) =>
  withRoutes({
    'blocks/latest': answerJson({
      block: {
        header: { chain_id: 'sandbox-1', height: '7', time: new Date().toISOString(), ...change },
      },
    }),
  });

const fails = (
  name: string,
  rules: string | readonly string[],
  start: FaultOf['start'],
  more: Partial<FaultOf> = {},
) => row(name, 'fail', [rules].flat(), start, more);
const passes = (
  name: string,
  rules: readonly string[],
  start: FaultOf['start'],
  more: Partial<FaultOf> = {},
) => row(name, 'pass', rules, start, more);

/** A node whose node_info has this refusal; its newest block shows the chain. */
const withoutInfo = (name: string, answer: WebAnswer) =>
  passes(`no node_info: ${name}`, ['rest/node-info-unavailable'], withRoutes({ node_info: answer }), {
    chainId: 'sandbox-1',
  });
/** A node whose newest block cannot be read. */
const withoutBlock = (name: string, answer: WebAnswer) =>
  passes(`no block: ${name}`, ['rest/head-unknown'], withRoutes({ 'blocks/latest': answer }), {
    chainId: 'sandbox-1',
  });

/** The states of a node, and answers in place of the requested ones. */
export const restAnswerFaults: readonly FaultOf[] = [
  passes('a block of CometBFT alone', [], withHeader({})),
  passes('no state of syncing', [], withRoutes({ syncing: notImplemented })),
  passes(
    'a node that is catching up',
    ['rest/syncing'],
    withRoutes({ syncing: answerJson({ syncing: true }) }),
  ),
  passes(
    'a node that stopped a day ago',
    ['rest/stale'],
    withHeader({ time: new Date(Date.now() - dayMs).toISOString() }),
  ),
  passes(
    'a block of tomorrow',
    ['rest/odd-timestamp'],
    withHeader({ time: new Date(Date.now() + dayMs).toISOString() }),
  ),
  passes('a block of another chain', ['chain/unsteady'], withHeader({ chain_id: 'other-1' }), {
    chainId: 'sandbox-1',
  }),
  passes(
    'no chain id',
    ['rest/chain-unknown'],
    withRoutes({
      node_info: answerJson({ default_node_info: { network: '' } }),
      'blocks/latest': answerJson({
        block: { header: { chain_id: '', height: '7', time: new Date().toISOString() } },
      }),
    }),
    { chainId: 'sandbox-1' },
  ),
  withoutInfo('HTTP 501', notImplemented),
  withoutInfo('HTTP 404', notFound),
  withoutInfo('HTTP 403', { status: 403, body: '<html>' }),
  withoutInfo('HTTP 429', { status: 429 }),
  withoutInfo('an error', answerGatewayError(2, 'panic', 500)),
  fails(
    'no node_info: another chain',
    ['rest/wrong-chain', 'rest/node-info-unavailable'],
    withRoutes({ node_info: notImplemented }),
    { chainId: 'other-1' },
  ),
  withoutBlock('HTTP 501', notImplemented),
  withoutBlock('HTTP 403', { status: 403, body: '<html>' }),
  withoutBlock('3 MiB', tooLarge),
  withoutBlock('an error', answerGatewayError(2, 'dial tcp 127.0.0.1:26657: connection refused', 500)),
  withoutBlock('a block without a header', answerJson({ block: {} })),
  withoutBlock('a height that is no number', answerJson({ block: { header: { height: 'x' } } })),
  fails(
    'no block: another chain',
    ['rest/wrong-chain', 'rest/head-unknown'],
    withRoutes({ 'blocks/latest': notImplemented }),
    { chainId: 'other-1' },
  ),
  passes(
    'no node_info and a block of 3 MiB',
    ['rest/head-unknown', 'rest/node-info-unavailable'],
    withRoutes({ node_info: notImplemented, 'blocks/latest': tooLarge }),
  ),
  fails('a gateway without the routes', 'rest/method-missing', answering(restKind, notImplemented)),
  fails(
    'a gateway of version 2 without the routes',
    'rest/method-missing',
    answering(restKind, answerGatewayError(5, 'Not Found', 404)),
  ),
  fails(
    'the REST API before Cosmos SDK 0.40',
    'rest/legacy-api',
    node(restKind, {
      answer: ({ path }) =>
        path === '/node_info'
          ? answerJson({ node_info: { network: 'cosmoshub-3', version: '0.33.7' }, application_version: {} })
          : notFound,
    }),
  ),
  fails('an error of the node', 'rest/node-error', answering(restKind, answerGatewayError(2, 'panic', 500))),
  fails(
    'a node that has just started',
    'rest/node-error',
    answering(restKind, answerGatewayError(2, 'sandbox-1 is not ready; please wait for first block', 500)),
  ),
  fails(
    'a node whose gRPC does not listen',
    'http/upstream-down',
    answering(restKind, answerGatewayError(14, 'connection error: connection refused', 503)),
  ),
  fails(
    'an account that is required',
    'http/auth-required',
    answering(restKind, answerGatewayError(16, 'no token', 401)),
  ),
  fails(
    'no default_node_info',
    'rest/malformed-response',
    withRoutes({ node_info: answerJson({}), 'blocks/latest': answerJson({}) }),
  ),
  fails(
    'a chain id that is a number',
    'rest/malformed-response',
    withRoutes({
      node_info: answerJson({ default_node_info: { network: 1 } }),
      'blocks/latest': answerJson({ block: { header: { chain_id: 1 } } }),
    }),
  ),
  fails(
    'a chain id of 10,000 characters',
    ['rest/wrong-chain', 'rest/head-unknown'],
    withRoutes({
      node_info: answerJson({ default_node_info: { network: 'x'.repeat(10_000) } }),
      'blocks/latest': notImplemented,
    }),
    { chainId: 'sandbox-1' },
  ),
  passes(
    'a node without application_version',
    [],
    withRoutes({ node_info: answerJson({ default_node_info: { network: 'sandbox-1' } }) }),
  ),
];
