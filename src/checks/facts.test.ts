import { describe, expect, test } from 'vitest';
import type { JsonValue } from '../model/json.js';
import { failure } from '../model/failure.js';
import { describeEvm } from './evm/http/facts.js';
import { describeEvmWs } from './evm/ws/facts.js';
import type { EvmWsObservation } from './evm/ws/probe.js';
import type { EvmObservation } from './evm/http/probe.js';
import { describeGrpc } from './cosmos/grpc/facts.js';
import type { GrpcObservation } from './cosmos/grpc/probe.js';
import { noPhases } from './facts.js';
import { describeRest } from './cosmos/rest/facts.js';
import type { RestObservation } from './cosmos/rest/probe.js';
import { describeRpc } from './cosmos/rpc/facts.js';
import type { RpcObservation } from './cosmos/rpc/probe.js';
import { describeWs } from './cosmos/ws/facts.js';
import type { WsObservation } from './cosmos/ws/probe.js';

const evm: EvmObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
  secure: true,
  block: read('0x10', '0x55ba467c'),
  chainId: { kind: 'result', result: '0x6F0' },
  secondChainId: { kind: 'result', result: '0x6F1' },
  networkId: null,
  redirect: null,
  cors: { allowed: true },
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

const rpc: RpcObservation = {
  connection: evm.connection,
  secure: true,
  node: {
    kind: 'result',
    node: {
      chainId: 'cosmoshub-4',
      moniker: 'node',
      version: '0.38.17',
      isCatchingUp: false,
      head: { height: 7, timeMs: 0 },
    },
    deviation: null,
  },
  second: {
    kind: 'result',
    node: { chainId: 'other-1', moniker: null, version: null, isCatchingUp: null, head: null },
    deviation: null,
  },
  refusal: null,
  redirect: null,
  cors: { allowed: false, reason: 'the answer has no access-control-allow-origin' },
  phasesMs: evm.phasesMs,
};

const rest: RestObservation = {
  connection: evm.connection,
  secure: true,
  problem: null,
  nodeInfo: {
    kind: 'result',
    value: {
      chainId: 'cosmoshub-4',
      moniker: 'node',
      version: '0.38.17',
      sdkVersion: 'v0.53.4',
      appVersion: '1.0.0',
    },
    deviation: null,
  },
  block: {
    kind: 'result',
    value: { chainId: 'other-1', height: '9007199254740993', timeMs: 0 },
    deviation: null,
  },
  syncing: false,
  redirect: null,
  cors: null,
  phasesMs: evm.phasesMs,
};

const grpc: GrpcObservation = {
  transport: 'tls',
  connection: {
    address: '192.0.43.8:443',
    alpn: 'h2',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
  failure: null,
  reflection: { version: 'v1', result: { kind: 'answer', answer: { names: ['a.B'], errorCode: null } } },
  nodeInfo: {
    kind: 'answer',
    answer: { network: 'cosmoshub-4', moniker: '', sdkVersion: 'v0.50.0', appVersion: '1.0.0' },
  },
  syncing: false,
  latestBlock: { height: 7, timeMs: 0, chainId: 'other-1' },
  headProblem: null,
  secondInfo: null,
  phasesMs: evm.phasesMs,
};

const ws: WsObservation = {
  connection: evm.connection,
  secure: true,
  status: {
    kind: 'result',
    result: {
      chainId: 'cosmoshub-4',
      moniker: 'node',
      version: '0.38.17',
      blockHeight: 7,
      blockTimeMs: 0,
      syncing: false,
    },
    deviation: null,
  },
  subscription: { kind: 'result', hasEvent: true },
  phasesMs: evm.phasesMs,
};

const evmWs: EvmWsObservation = {
  connection: evm.connection,
  secure: true,
  block: read('0x10', '0x55ba467c'),
  chainId: { kind: 'result', result: '0x6F0' },
  networkId: null,
  subscription: { kind: 'result', hasEvent: false },
  phasesMs: evm.phasesMs,
};

function read(number: string, timestamp: string): { readonly kind: 'result'; readonly result: JsonValue } {
  const result: JsonValue = { hash: `0x${'a'.repeat(64)}`, number, timestamp };
  return { kind: 'result', result };
}

describe('the facts of an endpoint that was not probed are the same fields, each null', () => {
  test.each([
    ['evm', describeEvm(null), describeEvm(evm)],
    ['grpc', describeGrpc(null), describeGrpc(grpc)],
    ['rpc', describeRpc(null), describeRpc(rpc)],
    ['rest', describeRest(null), describeRest(rest)],
    ['ws', describeWs(null), describeWs(ws)],
    ['evm-ws', describeEvmWs(null), describeEvmWs(evmWs)],
  ])('%s', (_, nothing, everything) => {
    expect(Object.keys(nothing)).toEqual(Object.keys(everything));
    const { phasesMs, ...rest } = nothing;
    expect(phasesMs).toEqual(noPhases);
    expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  });
});

describe('the facts are what the endpoint reported of itself', () => {
  test('evm', () => {
    expect(describeEvm(evm)).toEqual({
      address: '192.0.43.8:443',
      chainId: 1776,
      otherChainId: 1777,
      blockHeight: 16,
      blockTime: '2015-07-30T15:45:00.000Z',
      cors: true,
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: evm.phasesMs,
    });
  });

  test('grpc', () => {
    expect(describeGrpc(grpc)).toEqual({
      transport: 'tls',
      address: '192.0.43.8:443',
      reflection: 'v1',
      services: ['a.B'],
      chainId: 'cosmoshub-4',
      otherChainId: 'other-1',
      moniker: '',
      sdkVersion: 'v0.50.0',
      appVersion: '1.0.0',
      blockHeight: 7,
      blockTime: '1970-01-01T00:00:00.000Z',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: grpc.phasesMs,
    });
  });

  test('rpc', () => {
    expect(describeRpc(rpc)).toEqual({
      address: '192.0.43.8:443',
      chainId: 'cosmoshub-4',
      otherChainId: 'other-1',
      moniker: 'node',
      version: '0.38.17',
      blockHeight: 7,
      blockTime: '1970-01-01T00:00:00.000Z',
      cors: false,
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: rpc.phasesMs,
    });
  });

  test('rest', () => {
    expect(describeRest(rest)).toEqual({
      address: '192.0.43.8:443',
      chainId: 'cosmoshub-4',
      otherChainId: 'other-1',
      moniker: 'node',
      version: '0.38.17',
      sdkVersion: 'v0.53.4',
      appVersion: '1.0.0',
      blockHeight: '9007199254740993',
      blockTime: '1970-01-01T00:00:00.000Z',
      cors: null,
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: rest.phasesMs,
    });
  });

  test('ws', () => {
    expect(describeWs(ws)).toEqual({
      address: '192.0.43.8:443',
      chainId: 'cosmoshub-4',
      moniker: 'node',
      version: '0.38.17',
      blockHeight: 7,
      blockTime: '1970-01-01T00:00:00.000Z',
      subscription: 'event',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: ws.phasesMs,
    });
  });

  test('evm-ws', () => {
    expect(describeEvmWs(evmWs)).toEqual({
      address: '192.0.43.8:443',
      chainId: 1776,
      blockHeight: 16,
      blockTime: '2015-07-30T15:45:00.000Z',
      subscription: 'confirmed',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      phasesMs: evmWs.phasesMs,
    });
  });

  test('a subscription that was refused is not a fact', () => {
    const problem = { code: 'no-subscription', data: { code: null, detail: '' } } as const;
    const subscription = { kind: 'problem', problem } as const;
    expect(describeWs({ ...ws, subscription })).toMatchObject({ chainId: 'cosmoshub-4', subscription: null });
    expect(describeEvmWs({ ...evmWs, subscription })).toMatchObject({ chainId: 1776, subscription: null });
  });

  test('rest, where only the newest block was answered', () => {
    const problem = { code: 'rest/method-missing', data: { call: 'node_info' } } as const;
    const facts = describeRest({ ...rest, nodeInfo: { kind: 'problem', problem } });
    expect(facts).toMatchObject({ chainId: 'other-1', otherChainId: null, moniker: null, version: null });
  });

  test('the first five hundred services', () => {
    const list = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
    for (const count of [0, 500, 501]) {
      const result = { kind: 'answer' as const, answer: { names: list(count), errorCode: null } };
      const facts = describeGrpc({ ...grpc, reflection: { version: 'v1', result } });
      expect(facts['services']).toEqual(list(Math.min(count, 500)));
    }
  });

  test('a version of reflection that listed nothing is not a fact', () => {
    const result = { kind: 'failure' as const, failure: failure('grpc/no-status', { call: 'x' }) };
    const facts = describeGrpc({ ...grpc, reflection: { version: 'v1alpha', result } });
    expect(facts).toMatchObject({ reflection: null, services: null });
  });
});

describe('numbers and times that JSON or a Date cannot hold', () => {
  test('a number beyond 2^53 is a string, so that it is not rounded', () => {
    const facts = describeEvm({
      ...evm,
      block: read('0x20000000000001', '0x0'),
      chainId: { kind: 'result', result: '0x20000000000000' },
    });
    expect(facts).toMatchObject({ blockHeight: '9007199254740993', chainId: '9007199254740992' });
    expect(describeEvm({ ...evm, block: read('0x1fffffffffffff', '0x0') })['blockHeight']).toBe(2 ** 53 - 1);
  });

  test('a time beyond the range of Date is null', () => {
    expect(describeEvm({ ...evm, block: read('0x1', `0x${'f'.repeat(64)}`) })['blockTime']).toBeNull();
  });

  test.each<[EvmObservation['block']]>([
    [{ kind: 'result', result: null }],
    [{ kind: 'result', result: 'block' }],
    [{ kind: 'problem', problem: { code: 'evm/no-block', data: {} } }],
  ])('%j gives no block', (block) => {
    expect(describeEvm({ ...evm, block })).toMatchObject({ blockHeight: null, blockTime: null });
  });
});
