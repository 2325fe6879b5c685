import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import type { NodeInfo } from '../../../net/grpc/messages.js';
import { noPhases } from '../../facts.js';
import { staleAfterMs } from '../../block/stale.js';
import { describeGrpcWeb } from './facts.js';
import { judgeGrpcWeb, judgeGrpcWebClaim } from './judge.js';
import type { GrpcWebObservation } from './probe.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const claim = { chainId: 'a-1', field: 'chain_id', derived: false };

function info(network: string): NodeInfo {
  return { network, moniker: 'm', sdkVersion: 'v0.53.4', appVersion: '1.0.0' };
}

function result(network: string, isText = false): GrpcWebObservation['nodeInfo'] {
  return { kind: 'result', result: info(network), isText };
}

const block = (ageMs: number, chainId = 'a-1') => ({ height: 7, timeMs: now.getTime() - ageMs, chainId });

/** The observation of a healthy node, with these changes. */
function createObservation(changes: Partial<GrpcWebObservation> = {}): GrpcWebObservation {
  return {
    connection: {
      address: '192.0.43.8:443',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      certificateLifetimeMs: null,
      cipherSuite: 'TLS_AES_128_GCM_SHA256',
    },
    secure: true,
    nodeInfo: result('a-1'),
    secondInfo: null,
    syncing: false,
    latestBlock: block(5_000),
    headProblem: null,
    redirect: null,
    cors: null,
    phasesMs: noPhases,
    ...changes,
  };
}

function judge(changes: Partial<GrpcWebObservation>) {
  const observation = createObservation(changes);
  return [...judgeGrpcWeb(observation, now), ...judgeGrpcWebClaim(observation)(claim)];
}

test('a healthy node has no problem, whatever optional calls it leaves open', () => {
  expect(judge({})).toEqual([]);
  expect(judge({ syncing: null, latestBlock: null, secondInfo: null })).toEqual([]);
});

describe('without the info of the node nothing else is reported', () => {
  test.each([
    failure('net/refused', { address: '192.0.43.8:443' }),
    { code: 'grpc-web/no-status' as const, data: { call: 'GetNodeInfo' } },
  ])('$code', (problem) => {
    const nodeInfo = { kind: 'problem', problem } as const;
    expect(judge({ nodeInfo, syncing: true, secure: false, secondInfo: info('b-2') })).toEqual([problem]);
  });
});

describe('the head', () => {
  test.each<[string, Partial<GrpcWebObservation>, object[]]>([
    [
      'of a node that is catching up is not judged',
      { syncing: true, latestBlock: block(staleAfterMs + 1) },
      [{ code: 'grpc-web/syncing', data: {} }],
    ],
    [
      'is old',
      { latestBlock: block(staleAfterMs + 1) },
      [{ code: 'grpc-web/stale', data: { height: 7, ageMs: staleAfterMs + 1 } }],
    ],
    ['is an hour old', { latestBlock: block(staleAfterMs) }, []],
    [
      'is of the future',
      { latestBlock: block(-2 * staleAfterMs) },
      [{ code: 'grpc-web/odd-timestamp', data: { height: 7, reason: 'it is 2 hours in the future' } }],
    ],
    [
      'is too large',
      { latestBlock: null, headProblem: failure('net/response-too-large', { limitBytes: 1 << 20 }) },
      [{ code: 'grpc-web/head-unknown', data: { detail: 'it is larger than 1024 KiB' } }],
    ],
    [
      'is withheld by a limit',
      {
        latestBlock: null,
        headProblem: failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs: null }),
      },
      [],
    ],
  ])('%s', (_, changes, problems) => {
    expect(judge(changes)).toEqual(problems);
  });
});

test('an answer in base64, plain http and pages that are locked out', () => {
  const cors = { allowed: false, reason: 'no' } as const;
  expect(judge({ nodeInfo: result('a-1', true), secure: false, cors })).toEqual([
    { code: 'grpc-web/text-answer', data: {} },
    { code: 'http/plaintext', data: {} },
    { code: 'http/no-cors', data: { reason: 'no' } },
  ]);
});

describe('the chain', () => {
  const wrong = { code: 'grpc-web/wrong-chain', data: { expected: 'a-1', actual: 'b-2', field: 'chain_id' } };
  test.each<[string, Partial<GrpcWebObservation>, object[]]>([
    ['is another', { nodeInfo: result('b-2'), latestBlock: null }, [wrong]],
    ['is another by the block alone', { nodeInfo: result(''), latestBlock: block(0, 'b-2') }, [wrong]],
    ['is the claimed one the second time', { nodeInfo: result('b-2'), secondInfo: info('a-1') }, []],
    [
      'is not reported',
      { nodeInfo: result(''), latestBlock: block(0, '') },
      [{ code: 'grpc-web/chain-unknown', data: { expected: 'a-1' } }],
    ],
  ])('%s', (_, changes, problems) => {
    expect(judge(changes)).toEqual(problems);
  });
});

describe('the facts', () => {
  test('of a node', () => {
    expect(describeGrpcWeb(createObservation({ secondInfo: info('b-2'), cors: { allowed: true } }))).toEqual({
      address: '192.0.43.8:443',
      chainId: 'a-1',
      otherChainId: 'b-2',
      moniker: 'm',
      sdkVersion: 'v0.53.4',
      appVersion: '1.0.0',
      blockHeight: 7,
      blockTime: '2025-12-31T23:59:55.000Z',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      cors: true,
      phasesMs: noPhases,
    });
  });

  test('have an empty chain id if none is reported', () => {
    const facts = describeGrpcWeb(createObservation({ nodeInfo: result(''), latestBlock: null }));
    expect(facts).toMatchObject({ chainId: '', otherChainId: null, blockHeight: null, blockTime: null });
  });

  test('of nothing are the same fields, each null', () => {
    const nothing = describeGrpcWeb(null);
    expect(Object.keys(nothing)).toEqual(Object.keys(describeGrpcWeb(createObservation())));
    const { phasesMs, ...rest } = nothing;
    expect(phasesMs).toEqual(noPhases);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
    const problem = failure('net/refused', { address: '192.0.43.8:443' });
    const unanswered = createObservation({
      connection: null,
      nodeInfo: { kind: 'problem', problem },
      latestBlock: null,
    });
    expect(describeGrpcWeb(unanswered)).toEqual(nothing);
  });
});
