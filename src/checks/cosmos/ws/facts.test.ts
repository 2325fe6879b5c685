import { expect, test } from 'vitest';
import { describeWs } from './facts.js';
import type { WsObservation } from './probe.js';

const ws: WsObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
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
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

test('the facts are what the endpoint reported of itself', () => {
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

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeWs(null))).toEqual(Object.keys(describeWs(ws)));
});

test('a subscription that was refused is not a fact', () => {
  const problem = { code: 'no-subscription', data: { code: null, detail: '' } } as const;
  const subscription = { kind: 'problem', problem } as const;
  expect(describeWs({ ...ws, subscription })).toMatchObject({ chainId: 'cosmoshub-4', subscription: null });
});
