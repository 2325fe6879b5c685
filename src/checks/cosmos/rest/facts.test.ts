import { expect, test } from 'vitest';
import { describeRest } from './facts.js';
import type { RestObservation } from './probe.js';

const rest: RestObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
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
  archive: { isWhole: true },
  cors: null,
  phasesMs: { dns: 1, connect: 2, tls: 3, firstByte: 4, total: 10 },
};

test('the facts are what the endpoint reported of itself', () => {
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
    archive: true,
    cors: null,
    certificateExpiresAt: '2026-03-01T00:00:00.000Z',
    phasesMs: rest.phasesMs,
  });
});

test('an endpoint that was not probed has the same fields', () => {
  expect(Object.keys(describeRest(null))).toEqual(Object.keys(describeRest(rest)));
});

test('the chain id is that of the newest block if only that was answered', () => {
  const problem = { code: 'rest/method-missing', data: { call: 'node_info' } } as const;
  const facts = describeRest({ ...rest, nodeInfo: { kind: 'problem', problem } });
  expect(facts).toMatchObject({ chainId: 'other-1', otherChainId: null, moniker: null, version: null });
});
