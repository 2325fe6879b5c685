import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import { noPhases } from '../../facts.js';
import { staleAfterMs } from '../../block/stale.js';
import type { RpcNode } from './answer.js';
import { judgeRpc, judgeRpcClaim } from './judge.js';
import type { RpcObservation } from './probe.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const claim = { chainId: 'sandbox-1', field: 'chain_id', derived: false };

const node: RpcNode = {
  chainId: 'sandbox-1',
  moniker: 'sandbox',
  version: '0.38.17',
  isCatchingUp: false,
  head: { height: 7, timeMs: now.getTime() },
};

/** The observation of a healthy node, with these changes. */
function createObservation(of: Partial<RpcNode> = {}, changes: Partial<RpcObservation> = {}): RpcObservation {
  return {
    connection: null,
    secure: true,
    node: { kind: 'result', node: { ...node, ...of }, deviation: null },
    second: null,
    refusal: null,
    redirect: null,
    archive: null,
    cors: null,
    phasesMs: noPhases,
    ...changes,
  };
}

function judge(of: Partial<RpcNode> = {}, changes: Partial<RpcObservation> = {}) {
  const observation = createObservation(of, changes);
  return [...judgeRpc(observation, now), ...judgeRpcClaim(observation)(claim)];
}

test('a healthy node has no problem', () => {
  expect(judge()).toEqual([]);
});

describe('the state of the node', () => {
  const aged = (ageMs: number) => ({ head: { height: 7, timeMs: now.getTime() - ageMs } });

  test.each<[string, Partial<RpcNode>, object[]]>([
    [
      'catching up, whatever its head',
      { isCatchingUp: true, ...aged(9e9) },
      [{ code: 'rpc/syncing', data: {} }],
    ],
    ['catching up from nothing', { isCatchingUp: true, head: null }, [{ code: 'rpc/no-block', data: {} }]],
    ['without a block', { head: null }, [{ code: 'rpc/no-block', data: {} }]],
    ['as old as is allowed', aged(staleAfterMs), []],
    ['older', aged(staleAfterMs + 1), [{ code: 'rpc/stale', data: { height: 7, ageMs: staleAfterMs + 1 } }]],
    [
      'of tomorrow',
      aged(-90_000_000),
      [{ code: 'rpc/odd-timestamp', data: { height: 7, reason: 'it is 25 hours in the future' } }],
    ],
    ['not known to be catching up', { isCatchingUp: null }, []],
  ])('%s', (_, of, problems) => {
    expect(judge(of)).toEqual(problems);
  });
});

describe('the chain', () => {
  test('is the one that is claimed, or another', () => {
    const data = { expected: 'sandbox-1', actual: 'other-1', field: 'chain_id' };
    expect(judge({ chainId: 'other-1' })).toEqual([{ code: 'rpc/wrong-chain', data }]);
  });

  test('may be one of two that are reported in turn', () => {
    const answer = (chainId: string) =>
      ({ kind: 'result', node: { ...node, chainId }, deviation: null }) as const;
    expect(judge({}, { second: answer('other-1') })).toEqual([]);
    expect(judge({ chainId: 'other-1' }, { second: answer('sandbox-1') })).toEqual([]);
  });

  test('is unknown if the node names none', () => {
    expect(judge({ chainId: '' })).toEqual([{ code: 'rpc/chain-unknown', data: { expected: 'sandbox-1' } }]);
  });
});

describe('without an answer nothing else is reported', () => {
  const problem = failure('http/status', { status: 404, request: 'rpc' });
  const redirect = failure('http/redirect', { status: 301, location: '/x', followed: 'https://a.example' });

  test('but a redirect that was followed', () => {
    const failed = { node: { kind: 'problem', problem } as const, secure: false };
    expect(judge({}, failed)).toEqual([problem]);
    expect(judge({}, { ...failed, redirect })).toEqual([problem, redirect]);
    expect(judge({}, { redirect })).toEqual([redirect]);
  });
});

describe('what is beside the answer', () => {
  test.each<[Partial<RpcObservation>, object]>([
    [
      {
        refusal: {
          code: 'rpc/status-unavailable',
          problem: failure('http/forbidden', { detail: 'HTTP 403' }),
        },
      },
      { code: 'rpc/status-unavailable', data: { detail: 'HTTP 403' } },
    ],
    [
      { refusal: { code: 'rpc/no-post', problem: { code: 'rpc/method-missing', data: { call: 'status' } } } },
      { code: 'rpc/no-post', data: { detail: 'the method does not exist' } },
    ],
    [
      {
        refusal: {
          code: 'rpc/no-get',
          problem: { code: 'rpc/not-json', data: { contentType: 'text/html' } },
        },
      },
      { code: 'rpc/no-get', data: { detail: 'a web page' } },
    ],
    [
      { second: { kind: 'result', node, deviation: 'it is the bare result' } },
      { code: 'rpc/nonstandard-answer', data: { reason: 'it is the bare result' } },
    ],
    [
      { node: { kind: 'result', node, deviation: 'it begins with a byte order mark' } },
      { code: 'rpc/nonstandard-answer', data: { reason: 'it begins with a byte order mark' } },
    ],
    [{ secure: false }, { code: 'http/plaintext', data: {} }],
    [{ cors: { allowed: false, reason: 'no' } }, { code: 'http/no-cors', data: { reason: 'no' } }],
  ])('%j', (changes, problem) => {
    expect(judge({}, changes)).toEqual([problem]);
  });

  test('a certificate that is about to expire', () => {
    const certificateExpiresAt = '2026-01-05T00:00:00.000Z';
    const connection = {
      address: '192.0.43.8:443',
      certificateExpiresAt,
      certificateLifetimeMs: null,
      cipherSuite: null,
    };
    expect(judge({}, { connection })).toMatchObject([{ code: 'tls/certificate-expiring' }]);
  });
});
