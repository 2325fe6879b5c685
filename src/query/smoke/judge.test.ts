import { describe, expect, test } from 'vitest';
import { findSeverity } from '../../engine/rule-catalogue.js';
import { toKebabCase } from '../../model/write-option.js';
import { judgeAnswer, judgeNetworks } from './judge.js';
import { smokeRoutes } from './sample.js';

const found = { network: 'kava', statuses: [200, 404, null], detail: null };
const missing = (network: string, detail: string | null = null) => ({
  network,
  statuses: [404, 404],
  detail,
});
const unknown = (network: string, nearest: string | null, detail: string | null = null) => ({
  code: 'query/unknown-network',
  data: { network, detail, nearest },
});
const wrongBaseUrl = { code: 'query/wrong-base-url', data: { versioned: false } };

describe('a network of which every route answers 404 is unknown, or the base url is wrong', () => {
  test.each([
    ['nothing was called', [{ network: 'kava', statuses: [], detail: null }], [], []],
    ['one route answers', [found], [], []],
    ['no call is answered', [{ network: 'kava', statuses: [null, null], detail: null }], [], []],
    ['one of two is missing', [found, missing('osmosis')], [], [unknown('osmosis', null)]],
    ['one of two is misspelled', [found, missing('kavaa')], [], [unknown('kavaa', 'kava')]],
    ['one is misspelled', [missing('kavaa')], ['kava'], [unknown('kavaa', 'kava')]],
    ['one is known elsewhere', [missing('kava')], ['kava', 'kavaa'], [wrongBaseUrl]],
    ['the service explains it', [missing('osmosis', 'unknown')], [], [unknown('osmosis', null, 'unknown')]],
    ['all are missing', [missing('kava'), missing('osmosis')], ['juno'], [wrongBaseUrl]],
    [
      'all are missing, one of them misspelled',
      [missing('kavaa'), missing('osmosis')],
      ['kava'],
      [unknown('kavaa', 'kava'), unknown('osmosis', null)],
    ],
  ])('%s', (_, observed, known, problems) => {
    expect(judgeNetworks(observed, { versioned: false, known })).toEqual(problems);
  });

  test('even if the service explains it, if the base url ends in /v1', () => {
    const observed = [missing('osmosis', 'unknown path')];
    expect(judgeNetworks(observed, { versioned: true, known: [] })).toEqual([
      { code: 'query/wrong-base-url', data: { versioned: true } },
    ]);
  });
});

test('with a 404 only the routes that find one item are ok', () => {
  const phasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };
  const body = Buffer.from('{"detail":"no such thing"}');
  const answer = { status: 404, headers: {}, body };
  const found = smokeRoutes.flatMap((route) =>
    judgeAnswer(route, { answer, failure: null, address: null, certificateExpiresAt: null, phasesMs }),
  );
  expect(found.filter((problem) => findSeverity(problem) === 'notice').map(({ data }) => data)).toEqual(
    smokeRoutes
      .filter(({ isItem }) => isItem)
      .map(({ name }) => ({ route: toKebabCase(name), isItem: true, detail: 'no such thing' })),
  );
  expect(found).toHaveLength(smokeRoutes.length);
});

test('an error with a Retry-After is the same error, and says when to try again', () => {
  const phasesMs = { dns: null, connect: null, tls: null, firstByte: null, total: null };
  const judge = (headers: Record<string, string>) =>
    smokeRoutes.slice(0, 1).flatMap((route) =>
      judgeAnswer(route, {
        answer: { status: 502, headers, body: Buffer.alloc(0) },
        ...{ failure: null, address: null, certificateExpiresAt: null, phasesMs },
      }),
    );
  const data = { detail: null, status: 502 };
  expect(judge({})).toEqual([{ code: 'http/upstream-down', data }]);
  expect(judge({ 'retry-after': '3' })).toEqual([
    { code: 'http/upstream-down', data: { ...data, retryAfterMs: 3_000 } },
  ]);
});
