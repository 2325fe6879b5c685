import { createStatus, startCometWebSocket } from '../../src/sandbox/rpc-node.js';
import { answerCall, startEvmNode, startEvmWebSocket } from '../../src/sandbox/evm-node.js';
import type { WebAnswer } from '../../src/sandbox/web-node.js';
import type { AnswerHook, WebSocketCall } from '../../src/sandbox/websocket-server.js';
import type { Fault } from './fault.js';

/** A right answer. */
export interface Envelope {
  readonly jsonrpc: string;
  readonly id: number;
  readonly result: unknown;
}

/**
 * How an answer departs from the right one: by these members, which replace those of the envelope or take them away by undefined; a text or a list in
 * its place; null for no answer; or an HTTP answer.
 */
export type Change =
  | { readonly [Name in keyof Envelope]?: unknown }
  | { readonly error: unknown }
  | (Partial<WebAnswer> & { readonly body: string })
  | string
  | null
  | readonly unknown[]
  | ((right: Envelope) => Change);

/** Changes by method, of `a batch`, which is an HTTP answer, or for the answers to all. */
export type Changes = Readonly<Partial<Record<string, Change>>>;

const isList = (change: Change): change is readonly unknown[] => Array.isArray(change);

/** The text of an answer, null for none. */
function write(right: Envelope, change: Exclude<Change, { readonly body: string }>): string | null {
  if (typeof change === 'function') return write(right, change(right) as Exclude<Change, { body: string }>);
  if (change === null || typeof change === 'string') return change;
  if (isList(change)) return JSON.stringify(change);
  const isError = 'error' in change && !('result' in change);
  return JSON.stringify({ ...right, ...(isError ? { result: undefined } : {}), ...change });
}

const findChange = (changes: Changes, method: string) => changes['all'] ?? changes[method];
const never = new Promise(() => undefined);

interface Call {
  readonly method: string;
}

const jsonBody = { headers: { 'content-type': 'application/json' } };

/** An EVM node over HTTP. */
function startHttp(changes: Changes) {
  const findOne = (call: Call) => {
    const change = findChange(changes, call.method);
    if (change === undefined || (typeof change === 'object' && change !== null && 'body' in change))
      return change;
    // The node's own error, such as for a method that it lacks, is no part of a change.
    const { jsonrpc, id, result } = JSON.parse(answerCall(JSON.stringify(call), {})) as Envelope;
    const text = write({ jsonrpc, id, result }, change);
    return text === null ? null : { ...jsonBody, body: text };
  };
  const find = (body: string) => {
    // A preflight has no call.
    if (body === '') return undefined;
    const calls = JSON.parse(body) as Call | readonly Call[];
    if ('method' in calls) return findOne(calls);
    const whole = changes['a batch'];
    if (whole !== undefined) return whole as WebAnswer;
    const answers = calls.map(findOne);
    if (answers.every((answer) => answer === undefined)) return undefined;
    const texts = answers.map((answer, at) => {
      const text = answer === undefined ? answerCall(JSON.stringify(calls[at]), {}) : (answer?.body ?? '');
      return text.replace('\uFEFF', '').trim();
    });
    // A batch is answered as a whole, or as the call whose answer is none of JSON-RPC.
    const other = answers.find((_, at) => texts[at]?.startsWith('{') !== true);
    return other === undefined ? { ...jsonBody, body: `[${texts.join()}]` } : other;
  };
  return startEvmNode({
    delay: (body) => (find(body) === null ? never : undefined),
    answer: (body) => {
      const found = find(body);
      return found === undefined || found === null
        ? undefined
        : { status: 200, ...(found as { body: string }) };
    },
  });
}

const evmResult = (call: WebSocketCall): unknown =>
  call.method === 'eth_subscribe'
    ? '0xcd0c3e8af590364c09d0fa6a1210faf5'
    : (JSON.parse(answerCall(JSON.stringify(call), {})) as Envelope).result;
const cometResult = ({ method }: WebSocketCall): unknown => (method === 'status' ? createStatus() : {});

const hook =
  (changes: Changes, find: (call: WebSocketCall) => unknown): AnswerHook =>
  (call) => {
    const change = findChange(changes, call.method);
    if (change === undefined) return undefined;
    return write(
      { jsonrpc: '2.0', id: call.id, result: find(call) },
      change as Exclude<Change, { body: string }>,
    );
  };

/** The kinds that are asked in JSON-RPC with ids. */
export type JsonRpcKind = 'evm' | 'evm-ws' | 'ws';

/** The call that an endpoint of a kind has to answer. */
export const required: Readonly<Record<JsonRpcKind, string>> = {
  evm: 'eth_getBlockByNumber',
  'evm-ws': 'eth_getBlockByNumber',
  ws: 'status',
};

/** A node that departs from a healthy one by these changes. */
export const changed =
  (kind: JsonRpcKind, changes: Changes): Fault['start'] =>
  async ({ serve }) => {
    if (kind === 'evm') return `http://localhost:${await serve(startHttp(changes))}`;
    if (kind === 'evm-ws')
      return `ws://localhost:${await serve(startEvmWebSocket({ answer: hook(changes, evmResult) }))}/`;
    return `ws://localhost:${await serve(startCometWebSocket({ answer: hook(changes, cometResult) }))}/websocket`;
  };
