import assert from 'node:assert/strict';
import { describeAnswers } from '../../../src/checks/evm/judge.js';
import { readAnswer as readEvmAnswer } from '../../../src/checks/evm/http/json-rpc.js';
import { readBlock, parseQuantity } from '../../../src/checks/evm/calls.js';
import { toIso } from '../../../src/checks/node/check.js';
import { judgeHeadTime, readBlockTime } from '../../../src/checks/block/stale.js';
import { readRestAnswer } from '../../../src/checks/cosmos/rest/probe.js';
import { readRpcAnswer } from '../../../src/checks/cosmos/rpc/answer.js';
import { startCalls } from '../../../src/checks/websocket/calls.js';
import { failure } from '../../../src/model/failure.js';
import { isJsonObject, type JsonValue } from '../../../src/model/json.js';
import type { HttpAnswer } from '../../../src/net/http.js';
import { parseRetryAfter } from '../../../src/net/http-status.js';
import { createInbox } from '../../../src/net/websocket.js';
import { checkProblem } from './problems.js';
import { readJson, type Target } from './target.js';

/** Joined by a line feed: a status, header fields as JSON, and a body. */
const answers = [
  '200\n{"content-type":"application/json"}\n{"jsonrpc":"2.0","id":1,"result":"0x8ae"}',
  '200\n{}\n{"jsonrpc":"2.0","id":1,"result":{"hash":"0x' +
    'a'.repeat(64) +
    '","number":"0x10","timestamp":"0x65000000"}}',
  '200\n{}\n{"jsonrpc":"2.0","id":1,"error":{"code":-32005,"message":"limit exceeded","data":"try again"}}',
  '429\n{"retry-after":"120"}\nToo many requests',
  '503\n{"retry-after":"Sun, 06 Nov 1994 08:49:37 GMT","server":"cloudflare"}\n<!DOCTYPE html><title>Just a moment...</title>',
  '301\n{"location":"https://a.example/"}\n',
  '200\n{}\n{"jsonrpc":"2.0","id":-1,"result":{"node_info":{"network":"kava_2222-10","moniker":"a","version":"0.37"},"sync_info":{"latest_block_height":"16","latest_block_time":"2026-01-01T00:00:00.123456789Z","catching_up":false}}}',
  '200\n{}\n{"jsonrpc":"2.0","id":-1,"result":{"block":{"header":{"chain_id":"a","height":"1","time":"2026-01-01T00:00:00Z"}}}}',
  '200\n{}\n{"default_node_info":{"network":"kava_2222-10","moniker":"a"},"application_version":{"cosmos_sdk_version":"v0.46","version":"1"}}',
  '200\n{}\n{"block":null,"sdk_block":{"header":{"chain_id":"a","height":"9223372036854775807","time":"9999-12-31T23:59:59Z"}}}',
  '501\n{}\n{"code":12,"message":"Not Implemented","details":[]}',
  '200\n{}\n\ufeff{"syncing":true}',
  '200\n{}\n[{"jsonrpc":"2.0","id":null,"error":"rate limit"}]',
];

const call = { id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] };
const now = new Date('2026-11-01T00:00:00Z');

/** The answers of EVM, RPC and REST: each is a result or a problem with a message, and no result is one that was not sent. */
export const answerTarget: Target = {
  name: 'answers',
  seeds: answers,
  check: (input) => {
    const answer = parseAnswer(input);
    const body = readJson(answer.body.toString().replace(/^\ufeff/, ''));
    const evm = readEvmAnswer(call, answer);
    if (evm.kind === 'problem') checkProblem(evm.problem);
    else {
      assert.ok(
        isJsonObject(body) && body['id'] === 1 && body['jsonrpc'] === '2.0' && Object.hasOwn(body, 'result'),
        'no such result',
      );
      checkBlock(evm.result);
      assert.ok(JSON.stringify(evm.result).length < 4_000, 'the result is not cut');
    }
    for (const route of ['status', 'block', 'commit'] as const) {
      const rpc = readRpcAnswer(route, answer);
      if (rpc.kind === 'problem') checkProblem(rpc.problem);
      else {
        assert.ok(isJsonObject(body), 'no object, but a result');
        checkHead(rpc.value.head ?? null);
      }
    }
    for (const route of ['node_info', 'blocks/latest', 'syncing'] as const) {
      const outcome = readRestAnswer(route, answer);
      if (outcome.kind === 'problem') checkProblem(outcome.problem);
      else {
        assert.ok(isJsonObject(body), 'no object, but a value');
        checkHead(outcome.value.head ?? null);
      }
    }
    const wait = parseRetryAfter(answer.headers, now.getTime());
    assert.ok(wait === null || (Number.isFinite(wait) && wait >= 0), `a wait: ${wait}`);
  },
};

/** The answer that an input stands for. */
export function parseAnswer(input: string): HttpAnswer {
  const [status = '', fields = '', ...body] = input.split('\n');
  const headers = readJson(fields);
  return {
    status: Math.min(599, Math.max(200, Number.parseInt(status, 10) || 200)),
    headers: isJsonObject(headers)
      ? Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            typeof value === 'string' ||
            (Array.isArray(value) && value.every((item) => typeof item === 'string'))
              ? [[name.toLowerCase(), value as string]]
              : [],
          ),
        )
      : {},
    body: Buffer.from(body.join('\n')),
  };
}

function checkBlock(result: JsonValue): void {
  const outcome = { kind: 'result', result } as const;
  const answers = { blocks: [outcome], chainIds: [outcome], networkId: outcome, syncing: outcome };
  const node = describeAnswers('evm', answers);
  for (const problem of node.problems) checkProblem(problem);
  for (const head of node.heads) {
    for (const problem of judgeHeadTime('evm', head, now)) checkProblem(problem);
  }
  if (typeof result === 'string') {
    const quantity = parseQuantity(result);
    if (quantity !== null) assert.equal(parseQuantity(`0x${quantity.toString(16)}`), quantity);
  }
  const block = readBlock(result);
  if ('reason' in block) return;
  assert.ok(block.number >= 0n && block.timestamp >= 0n);
  toIso(readBlockTime(block.timestamp).timeMs);
}

function checkHead(head: Parameters<typeof judgeHeadTime>[1] | null): void {
  if (head === null) return;
  assert.ok(typeof head.height === 'string' || (Number.isSafeInteger(head.height) && head.height >= 0));
  assert.notEqual(toIso(head.timeMs), null, 'a time that is none');
  for (const problem of judgeHeadTime('rpc', head, now)) checkProblem(problem);
}

/** The messages of a websocket, a line each: calls end with a result or a problem, and no event is taken for an answer. */
export const websocketTarget: Target = {
  name: 'websocket-messages',
  seeds: [
    '{"jsonrpc":"2.0","id":1,"result":{}}\n{"jsonrpc":"2.0","id":2,"result":"0x1"}',
    '{"jsonrpc":"2.0","method":"eth_subscription","params":{"subscription":"0x1","result":{}}}\n{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a","data":"b"}}',
    '\ufeff{"jsonrpc":"2.0","id":2,"result":null}\nToo many requests\n[]',
    '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid Request"}}',
  ],
  check: async (input) => {
    const inbox = createInbox();
    const connection = { send: () => undefined, close: () => undefined, receive: inbox.receive };
    const calls = startCalls(connection, (message) => message['method'] === 'eth_subscription', 'false');
    const pending = [1, 2].map((id) => calls.call({ ...call, id }));
    for (const message of input.split('\n')) inbox.add(message);
    inbox.end(failure('net/reset', { address: '127.0.0.1:1', phase: 'connect' }));
    const messages = input.split('\n').map((text) => readJson(text.replace(/^\ufeff/, '')));
    for (const [index, outcome] of (await Promise.all(pending)).entries()) {
      const sent = messages.filter((message) => isJsonObject(message) && message['id'] === index + 1);
      if (outcome.kind === 'result')
        assert.ok(
          sent.some((message) => isJsonObject(message) && Object.hasOwn(message, 'result')),
          'no such result',
        );
      else if (outcome.problem.code.includes('/')) checkProblem(outcome.problem);
      else
        for (const family of ['ws', 'evm-ws'])
          checkProblem({ ...outcome.problem, code: `${family}/${outcome.problem.code}` });
    }
    const isEvent = await calls.event;
    assert.equal(
      isEvent,
      messages.some((message) => isJsonObject(message) && message['method'] === 'eth_subscription'),
    );
  },
};
