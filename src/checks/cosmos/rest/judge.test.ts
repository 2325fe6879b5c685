import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import { noPhases } from '../../facts.js';
import { staleAfterMs } from '../../block/stale.js';
import type { RestBlock, RestNode } from './answer.js';
import { judgeRest, judgeRestClaim, type RestObservation } from './probe.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const claim = { chainId: 'sandbox-1', field: 'chain_id', derived: false };

const answered = <Value>(value: Value) => ({ kind: 'result', value, deviation: null }) as const;
const refused = {
  kind: 'problem',
  problem: failure('http/status', { status: 501, request: 'rest' }),
} as const;

const info = (chainId: string): RestNode => ({
  chainId,
  moniker: null,
  version: null,
  sdkVersion: null,
  appVersion: null,
});
const blockOf = (change: Partial<RestBlock> = {}) =>
  answered<RestBlock>({ chainId: 'sandbox-1', height: 7, timeMs: now.getTime(), ...change });

/** The problems of a healthy node, with these changes. */
function judge(changes: Partial<RestObservation> = {}, claimed = claim) {
  const observation: RestObservation = {
    connection: null,
    secure: true,
    problem: null,
    nodeInfo: answered(info('sandbox-1')),
    block: blockOf(),
    syncing: false,
    redirect: null,
    archive: null,
    cors: null,
    phasesMs: noPhases,
    ...changes,
  };
  return [...judgeRest(observation, now), ...judgeRestClaim(observation)(claimed)];
}

test('a healthy node has no problem', () => {
  expect(judge()).toEqual([]);
  expect(judge({ syncing: null })).toEqual([]);
});

describe('the state of the node', () => {
  test.each<[string, Partial<RestObservation>, object[]]>([
    [
      'catching up, whatever its head',
      { syncing: true, block: blockOf({ timeMs: 0 }) },
      [{ code: 'rest/syncing', data: {} }],
    ],
    ['as old as is allowed', { block: blockOf({ timeMs: now.getTime() - staleAfterMs }) }, []],
    [
      'older',
      { block: blockOf({ timeMs: now.getTime() - staleAfterMs - 1 }) },
      [{ code: 'rest/stale', data: { height: 7, ageMs: staleAfterMs + 1 } }],
    ],
    [
      'of tomorrow',
      { block: blockOf({ timeMs: now.getTime() + 90_000_000 }) },
      [{ code: 'rest/odd-timestamp', data: { height: 7, reason: 'it is 25 hours in the future' } }],
    ],
    ['not known', { block: refused }, [{ code: 'rest/head-unknown', data: { detail: 'HTTP 501' } }]],
    [
      'too large',
      {
        block: { kind: 'problem', problem: failure('net/response-too-large', { limitBytes: 2 << 20 }) },
      },
      [{ code: 'rest/head-unknown', data: { detail: 'it is larger than 2048 KiB' } }],
    ],
    [
      'withheld by a limit',
      {
        block: {
          kind: 'problem',
          problem: failure('net/rate-limited', { detail: 'HTTP 429', retryAfterMs: null }),
        },
      },
      [],
    ],
    [
      'of the newest block alone',
      { nodeInfo: refused },
      [{ code: 'rest/node-info-unavailable', data: { detail: 'HTTP 501' } }],
    ],
  ])('%s', (_, changes, problems) => {
    expect(judge(changes)).toEqual(problems);
  });
});

describe('the chain', () => {
  const wrong = {
    code: 'rest/wrong-chain',
    data: { expected: 'sandbox-1', actual: 'other-1', field: 'chain_id' },
  };
  const otherChain = answered(info('other-1'));
  const otherBlock = blockOf({ chainId: 'other-1' });

  test('is the one that is claimed, or another', () => {
    expect(judge({ nodeInfo: otherChain, block: otherBlock })).toEqual([wrong]);
    expect(judge({ nodeInfo: otherChain, block: blockOf({ chainId: '' }) })).toEqual([wrong]);
    expect(judge({ nodeInfo: refused, block: otherBlock })).toContainEqual(wrong);
  });

  test('may be one of two that are reported in turn', () => {
    expect(judge({ nodeInfo: otherChain })).toEqual([]);
    expect(judge({ block: otherBlock })).toEqual([]);
  });

  test('is unknown if the node names none', () => {
    const unknown = { code: 'rest/chain-unknown', data: { expected: 'sandbox-1' } };
    const block = blockOf({ chainId: '' });
    expect(judge({ nodeInfo: answered(info('')), block })).toEqual([unknown]);
    expect(judge({ nodeInfo: refused, block: refused })).toContainEqual(unknown);
  });
});

test('without an answer nothing else is reported but a redirect that was followed', () => {
  const { problem } = refused;
  const redirect = failure('http/redirect', { status: 301, location: '/x', followed: 'https://a.example' });
  const failed = { problem, nodeInfo: refused, block: refused, secure: false };
  expect(judge(failed)).toEqual([problem]);
  expect(judge({ ...failed, nodeInfo: null, block: null })).toEqual([problem]);
  expect(judge({ ...failed, redirect })).toEqual([problem, redirect]);
  expect(judge({ redirect })).toEqual([redirect]);
});

test('a deviation of several answers is reported once', () => {
  const deviation = 'it begins with a byte order mark';
  const nodeInfo = { ...answered(info('sandbox-1')), deviation };
  expect(judge({ nodeInfo, block: { ...blockOf(), deviation }, secure: false })).toEqual([
    { code: 'rest/nonstandard-answer', data: { reason: deviation } },
    { code: 'http/plaintext', data: {} },
  ]);
  expect(judge({ cors: { allowed: false, reason: 'no' } })).toEqual([
    { code: 'http/no-cors', data: { reason: 'no' } },
  ]);
});
