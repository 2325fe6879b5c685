import { expect, test } from 'vitest';
import { describeRpc } from './facts.js';
import type { RpcObservation } from './probe.js';

const rpc: RpcObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
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
  archive: { isWhole: true },
  cors: { allowed: false, reason: 'the answer has no access-control-allow-origin' },
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

test('the facts are what the endpoint reported of itself', () => {
  expect(describeRpc(rpc)).toEqual({
    address: '192.0.43.8:443',
    chainId: 'cosmoshub-4',
    otherChainId: 'other-1',
    moniker: 'node',
    version: '0.38.17',
    blockHeight: 7,
    blockTime: '1970-01-01T00:00:00.000Z',
    archive: true,
    cors: false,
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    phasesMs: rpc.phasesMs,
  });
});

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeRpc(null))).toEqual(Object.keys(describeRpc(rpc)));
});
