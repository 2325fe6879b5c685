import { link, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { findReplacedInputs } from './report-inputs.js';

const files = {
  'chain/kava/param.json': '{}',
  'chain/juno/param.json': '{}',
  'exclude.json': '[]',
  'history.jsonl': '',
  'report.json': '',
  'reports/endpoints.json': '',
};

/** The sentences for reports in a directory with these files, and links to them. */
async function find(...paths: readonly string[]) {
  const cwd = await createDirectory(files);
  await symlink('chain/kava/param.json', join(cwd, 'symbolic.json'));
  await link(join(cwd, 'chain/kava/param.json'), join(cwd, 'hard.json'));
  await symlink('chain', join(cwd, 'linked'));
  await mkdir(join(cwd, 'empty'));
  const reports = paths.map((path) => ({ name: 'json', path: resolve(cwd, path) }));
  const registry = { paths: ['chain/kava'] };
  return findReplacedInputs(reports, { cwd, registry, history: 'new.jsonl', others: ['exclude.json', null] });
}

const write = 'write the report to another file';

describe('a report that would replace an input is named', () => {
  test.each([
    ['chain/kava/param.json', `chain/kava/param.json is both an input and a report: ${write}`],
    ['./chain//kava/../kava/param.json', `chain/kava/param.json is both an input and a report: ${write}`],
    ['symbolic.json', `chain/kava/param.json is both an input and a report (symbolic.json): ${write}`],
    ['hard.json', `chain/kava/param.json is both an input and a report (hard.json): ${write}`],
    [
      'linked/kava/param.json',
      `chain/kava/param.json is both an input and a report (linked/kava/param.json): ${write}`,
    ],
    ['chain/juno/param.json', `chain/juno/param.json is both an input and a report: ${write}`],
    ['exclude.json', `exclude.json is both an input and a report: ${write}`],
    ['linked/../new.jsonl', `new.jsonl is both the history and a report: ${write}`],
    [
      'linked/juno',
      'linked/juno holds chain/juno/param.json, an input: write the report to a directory of its own',
    ],
  ])('%s', async (path, sentence) => {
    expect(await find(path)).toEqual([sentence]);
  });

  test('and no other', async () => {
    expect(await find('report.json', 'none.json', 'reports', 'empty', 'nowhere', '/dev/null')).toEqual([]);
    expect(await find()).toEqual([]);
  });
});
