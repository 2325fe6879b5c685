import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import type { KeyPair } from './certificates.js';
import { listen, type SandboxServer } from './server.js';

/** What a node should be like; without options, one in order, over plain http. */
export interface EvmNodeOptions {
  readonly tls?: KeyPair;
  readonly chainId?: number;
  readonly blockTime?: Date;
  /** Answers in place of the node; a function answers where it returns something. */
  readonly answer?: CannedAnswer | ((body: string) => CannedAnswer | undefined);
}

/** An HTTP answer. */
export interface CannedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a JSON-RPC server that answers as an EVM node does, as far as the check asks. */
export function startEvmNode(options: EvmNodeOptions = {}): Promise<SandboxServer> {
  const { tls, answer } = options;
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const body = await text(request);
    const canned = typeof answer === 'function' ? answer(body) : answer;
    if (canned !== undefined) response.writeHead(canned.status, canned.headers).end(canned.body);
    else if (request.method !== 'POST') response.writeHead(405).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(answerCall(body, options));
  };
  const onRequest: http.RequestListener = (request, response) => {
    // A client that goes away in the middle of its request is no concern of the node.
    handle(request, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? http.createServer(onRequest) : https.createServer({ ...tls }, onRequest);
  return listen(server);
}

function answerCall(body: string, { chainId = 31_337, blockTime = new Date() }: EvmNodeOptions): string {
  const { id, method } = JSON.parse(body) as { id: number; method: string };
  const timestamp = `0x${Math.trunc(blockTime.getTime() / 1_000).toString(16)}`;
  const results: Readonly<Record<string, unknown>> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: { hash: `0x${'ab'.repeat(32)}`, number: '0x10d4f', timestamp, transactions: [] },
  };
  const result = results[method];
  return JSON.stringify(
    result === undefined
      ? { jsonrpc: '2.0', id, error: { code: -32601, message: `the method ${method} does not exist` } }
      : { jsonrpc: '2.0', id, result },
  );
}
