import type http from 'node:http';
import net from 'node:net';
import { answerCall, restOfBlock, startEvmNode } from '../../src/sandbox/evm-node.js';
import { listen } from '../../src/sandbox/server.js';
import type { FaultOf } from './fault.js';

/** The answer of a server, with HTTP 200 by default. */
export type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Calls back with the body of a request. */
export function readBody(request: http.IncomingMessage, done: (body: string) => void): void {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => done(body));
}

/** A node over plain http, which the check accepts if private addresses are allowed; TLS has separate faults. */
export function node(answer: (call: Call) => Reply | undefined): FaultOf['start'] {
  return async ({ serve }) => {
    const reply = (body: string) => {
      // A preflight has no call.
      if (body === '') return undefined;
      const found = answerBody(JSON.parse(body) as Call | readonly Call[], answer);
      return found === undefined ? undefined : { status: 200, ...found };
    };
    return `http://localhost:${await serve(startEvmNode({ answer: reply }))}`;
  };
}

interface Call {
  readonly id: number;
  readonly method: string;
}

/** Answers a batch with what it answers to each call, or as a whole if one of them has an answer that is none of JSON-RPC. */
function answerBody(
  body: Call | readonly Call[],
  answer: (call: Call) => Reply | undefined,
): Reply | undefined {
  if ('id' in body) return answer(body);
  const replies = body.map((call) => answer(call) ?? { body: answerCall(JSON.stringify(call), {}) });
  const texts = replies.map((reply) => reply.body.replace(/^\uFEFF/, ''));
  const refusal = replies.find(
    ({ status = 200 }, at) => status !== 200 || texts[at]?.startsWith('{') !== true,
  );
  return refusal ?? { ...replies[0], body: `[${texts.join()}]` };
}

/** A server that answers the first bytes that it gets with these. */
export function raw(bytes: string | Buffer, end = true): FaultOf['start'] {
  return async ({ serve }) => {
    const server = net.createServer((socket) => {
      socket.once('data', () => (end ? socket.end(bytes) : socket.write(bytes)));
    });
    return `http://localhost:${await serve(listen(server))}`;
  };
}

/** An answer in JSON. */
export const json = (value: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});
/** An answer of JSON-RPC. */
export const envelope = (id: number, result: unknown): Reply => json({ jsonrpc: '2.0', id, result });
/** A node that answers each call with an error. */
export const error = (code: unknown, message: unknown): FaultOf['start'] =>
  node(({ id }) => json({ jsonrpc: '2.0', id, error: { code, message } }));

/** A valid block, of now. */
export const block = {
  ...restOfBlock,
  number: '0x10',
  hash: `0x${'ab'.repeat(32)}`,
  timestamp: `0x${Math.trunc(Date.now() / 1_000).toString(16)}`,
};
/** A node with correct answers except for this change. */
export const changed = (
  change: (answer: { readonly jsonrpc: string; readonly id: number; readonly result: unknown }) => unknown,
): FaultOf['start'] =>
  node(({ id, method }) =>
    json(change({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x7a69' : block })),
  );
/** A node whose latest block departs from a valid one. */
export const blockWith = (change: object): FaultOf['start'] =>
  node(({ id, method }) =>
    method === 'eth_getBlockByNumber' ? envelope(id, { ...block, ...change }) : undefined,
  );
