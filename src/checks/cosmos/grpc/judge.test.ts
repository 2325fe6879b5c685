import { describe, expect, test } from 'vitest';
import { failure } from '../../../model/failure.js';
import type { Problem } from '../../../model/rule.js';
import type { CallResult } from '../../../net/grpc/connection.js';
import { staleAfterMs } from '../../block/stale.js';
import { noPhases } from '../../facts.js';
import { judgeGrpc, judgeGrpcClaim } from './judge.js';
import type { GrpcObservation } from './probe.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const nodeService = 'cosmos.base.tendermint.v1beta1.Service';
const claim = { chainId: 'cosmoshub-4', field: 'chain_id_cosmos', derived: false };

function answer<Answer>(value: Answer): CallResult<Answer> {
  return { kind: 'answer', answer: value };
}

function status(code: number, name: string, details = ''): CallResult<never> {
  return { kind: 'status', status: { code, name, details } };
}

function broken(...found: Parameters<typeof failure>): CallResult<never> {
  return { kind: 'failure', failure: failure(...found) };
}

/** The observation of a healthy node, with these changes. */
function createObservation(changes: Partial<GrpcObservation> = {}): GrpcObservation {
  return {
    transport: 'tls',
    connection: {
      address: '192.0.43.8:443',
      alpn: 'h2',
      certificateExpiresAt: '2026-03-01T00:00:00.000Z',
      certificateLifetimeMs: null,
      cipherSuite: 'TLS_AES_128_GCM_SHA256',
    },
    failure: null,
    reflection: list([nodeService]),
    nodeInfo: info('cosmoshub-4'),
    syncing: false,
    latestBlock: { height: 7, timeMs: now.getTime(), chainId: '' },
    headProblem: null,
    secondInfo: null,
    archive: null,
    phasesMs: noPhases,
    ...changes,
  };
}

function list(names: readonly string[]): GrpcObservation['reflection'] {
  return { version: 'v1alpha', result: answer({ names, errorCode: null }) };
}

function refuse(result: CallResult<never>): GrpcObservation['reflection'] {
  return { version: 'v1alpha', result };
}

function info(network: string): GrpcObservation['nodeInfo'] {
  return answer({ network, moniker: 'node', sdkVersion: 'v0.50.0', appVersion: '1.0.0' });
}

function judge(changes: Partial<GrpcObservation>, claimed: typeof claim | null = claim) {
  const observation = createObservation(changes);
  return [...judgeGrpc(observation, now), ...(claimed === null ? [] : judgeGrpcClaim(observation)(claimed))];
}

describe('a healthy node has no problem', () => {
  test.each<[string, Partial<GrpcObservation>]>([
    ['everything answered', {}],
    ['the optional calls were not answered', { syncing: null, latestBlock: null }],
    ['it lists no services but answers', { reflection: list([]) }],
    ['no call was made and nothing is known', { connection: null, reflection: null, nodeInfo: null }],
  ])('%s', (_, changes) => {
    expect(judge(changes)).toEqual([]);
    expect(judge(changes, null)).toEqual([]);
  });
});

test('a failure of all calls is the only problem', () => {
  const refused = failure('net/refused', { address: '192.0.43.8:443' });
  const nothing = { failure: refused, transport: null, connection: null, reflection: null, nodeInfo: null };
  expect(judge(nothing)).toEqual([refused]);
});

describe('the chain that the node reports must equal the claim exactly', () => {
  test.each(['osmosis-1', 'cosmoshub-3', 'CosmosHub-4', ' cosmoshub-4'])('%j is another chain', (actual) => {
    expect(judge({ nodeInfo: info(actual) })).toEqual([
      {
        code: 'grpc/wrong-chain',
        data: { expected: 'cosmoshub-4', actual, field: 'chain_id_cosmos' },
      },
    ]);
    expect(judge({ nodeInfo: info(actual) }, null)).toEqual([]);
  });

  test('a node that does not report its chain does not fail', () => {
    expect(judge({ nodeInfo: info('') })).toEqual([
      { code: 'grpc/chain-unknown', data: { expected: 'cosmoshub-4' } },
    ]);
    expect(judge({ nodeInfo: info('') }, null)).toEqual([]);
  });
});

test('UNIMPLEMENTED without a message to every call means that there is no route', () => {
  const silent = status(12, 'UNIMPLEMENTED');
  expect(judge({ reflection: refuse(silent), nodeInfo: silent })).toEqual([
    { code: 'grpc/not-routed', data: {} },
  ]);
  const named = status(12, 'UNIMPLEMENTED', 'unknown service');
  expect(judge({ reflection: refuse(silent), nodeInfo: named })).toHaveLength(2);
});

describe('a head that was requested and not reported is a notice', () => {
  const error = (details: string) => ({
    code: 'grpc/node-error',
    data: { call: 'GetLatestBlock', status: 'INTERNAL', details },
  });
  test.each<[string, Problem, string | null]>([
    ['too large', failure('net/response-too-large', { limitBytes: 1 << 20 }), 'it is larger than 1024 KiB'],
    ['late', { code: 'net/response-timeout', data: { limitMs: 2_000 } }, 'no answer within 2 s'],
    ['an error', error('panic'), 'INTERNAL: panic'],
    ['an error without a word', error(''), 'INTERNAL'],
    [
      'malformed',
      failure('grpc/malformed-response', { call: 'GetLatestBlock', reason: 'no message' }),
      'a malformed answer: no message',
    ],
    ['refused', failure('http/status', { status: 404, request: 'grpc' }), 'HTTP 404'],
    [
      'limited, which says nothing of the node',
      failure('net/rate-limited', { detail: 'x', retryAfterMs: null }),
      null,
    ],
  ])('%s', (_, headProblem, detail) => {
    const expected = detail === null ? [] : [{ code: 'grpc/head-unknown', data: { detail } }];
    expect(judge({ latestBlock: null, headProblem })).toEqual(expected);
    expect(judge({ latestBlock: null, headProblem, syncing: true })).toEqual([
      { code: 'grpc/syncing', data: {} },
    ]);
  });
});

test('a head of the future is reported', () => {
  const latestBlock = { height: 7, timeMs: now.getTime() + 90_000_000, chainId: '' };
  expect(judge({ latestBlock })).toEqual([
    { code: 'grpc/odd-timestamp', data: { height: 7, reason: 'it is 25 hours in the future' } },
  ]);
});

describe('an old head is a warning, unless the node reports that it is syncing', () => {
  const head = (ageMs: number) => ({
    latestBlock: { height: 7, timeMs: now.getTime() - ageMs, chainId: '' },
  });

  test.each([[staleAfterMs - 1], [staleAfterMs], [0], [-60_000]])('%i ms is fresh', (ageMs) => {
    expect(judge(head(ageMs))).toEqual([]);
  });

  test('one millisecond more than the limit is stale', () => {
    const ageMs = staleAfterMs + 1;
    expect(judge(head(ageMs))).toEqual([{ code: 'grpc/stale', data: { height: 7, ageMs } }]);
    expect(judge({ ...head(ageMs), syncing: null })).toHaveLength(1);
  });

  test('one cause has one problem', () => {
    expect(judge({ syncing: true })).toEqual([{ code: 'grpc/syncing', data: {} }]);
    expect(judge({ syncing: true, ...head(10 * staleAfterMs) })).toEqual([
      { code: 'grpc/syncing', data: {} },
    ]);
  });
});

describe('the transport is validated too', () => {
  const connection = {
    address: '192.0.43.8:443',
    alpn: 'h2',
    certificateExpiresAt: null,
    certificateLifetimeMs: null,
    cipherSuite: null,
  };

  test('plaintext is reported, and needs no ALPN', () => {
    const plain = { transport: 'plaintext' as const, connection: { ...connection, alpn: null } };
    expect(judge(plain)).toEqual([{ code: 'grpc/plaintext', data: {} }]);
  });

  test('TLS without ALPN is reported', () => {
    expect(judge({ connection: { ...connection, alpn: null } })).toEqual([{ code: 'tls/no-alpn', data: {} }]);
  });

  test.each([
    ['2026-01-14T23:59:59.999Z', 1],
    ['2026-01-15T00:00:00.000Z', 0],
  ])('a certificate until %s', (certificateExpiresAt, count) => {
    const found = judge({ connection: { ...connection, certificateExpiresAt, certificateLifetimeMs: null } });
    expect(found.filter(({ code }) => code === 'tls/certificate-expiring')).toHaveLength(count);
  });

  test('RSA key exchange is reported', () => {
    const cipherSuite = 'TLS_RSA_WITH_AES_128_GCM_SHA256';
    expect(judge({ connection: { ...connection, cipherSuite } })).toEqual([
      { code: 'tls/rsa-key-exchange', data: { cipherSuite } },
    ]);
  });
});

describe('the services must be listed by reflection', () => {
  test.each<[string, CallResult<never>, string]>([
    ['UNIMPLEMENTED', status(12, 'UNIMPLEMENTED', 'unknown service'), 'UNIMPLEMENTED'],
    [
      'a path that the proxy does not know',
      broken('http/status', { status: 404, request: 'grpc' }),
      'HTTP 404',
    ],
    ['a path that the proxy forbids', broken('http/forbidden', { detail: 'HTTP 403' }), 'HTTP 403'],
    ['a path that asks for an account', broken('http/auth-required', { detail: 'HTTP 401' }), 'HTTP 401'],
    ['a path with a page', broken('grpc/not-grpc', { contentType: 'text/html' }), 'text/html'],
    [
      'silence',
      broken('net/response-timeout', { address: '192.0.43.8:443', limitMs: 20_000 }),
      'no answer within 20 s',
    ],
  ])('%s, while the node answers', (_, result, detail) => {
    expect(judge({ reflection: refuse(result) })).toEqual([
      { code: 'grpc/reflection-unavailable', data: { detail } },
    ]);
  });

  test('any other failure is reported unchanged', () => {
    const data = { errorCode: 2 };
    expect(judge({ reflection: refuse(broken('grpc/stream-reset', data)) })).toEqual([
      { code: 'grpc/stream-reset', data },
    ]);
  });

  test('if the node does not answer either, the failure is reported unchanged', () => {
    const notFound = broken('http/status', { status: 404, request: 'grpc' });
    const found = judge({ reflection: refuse(notFound), nodeInfo: status(2, 'UNKNOWN', 'x') });
    expect(found.map(({ code }) => code)).toEqual(['http/status', 'grpc/node-error']);
  });

  test('another status is an error of the node', () => {
    expect(judge({ reflection: refuse(status(13, 'INTERNAL', 'panic')) })).toEqual([
      { code: 'grpc/node-error', data: { call: 'server reflection', status: 'INTERNAL', details: 'panic' } },
    ]);
  });

  test('an error instead of the list is an error of the node', () => {
    const result = answer({ names: null, errorCode: 5, message: 'not found' });
    expect(judge({ reflection: { version: 'v1', result } })).toEqual([
      {
        code: 'grpc/node-error',
        data: { call: 'server reflection', status: 'error 5', details: 'not found' },
      },
    ]);
  });
});

describe('the node must answer GetNodeInfo', () => {
  test('a time-out of it alone is told as its own', () => {
    const data = { address: '192.0.43.8:443', limitMs: 20_000 };
    expect(judge({ nodeInfo: broken('net/response-timeout', data) })).toEqual([
      { code: 'net/response-timeout', data: { ...data, call: 'GetNodeInfo' } },
    ]);
  });

  const unimplemented = status(12, 'UNIMPLEMENTED', 'unknown method');

  test('a service that is listed but does not answer', () => {
    expect(judge({ nodeInfo: unimplemented, reflection: list(['a.B', nodeService]) })).toEqual([
      { code: 'grpc/method-unimplemented', data: { detail: 'unknown method' } },
    ]);
    expect(judge({ nodeInfo: status(12, 'UNIMPLEMENTED') })).toEqual([
      { code: 'grpc/method-unimplemented', data: { detail: 'UNIMPLEMENTED' } },
    ]);
  });

  test.each([
    ['among no others', [], 0],
    ['among others', ['a.B', `${nodeService}.More`], 2],
  ])('a service that is not listed %s', (_, names, services) => {
    expect(judge({ nodeInfo: unimplemented, reflection: list(names) })).toEqual([
      { code: 'grpc/service-missing', data: { services } },
    ]);
  });

  test('another service without reflection gets both problems', () => {
    const reflection = refuse(status(12, 'UNIMPLEMENTED'));
    expect(judge({ nodeInfo: unimplemented, reflection })).toEqual([
      { code: 'grpc/reflection-unavailable', data: { detail: 'UNIMPLEMENTED' } },
      { code: 'grpc/service-missing', data: { services: null } },
    ]);
  });

  test('an error of the node has its message', () => {
    const details = 'no RPC client is defined in offline mode';
    expect(judge({ nodeInfo: status(2, 'UNKNOWN', details) })).toEqual([
      { code: 'grpc/node-error', data: { call: 'GetNodeInfo', status: 'UNKNOWN', details } },
    ]);
  });

  test('a failure of the call is reported unchanged', () => {
    const nodeInfo = broken('grpc/no-status', { call: 'GetNodeInfo' });
    expect(judge({ nodeInfo })).toEqual([{ code: 'grpc/no-status', data: { call: 'GetNodeInfo' } }]);
  });
});
