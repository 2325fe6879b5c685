import { expect, test } from 'vitest';
import { endpoint, finding, report } from '../../test/support/report-samples.js';
import { findVersionConflict, mergeReports } from './merge.js';

const at = (url: string, file: string | null = 'chain/kava/param.json') =>
  endpoint({ file, pointer: file === null ? null : '/evm_rpc_endpoint/1', line: 9, url });

test.each([
  [
    'one place with two urls is a conflict',
    [report([at('https://a.example')]), report([at('https://b.example')])],
    true,
  ],
  ['the same twice is none', [report([at('https://a.example')]), report([at('https://a.example')])], false],
  [
    'endpoints of the command line have no place',
    [report([at('a:1', null)]), report([at('b:1', null)])],
    false,
  ],
  [
    'a key that is there twice is one place',
    [
      report([at('https://a.example')]),
      report([at('https://b.example')], [finding({ rule: 'file/duplicate-key' })]),
    ],
    false,
  ],
])('%s', (_, reports, isConflict) => {
  expect(findVersionConflict(reports)).toBe(
    isConflict
      ? 'the reports are of different versions of chain/kava/param.json (line 9): make all of them from one commit'
      : null,
  );
});

test('an entry of several reports is taken from the last one that probed it', () => {
  const failed = report([endpoint()], [finding()]);
  const passed = report([endpoint({ verdict: 'pass' })]);
  const read = report([endpoint({ verdict: 'skipped', attempts: 0 })]);
  const expected = { endpoints: 1, failed: 1, errors: 1 };
  for (const before of [read, passed, failed])
    for (const reports of [
      [before, failed],
      [before, failed, read],
    ])
      expect(mergeReports(reports).summary).toMatchObject(expected);
});

test('a service that is tested too is no part of the scope', () => {
  const scope = { network: true, only: ['grpc'], since: 'main', shard: null };
  const routes = report([endpoint({ kind: 'query', file: null, verdict: 'ok' })]);
  expect(mergeReports([{ ...report([endpoint()]), scope }, routes]).scope).toEqual(scope);
});

test('parts that found the same of a chain that the change calls ended are counted each, a repeated one once', () => {
  const parts = [1, 2].map((index) => {
    const data = { alive: 1, asked: 2, height: '7', time: '2026-01-01T00:00:00.000Z' };
    const alive = finding({ rule: 'chain/still-alive', severity: 'warning', endpoint: null, data });
    const part = report([endpoint({ pointer: `/evm_rpc_endpoint/${index}` })], [alive]);
    return { ...part, scope: { ...part.scope, shard: `${index}/2` } };
  });
  expect(mergeReports([...parts, ...parts]).findings).toMatchObject([{ data: { alive: 2, asked: 2 } }]);
});
