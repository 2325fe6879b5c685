import assert from 'node:assert/strict';
import { readAnswer } from '../../../src/checks/cosmos/grpc-web/answer.js';
import { decodeText, readFrames } from '../../../src/checks/http/grpc-web-frames.js';
import { judgeHeadTime } from '../../../src/checks/block/stale.js';
import { toIso } from '../../../src/checks/node/check.js';
import { isJsonObject } from '../../../src/model/json.js';
import { getDenomMetadata, getSupply, listDenomOwners } from '../../../src/net/grpc/bank-messages.js';
import { parseHeight } from '../../../src/net/words.js';
import { frameMessage, MessageReader } from '../../../src/net/grpc/message-reader.js';
import {
  type CallDefinition,
  getLatestBlock,
  getNodeInfo,
  getSyncing,
  listServices,
} from '../../../src/net/grpc/messages.js';
import { decodeMessage } from '../../../src/net/grpc/server-status.js';
import { canHaveMessages, classifyEnd, readRetryAfter } from '../../../src/net/grpc/stream.js';
import { limits } from '../../../src/net/limits.js';
import { parseAnswer } from './answers.js';
import { checkProblem } from './problems.js';
import { decodeIndependently, encodeMessage } from './protobuf.js';
import { readJson, type Target } from './target.js';

const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const service = 'cosmos.base.tendermint.v1beta1';
const nodeInfo = encodeMessage(`${service}.GetNodeInfoResponse`, {
  default_node_info: { network: 'kava_2222-10', moniker: 'ä' },
  application_version: { version: '1.0', cosmos_sdk_version: 'v0.46' },
});
const block = encodeMessage(`${service}.GetLatestBlockResponse`, {
  sdk_block: { header: { chain_id: 'a', height: 12, time: { seconds: 1_800_000_000, nanos: 5 } } },
});
const services = encodeMessage('grpc.reflection.v1.ServerReflectionResponse', {
  list_services_response: { service: [{ name: 'grpc.reflection.v1.ServerReflection' }, { name: 'a' }] },
});
const owners = encodeMessage('cosmos.bank.v1beta1.QueryDenomOwnersResponse', {
  denom_owners: [{ address: 'kava1', balance: { denom: 'ukava', amount: '1' } }],
  pagination: { next_key: Buffer.from('a'), total: 0 },
});

/** The reader of gRPC's messages: the pieces in which bytes arrive make no difference. The first byte of an input is the size of a piece. */
export const messageTarget: Target = {
  name: 'grpc-frames',
  bytes: true,
  seeds: [
    `\x01${toText(frameMessage(nodeInfo))}`,
    `\x03${toText(frameMessage(block))}\x01\0\0\0\x02ab`,
    '\x02\0\xff\xff\xff\xffabc',
    '\x07\0\0\0',
  ],
  check: (input) => {
    const bytes = Buffer.from(input.slice(1), 'latin1');
    const size = Math.max(1, bytes.length === 0 ? 1 : input.charCodeAt(0));
    const whole = new MessageReader();
    whole.read(bytes);
    const pieces = new MessageReader();
    for (let at = 0; at < bytes.length; at += size) pieces.read(bytes.subarray(at, at + size));
    assert.deepEqual(pieces.messages, whole.messages);
    assert.equal(pieces.isTooLarge, whole.isTooLarge);
    assert.deepEqual(whole.messages, readMessages(bytes));
  },
};

function readMessages(bytes: Buffer): { bytes: Buffer; isCompressed: boolean }[] {
  const found: { bytes: Buffer; isCompressed: boolean }[] = [];
  for (let at = 0; at + 5 <= bytes.length && found.length < 2;) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    if (end > bytes.length || (bytes[at] ?? 0) > 1) break;
    found.push({ bytes: bytes.subarray(at + 5, end), isCompressed: bytes[at] === 1 });
    at = end;
  }
  return found;
}

const calls: readonly CallDefinition<unknown>[] = [
  listServices('v1'),
  getNodeInfo,
  getSyncing,
  getLatestBlock,
  listDenomOwners({ denom: 'ukava', key: Buffer.alloc(0), limit: 10, height: null }),
  getSupply('ukava'),
  getDenomMetadata('ukava'),
];

/** The messages themselves: another decoder reads the same, and the result is bounded. */
export const protobufTarget: Target = {
  name: 'protobuf',
  bytes: true,
  seeds: [nodeInfo, block, services, owners].map(toText),
  check: (input) => {
    const bytes = Buffer.from(input, 'latin1');
    for (const call of calls) {
      let answer: unknown;
      try {
        answer = call.decode(bytes, () => input.slice(0, 20));
      } catch (error) {
        assert.ok(error instanceof Error);
        continue;
      }
      for (const text of listTexts(answer)) assert.ok(text.length <= 1_000, 'a text that is not cut');
    }
    try {
      const head = getLatestBlock.decode(bytes);
      toIso(head.timeMs);
      const problems = judgeHeadTime('grpc', { ...head, unit: 'seconds' }, new Date('2026-11-01'));
      for (const problem of problems) checkProblem(problem);
    } catch {
      // As before.
    }
    decodeIndependently(bytes);
  },
};

function listTexts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return [];
  return Object.values(value).flatMap(listTexts);
}

/** How a call ended: a line each for the status, the header fields, the trailers as JSON, and the code of a reset. */
export const statusTarget: Target = {
  name: 'grpc-status',
  seeds: [
    '200\n{"content-type":"application/grpc"}\n{"grpc-status":"0"}\n0',
    '200\n{"content-type":"application/grpc+proto"}\n{"grpc-status":"12","grpc-message":"unknown service %C3%A4"}\n0',
    '503\n{"retry-after":"5"}\nnull\n0',
    '200\n{}\n{"grpc-status":"8","grpc-message":"received message larger than max (5 vs. 4)","grpc-retry-pushback-ms":"100"}\n0',
    '200\n{"content-type":"text/html"}\nnull\n7',
    '200\n{"content-type":"application/grpc","x-envoy-ratelimited":"true"}\n{"grpc-status":"14"}\n11',
  ],
  check: (input) => {
    const [status = '', fields = '', rest = '', reset = ''] = input.split('\n');
    const { headers } = parseAnswer(`200\n${fields}\n`);
    const trailers = isJsonObject(readJson(rest)) ? parseAnswer(`200\n${rest}\n`).headers : null;
    const code = Number.parseInt(status, 10);
    const end = {
      status: Number.isNaN(code) ? null : Math.min(599, Math.max(100, Math.abs(code))),
      headers,
      trailers,
      messages: [],
      isTooLarge: false,
      resetCode: Math.abs(Number.parseInt(reset, 10)) || 0,
      droppedBy: null,
      unknownFlag: null,
      isCutOff: false,
    };
    const meaning = classifyEnd('GetNodeInfo', end);
    if (meaning === 'ok') assert.match(String(trailers?.['grpc-status']), /^0+$/);
    else if ('data' in meaning) checkProblem(meaning);
    else
      checkProblem({
        code: 'grpc/node-error',
        data: { call: 'a', status: meaning.name, details: meaning.details },
      });
    canHaveMessages(end);
    const wait = readRetryAfter(end);
    assert.ok(wait === null || (Number.isFinite(wait) && wait >= 0));
    parseHeight(fields);
    assert.equal(
      decodeMessage(encodeURIComponent(Buffer.from(rest).toString())),
      Buffer.from(rest).toString(),
    );
  },
};

/** The answers of gRPC-web: frames, their text form, and trailers. */
export const grpcWebTarget: Target = {
  name: 'grpc-web',
  bytes: true,
  seeds: [
    `200\n{"content-type":"application/grpc-web+proto"}\n${toText(frameMessage(nodeInfo))}\x80\0\0\0\x0fgrpc-status:0\r\n`,
    `200\n{"content-type":"application/grpc-web-text"}\n${frameMessage(nodeInfo).toString('base64')}${Buffer.from('\x80\0\0\0\x0fgrpc-status:0\r\n', 'latin1').toString('base64')}`,
    `200\n{"content-type":"application/grpc-web"}\n\x80\0\0\0\x2dgrpc-status:12\r\ngrpc-message:unknown%20method\r\n`,
    `200\n{"content-type":"application/grpc","grpc-status":"2","grpc-message":"a"}\n`,
    `415\n{"content-type":"application/grpc"}\n`,
    `200\n{"content-type":"text/plain"}\nrate limit exceeded`,
  ],
  check: (input) => {
    const answer = parseAnswer(input);
    const body = Buffer.from(input.split('\n').slice(2).join('\n'), 'latin1');
    for (const call of calls) {
      const outcome = readAnswer(call, { ...answer, body });
      if (outcome.kind === 'problem') checkProblem(outcome.problem);
      else assert.ok(answer.status >= 200 && answer.status < 300);
    }
    const frames = readFrames(body);
    if ('messages' in frames) {
      assert.ok(frames.messages.length <= 1);
      const length = frames.messages.reduce((sum, message) => sum + message.length + 5, 0);
      if (frames.trailers === null) assert.equal(length, body.length, 'bytes are left out');
    }
    const [padded, plain] = [body.toString('base64'), body.toString('base64').replace(/=+$/, '')];
    const half = body.length >> 1;
    const inParts = body.toString('base64', 0, half) + body.toString('base64', half);
    for (const text of [padded, plain, inParts]) {
      const decoded = decodeText(Buffer.from(text));
      assert.ok(decoded?.equals(body) === true, 'base64 is read as something else');
    }
    assert.ok(body.length <= limits.grpcMessageBytes);
    decodeMessage(input);
  },
};
