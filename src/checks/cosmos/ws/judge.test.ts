import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import type { CometStatus } from '../comet-status.js';
import { noPhases } from '../../facts.js';
import { judgeWs, judgeWsClaim } from './judge.js';
import type { WsObservation } from './probe.js';

const now = new Date('2026-11-22T12:00:00Z');
const hourMs = 3_600_000;
const status: CometStatus = {
  chainId: 'cosmoshub-4',
  moniker: 'node',
  version: '0.38.17',
  blockHeight: 7,
  blockTimeMs: now.getTime(),
  syncing: false,
};
const observation: WsObservation = {
  connection: {
    address: '192.0.43.8:443',
    certificateExpiresAt: '2027-03-01T00:00:00.000Z',
    certificateLifetimeMs: null,
    cipherSuite: null,
  },
  secure: true,
  status: { kind: 'result', result: status, deviation: null },
  subscription: { kind: 'result', hasEvent: false },
  phasesMs: noPhases,
};
const withStatus = (change: Partial<CometStatus>): WsObservation => ({
  ...observation,
  status: { kind: 'result', result: { ...status, ...change }, deviation: null },
});

describe('a websocket', () => {
  test('in order has no problems, whether an event came or not', () => {
    expect(judgeWs(observation, now)).toEqual([]);
    expect(judgeWs({ ...observation, subscription: { kind: 'result', hasEvent: true } }, now)).toEqual([]);
  });

  test.each<[string, WsObservation, readonly object[]]>([
    ['is catching up', withStatus({ syncing: true, blockTimeMs: 0 }), [{ code: 'ws/syncing', data: {} }]],
    ['has no block', withStatus({ blockHeight: 0, blockTimeMs: 0 }), [{ code: 'ws/no-block', data: {} }]],
    [
      'is catching up from nothing',
      withStatus({ syncing: true, blockHeight: 0, blockTimeMs: 0 }),
      [{ code: 'ws/no-block', data: {} }],
    ],
    [
      'has an old block',
      withStatus({ blockTimeMs: now.getTime() - 2 * hourMs }),
      [{ code: 'ws/stale', data: { height: 7, ageMs: 2 * hourMs } }],
    ],
    [
      'has a block of the future',
      withStatus({ blockTimeMs: now.getTime() + 48 * hourMs }),
      [{ code: 'ws/odd-timestamp', data: { height: 7, reason: 'it is 2 days in the future' } }],
    ],
    [
      'refuses the subscription',
      {
        ...observation,
        subscription: {
          kind: 'problem',
          problem: { code: 'no-subscription', data: { code: null, detail: '' } },
        },
      },
      [{ code: 'ws/no-subscription', data: { code: null, detail: '' } }],
    ],
    [
      'deviates',
      { ...observation, status: { kind: 'result', result: status, deviation: 'odd' } },
      [{ code: 'ws/nonstandard-answer', data: { reason: 'odd' } }],
    ],
    ['has no TLS', { ...observation, secure: false }, [{ code: 'http/plaintext', data: {} }]],
    [
      'does not answer, and nothing else is reported',
      {
        ...observation,
        secure: false,
        status: { kind: 'problem', problem: failure('net/response-timeout', { address: 'a', limitMs: 1 }) },
        subscription: null,
      },
      [{ code: 'net/response-timeout', data: { address: 'a', limitMs: 1 } }],
    ],
  ])('%s', (_name, observed, problems) => {
    expect(judgeWs(observed, now)).toEqual(problems);
  });
});

describe('the chain', () => {
  const claim = { chainId: 'cosmoshub-4', field: 'chain_id', derived: false };
  test.each<[string, WsObservation, readonly object[]]>([
    ['that is claimed', observation, []],
    [
      'is another',
      withStatus({ chainId: 'other-1' }),
      [
        {
          code: 'ws/wrong-chain',
          data: { expected: 'cosmoshub-4', actual: 'other-1', field: 'chain_id' },
        },
      ],
    ],
    [
      'is not reported',
      withStatus({ chainId: '' }),
      [{ code: 'ws/chain-unknown', data: { expected: 'cosmoshub-4' } }],
    ],
    [
      'is not known, since nothing was answered',
      { ...observation, status: { kind: 'problem', problem: { code: 'not-json', data: { begins: '' } } } },
      [],
    ],
  ])('%s', (_name, observed, problems) => {
    expect(judgeWsClaim(observed)(claim)).toEqual(problems);
  });
});
