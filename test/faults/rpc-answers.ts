import { createResults, startRpcNode } from '../../src/sandbox/rpc-node.js';
import { answerJson, notFound, type WebAnswer, type WebRequest } from '../../src/sandbox/web-node.js';
import type { FaultOf } from './fault.js';
import { answering, at, node, row, rpcKind, withRoute } from './get-kinds.js';

const dayMs = 86_400_000;
const envelope = (result: unknown): WebAnswer => answerJson({ jsonrpc: '2.0', id: -1, result });
const error = (value: unknown, status = 200): WebAnswer =>
  answerJson({ jsonrpc: '2.0', id: -1, error: value }, status);
const status = createResults()['status'] as { readonly node_info: object; readonly sync_info: object };
const withInfo = (change: object) =>
  withRoute(rpcKind, envelope({ ...status, node_info: { ...status.node_info, ...change } }));
const withSync = (change: object) =>
  withRoute(rpcKind, envelope({ ...status, sync_info: { ...status.sync_info, ...change } }));

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

/** A node whose /status has this refusal; /block has the rest. */
const blocked = (name: string, answer: WebAnswer) =>
  passes(`/status blocked: ${name}`, ['rpc/status-unavailable'], withRoute(rpcKind, answer), {
    chainId: 'sandbox-1',
  });

/** A status that CosmJS cannot read, though others can. */
const nonstandard = (name: string, start: FaultOf['start']) =>
  passes(`a status for CosmJS: ${name}`, ['rpc/nonstandard-answer'], start, { chainId: 'sandbox-1' });

/** The states of a node, and answers in place of its status. */
export const rpcAnswerFaults: readonly FaultOf[] = [
  passes('a bare result', ['rpc/nonstandard-answer'], withRoute(rpcKind, answerJson(status))),
  passes(
    'the empty id of Tendermint',
    [],
    withRoute(rpcKind, answerJson({ jsonrpc: '2.0', id: '', result: status })),
  ),
  passes(
    'null for no error',
    [],
    withRoute(rpcKind, answerJson({ jsonrpc: '2.0', id: -1, error: null, result: status })),
  ),
  passes(
    'an empty error beside the result',
    ['rpc/nonstandard-answer'],
    withRoute(rpcKind, answerJson({ jsonrpc: '2.0', id: -1, error: {}, result: status })),
  ),
  passes('a node that is catching up', ['rpc/syncing'], withSync({ catching_up: true })),
  fails(
    'a node that is catching up from nothing',
    'rpc/no-block',
    withSync({ catching_up: true, latest_block_height: '0', latest_block_time: '1970-01-01T00:00:00Z' }),
  ),
  passes(
    'a node that stopped a day ago',
    ['rpc/stale'],
    withSync({ latest_block_time: new Date(Date.now() - dayMs).toISOString() }),
  ),
  passes(
    'a block of tomorrow',
    ['rpc/odd-timestamp'],
    withSync({ latest_block_time: new Date(Date.now() + dayMs).toISOString() }),
  ),
  passes('two chain ids in turn', ['chain/unsteady'], twoChains(), { chainId: 'sandbox-1' }),
  passes('no chain id', ['rpc/nonstandard-answer', 'rpc/chain-unknown'], withInfo({ network: '' }), {
    chainId: 'sandbox-1',
  }),
  fails(
    'a node without a block',
    'rpc/no-block',
    withSync({ latest_block_height: '0', latest_block_time: '1970-01-01T00:00:00Z' }),
  ),
  nonstandard('heights that are numbers', withSync({ latest_block_height: 1_234 })),
  nonstandard('no validator_info', withRoute(rpcKind, envelope({ ...status, validator_info: undefined }))),
  nonstandard('no protocol_version', withInfo({ protocol_version: undefined })),
  nonstandard('no hash of the block', withSync({ latest_block_hash: undefined })),
  nonstandard('no moniker', withInfo({ moniker: '' })),
  nonstandard(
    'a validator with a BLS key',
    withRoute(
      rpcKind,
      envelope({
        ...status,
        validator_info: {
          address: 'EF'.repeat(20),
          pub_key: { type: 'cometbft/PubKeyBls12_381', value: 'AQ==' },
          voting_power: '1',
        },
      }),
    ),
  ),
  blocked('HTTP 403', { status: 403, body: '<html>' }),
  blocked('HTTP 404', notFound),
  blocked('HTTP 405', { status: 405 }),
  blocked('error -32601', error({ code: -32601, message: 'Method not found' })),
  blocked('error -32603', error({ code: -32603, message: 'Internal error', data: 'no state' }, 500)),
  fails(
    '/status blocked: another chain',
    ['rpc/wrong-chain', 'rpc/status-unavailable'],
    withRoute(rpcKind, { status: 403 }),
    { chainId: 'other-1' },
  ),
  passes(
    '/status blocked: a block of 3 MiB',
    ['rpc/status-unavailable'],
    node(rpcKind, {
      answer: ({ path }) =>
        path === '/status'
          ? { status: 403 }
          : path === '/block'
            ? { body: Buffer.alloc(3 << 20, 0x20) }
            : undefined,
    }),
  ),
  passes(
    '/status blocked: a node that stopped a day ago',
    ['rpc/stale', 'rpc/status-unavailable'],
    node(rpcKind, {
      answer: ({ path }) => {
        if (path === '/status') return { status: 403 };
        const { block } = createResults({ blockTime: new Date(Date.now() - dayMs) });
        return path === '/block' ? envelope(block) : undefined;
      },
    }),
  ),
  fails(
    'error -32603',
    'rpc/rpc-error',
    answering(rpcKind, error({ code: -32603, message: 'Internal error' }, 500)),
  ),
  fails('error -32000', 'rpc/rpc-error', answering(rpcKind, error({ code: -32000, message: 'no' }))),
  fails('error -32601', 'rpc/method-missing', answering(rpcKind, error({ code: -32601, message: 'no' }))),
  fails(
    'an error that requires a key',
    'rpc/key-required',
    answering(rpcKind, error({ code: -32000, message: 'missing API key' })),
  ),
  fails('an error without a code', 'rpc/bad-envelope', answering(rpcKind, error({ message: 'no' }))),
  fails(
    'neither result nor error',
    'rpc/bad-envelope',
    answering(rpcKind, answerJson({ jsonrpc: '2.0', id: -1 })),
  ),
  fails(
    'another version of JSON-RPC',
    'rpc/bad-envelope',
    answering(rpcKind, answerJson({ jsonrpc: '1.0', result: status })),
  ),
  fails('a result of null', 'rpc/malformed-response', answering(rpcKind, envelope(null))),
  fails(
    'no node_info',
    'rpc/malformed-response',
    answering(rpcKind, envelope({ sync_info: status.sync_info })),
  ),
  fails(
    'no sync_info',
    'rpc/malformed-response',
    answering(rpcKind, envelope({ node_info: status.node_info })),
  ),
  fails('a chain id that is a number', 'rpc/malformed-response', withInfo({ network: 1 })),
  fails('a height that is no number', 'rpc/malformed-response', withSync({ latest_block_height: 'x' })),
  fails('a height below zero', 'rpc/malformed-response', withSync({ latest_block_height: '-1' })),
  fails('a time that is no time', 'rpc/malformed-response', withSync({ latest_block_time: 'yesterday' })),
  fails('a chain id of 10,000 characters', 'rpc/wrong-chain', withInfo({ network: 'x'.repeat(10_000) }), {
    chainId: 'sandbox-1',
  }),
  passes('a POST to /rpc that is redirected to /rpc/', ['http/redirect'], belowLocation('/rpc')),
  passes('a POST to /rpc that would be redirected to /rpc/', [], belowLocation('/rpc/')),
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
