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
