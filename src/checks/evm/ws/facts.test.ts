import { expect, test } from 'vitest';
import { describeEvmWs } from './facts.js';
import type { EvmWsObservation } from './probe.js';

const evmWs: EvmWsObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
  secure: true,
  block: { kind: 'result', result: { hash: `0x${'a'.repeat(64)}`, number: '0x10', timestamp: '0x55ba467c' } },
  chainId: { kind: 'result', result: '0x6F0' },
  networkId: null,
  subscription: { kind: 'result', hasEvent: false },
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

test('the facts are what the endpoint reported of itself', () => {
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

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeEvmWs(null))).toEqual(Object.keys(describeEvmWs(evmWs)));
});

test('a subscription that was refused is not a fact', () => {
  const problem = { code: 'no-subscription', data: { code: null, detail: '' } } as const;
  const subscription = { kind: 'problem', problem } as const;
  expect(describeEvmWs({ ...evmWs, subscription })).toMatchObject({ chainId: 1776, subscription: null });
});
