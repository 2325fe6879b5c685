import { describe, expect, test } from 'vitest';
import { judgeNetworks } from './judge.js';

const found = { network: 'kava', statuses: [200, 404, null] };
const missing = (network: string) => ({ network, statuses: [404, 404] });
const unknown = (network: string, nearest: string | null) => ({
  code: 'query/unknown-network',
  data: { network, nearest },
});
const wrongBaseUrl = { code: 'query/wrong-base-url', data: { versioned: false } };

describe('a network of which every route answers 404 is unknown, or the base url is wrong', () => {
  test.each([
    ['nothing was called', [{ network: 'kava', statuses: [] }], [], []],
    ['one route answers', [found], [], []],
    ['no call is answered', [{ network: 'kava', statuses: [null, null] }], [], []],
    ['one of two is missing', [found, missing('osmosis')], [], [unknown('osmosis', null)]],
    ['one of two is misspelled', [found, missing('kavaa')], [], [unknown('kavaa', 'kava')]],
    ['one is misspelled', [missing('kavaa')], ['kava'], [unknown('kavaa', 'kava')]],
    ['one is known elsewhere', [missing('kava')], ['kava', 'kavaa'], [wrongBaseUrl]],
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
});
