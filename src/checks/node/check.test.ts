import { describe, expect, test } from 'vitest';
import { failure } from '../../model/failure.js';
import type { Head } from '../block/stale.js';
import { describeNode, judgeNode, judgeTransport, noPhases } from './check.js';
import { noAnswers, type NodeObservation } from './observation.js';

const now = new Date('2026-01-01T12:00:00Z');
const minuteMs = 60_000;

/** The observation of a node in sync, with these changes. */
function observe(changes: Partial<NodeObservation> = {}): NodeObservation {
  return {
    ...noAnswers,
    chainIds: ['a-1'],
    heads: [headAt(7, 0)],
    syncing: [false],
    problem: null,
    connection: null,
    secure: true,
    redirect: null,
    archive: null,
    capabilities: null,
    cors: null,
    phasesMs: noPhases,
    ...changes,
  };
}

function headAt(height: number, ageMs: number): Head {
  return { height, timeMs: now.getTime() - ageMs, unit: 'seconds' };
}

function judge(changes: Partial<NodeObservation>, blockTimeMs?: number): readonly string[] {
  return judgeNode('rpc', observe(changes), now, blockTimeMs).map(({ code }) => code);
}

const redirect = failure('http/redirect', { status: 308, location: '/a' });
const refused = failure('http/forbidden', { detail: 'HTTP 403' });

describe('an endpoint', () => {
  test.each<[string, Partial<NodeObservation>, readonly string[]]>([
    ['in sync has no problem', {}, []],
    [
      'with a problem has no other',
      { problem: refused, syncing: [true], redirect },
      ['http/forbidden', 'http/redirect'],
    ],
    ['without a block is not also catching up', { hasNoBlock: true, syncing: [true] }, ['rpc/no-block']],
    [
      'that is catching up is not also stale',
      { syncing: [true, true], heads: [headAt(7, 1e9)] },
      ['rpc/syncing'],
    ],
    ['that is catching up in one answer only is not called so', { syncing: [true, false] }, []],
    ['whose head is not told', { heads: [], headProblem: refused }, ['rpc/head-unknown']],
    ['whose head was not requested', { heads: [] }, []],
    [
      'whose head a limit withheld that is reported',
      { heads: [], headProblem: refused, problems: [refused] },
      ['http/forbidden'],
    ],
    ['whose first head alone failed', { headProblem: refused }, []],
    ['is judged by its newest head', { heads: [headAt(7, 61 * minuteMs), headAt(9, 0)] }, []],
    ['without TLS', { secure: false }, ['http/plaintext']],
    ['without a connection', { secure: null }, []],
    ['that refuses pages', { cors: { allowed: false, reason: 'a' } }, ['http/no-cors']],
    ['that allows pages', { cors: { allowed: true } }, []],
    ['with problems of its kind', { problems: [refused] }, ['http/forbidden']],
    ['that lacks blocks', { archive: { kind: 'pruned', of: 'blocks', lowest: 5 } }, ['rpc/not-archive']],
    ['that lacks state', { archive: { kind: 'pruned', of: 'state', lowest: null } }, ['rpc/not-archive']],
    ['whose archive is not proved', { archive: { kind: 'unproved', detail: 'a' } }, ['rpc/archive-unproved']],
    ['that has all', { archive: { kind: 'whole' } }, []],
  ])('%s', (_, changes, codes) => {
    expect(judge(changes)).toEqual(codes);
  });

  test('over gRPC without TLS', () => {
    expect(judgeNode('grpc', observe({ secure: false }), now)).toEqual([
      { code: 'grpc/plaintext', data: {} },
    ]);
  });
});

describe('a head is stale', () => {
  test.each([
    ['after an hour', 60, undefined],
    ['after 300 blocks of the stated time', 15, 3_000],
    ['no earlier than after ten minutes', 10, 250],
    ['of a slow chain after more than an hour', 300, minuteMs],
  ])('%s', (_, minutes, blockTimeMs) => {
    const codes = [1, -1].map((ms) => judge({ heads: [headAt(7, minutes * minuteMs + ms)] }, blockTimeMs));
    expect(codes).toEqual([['rpc/stale'], []]);
  });

  test('and its stated time is told', () => {
    const heads = [headAt(7, 54 * minuteMs)];
    expect(judgeNode('evm', observe({ heads }), now, 2_000)).toEqual([
      { code: 'evm/stale', data: { height: 7, ageMs: 54 * minuteMs, blockTimeMs: 2_000 } },
    ]);
  });

  test('but one of the future is odd', () => {
    expect(judge({ heads: [headAt(7, -61 * minuteMs)] })).toEqual(['rpc/odd-timestamp']);
  });
});

describe('the facts', () => {
  test('of no observation are null, also those of the kind', () => {
    const facts = describeNode(null, { moniker: null });
    expect(Object.keys(facts)).toContain('moniker');
    expect({ ...facts, phasesMs: null }).toEqual(
      Object.fromEntries(Object.keys(facts).map((name) => [name, null])),
    );
  });

  test('tell the newest head, and what else was answered', () => {
    const heads = [headAt(4, 60 * minuteMs), headAt(5, 59 * minuteMs), headAt(30, 0)];
    const changes = { heads, chainIds: ['a-1', 'a-1', 'b-1'], facts: { moniker: 'b' } };
    expect(describeNode(observe(changes), { moniker: null })).toMatchObject({
      chainId: 'a-1',
      otherChainId: 'b-1',
      moniker: 'b',
      blockHeight: 30,
      blockTime: '2026-01-01T12:00:00.000Z',
      otherHead: { blockHeight: 4, blockTime: '2026-01-01T11:00:00.000Z', syncing: false },
    });
  });

  test.each<[string, Partial<NodeObservation>, object | null]>([
    ['20 blocks apart', { heads: [headAt(27, 0), headAt(7, 2 * minuteMs)] }, null],
    ['a minute apart', { heads: [headAt(28, 0), headAt(7, minuteMs)] }, null],
    ['one catching up', { syncing: [false, true] }, { blockHeight: null, blockTime: null, syncing: true }],
    ['both catching up', { syncing: [true, true] }, null],
  ])('tell no other head than one that does not fit: %s', (_, changes, otherHead) => {
    expect(describeNode(observe(changes), {})).toMatchObject({ otherHead });
  });

  test.each<[NodeObservation['cors'], boolean | null]>([
    [{ allowed: false, reason: 'no' }, false],
    [{ allowed: true }, true],
    [null, null],
  ])('tell of pages %j: %s', (cors, fact) => {
    expect(describeNode(observe({ cors }), {})).toMatchObject({ cors: fact });
  });

  test.each<[NodeObservation['archive'], boolean | null]>([
    [{ kind: 'whole' }, true],
    [{ kind: 'pruned', of: 'state', lowest: 5 }, false],
    [{ kind: 'unproved', detail: 'a' }, null],
  ])('tell of the archive %j: %s', (archive, fact) => {
    expect(describeNode(observe({ archive }), {})).toMatchObject({ archive: fact });
  });
});

const midnight = new Date('2026-01-01T00:00:00.000Z');
const dayMs = 86_400_000;
const peer = {
  address: '192.0.43.8:443',
  alpn: 'http/1.1',
  certificateExpiresAt: null,
  certificateLifetimeMs: null,
  tlsVersion: 'TLSv1.3',
  cipherSuite: null,
} as const;

function judgePeer(changes: Partial<NonNullable<NodeObservation['connection']>>) {
  return judgeTransport('evm', { connection: { ...peer, ...changes }, secure: true }, midnight);
}

describe('a warning is due when less than a quarter of the lifetime is left, and at most 14 days', () => {
  test.each<[string, number | null, number | null]>([
    ['2026-01-14T23:59:59.999Z', 90, 13],
    ['2026-01-02T00:00:00.000Z', 90, 1],
    ['2026-01-01T00:00:00.001Z', 90, 0],
    ['2026-01-15T00:00:00.000Z', 90, null],
    ['2026-01-15T00:00:00.000Z', 398, null],
    ['2026-01-14T00:00:00.000Z', 398, 13],
    // Of 160 hours, 40 are a quarter.
    ['2026-01-02T15:59:59.999Z', 160 / 24, 1],
    ['2026-01-02T16:00:00.000Z', 160 / 24, null],
    ['2026-01-06T00:00:00.000Z', 160 / 24, null],
    ['2026-01-14T00:00:00.000Z', null, 13],
    ['2026-01-15T00:00:00.000Z', null, null],
    ['Bad time value', 90, null],
  ])('until %s, of %s days', (validTo, lifetimeDays, days) => {
    const certificateLifetimeMs = lifetimeDays === null ? null : lifetimeDays * dayMs;
    expect(judgePeer({ certificateExpiresAt: validTo, certificateLifetimeMs })).toEqual(
      days === null ? [] : [{ code: 'tls/certificate-expiring', data: { validTo, days } }],
    );
  });

  test('not without a certificate or a connection', () => {
    expect(judgePeer({})).toEqual([]);
    expect(judgeTransport('evm', { connection: null, secure: true }, midnight)).toEqual([]);
  });
});

describe('a cipher suite is warned of if its keys are exchanged by RSA alone', () => {
  test.each<[string | null, number]>([
    ['TLS_RSA_WITH_AES_128_GCM_SHA256', 1],
    ['TLS_RSA_WITH_AES_256_CBC_SHA', 1],
    ['TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_DHE_RSA_WITH_AES_128_GCM_SHA256', 0],
    ['TLS_AES_128_GCM_SHA256', 0],
    [null, 0],
  ])('%s', (cipherSuite, count) => {
    expect(judgePeer({ cipherSuite })).toHaveLength(count);
  });
});
