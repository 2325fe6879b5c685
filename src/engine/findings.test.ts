import { expect, test } from 'vitest';
import { entry } from '../../test/support/report-samples.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { nowhere } from '../model/place.js';
import type { Problem } from '../model/rule.js';
import { joinCauses } from './findings.js';

const leftOut = { path: '/kava', suggestion: 'a.example:443', isLeftOut: true };
const path: Problem = { code: 'entry/url-path', data: leftOut };
const missing: Problem = { code: 'http/status', data: { status: 404, request: 'grpc' } };
const place = (problem: Problem, of: Entry | null = entry): PlacedProblem => ({
  problem,
  place: nowhere,
  entry: of,
});

test('an endpoint that refuses without the path of its address has one problem', () => {
  expect(joinCauses([place(path), place(missing)])).toEqual([
    place({ code: 'entry/url-path', data: { ...leftOut, withoutIt: 'HTTP 404' } }),
  ]);
});

test.each<[string, readonly PlacedProblem[]]>([
  ['of another entry', [place(path), place(missing, { ...entry })]],
  ['that comes before the answer', [place(path), place({ code: 'net/refused', data: {} })]],
  ['of a node that is down', [place(path), place({ code: 'http/upstream-down', data: {} })]],
  ['of a node of another chain', [place(path), place({ code: 'grpc/wrong-chain', data: {} })]],
  ['that is only a notice', [place(path), place({ code: 'grpc/plaintext', data: {} })]],
  ['without a path', [place(missing)]],
  ['without an entry', [place(path, null), place(missing, null)]],
])('a problem %s stays', (_, problems) => {
  expect(joinCauses(problems)).toEqual(problems);
});
