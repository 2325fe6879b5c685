import { expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import { describeGrpc } from './facts.js';
import type { GrpcObservation } from './probe.js';

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
  archive: { isWhole: true },
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

test('the facts are what the endpoint reported of itself', () => {
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
    archive: true,
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    phasesMs: grpc.phasesMs,
  });
});

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeGrpc(null))).toEqual(Object.keys(describeGrpc(grpc)));
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
