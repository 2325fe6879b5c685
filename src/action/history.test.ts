import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { report } from '../../test/support/report-samples.js';
import { readActionHistory, recordReport } from './history.js';
import { readInputs } from './inputs.js';

const path = 'history.jsonl';

function read(cwd: string, name = 'schedule') {
  const errors: string[] = [];
  return {
    ...readActionHistory(path, {
      cwd,
      event: { name, payload: null, isMerge: false, newerBase: null },
      errors,
    }),
    errors,
  };
}

describe('the history that an input names', () => {
  test('is ignored on each event of what contributors propose', async () => {
    const cwd = await createDirectory({ [path]: 'made by a contributor\n' });
    for (const name of ['pull_request', 'pull_request_target', 'merge_group'])
      expect(read(cwd, name)).toEqual({
        file: null,
        notice: `history: history.jsonl is ignored on ${name}, where contributors may have changed it`,
        errors: [],
      });
    expect(read(cwd)).toEqual({
      file: null,
      notice: null,
      errors: [
        'history: history.jsonl cannot be read at line 1: it is not a JSON object; a history has one for each endpoint, as check --history writes it',
      ],
    });
  });

  test('is one file, and no link', async () => {
    const cwd = await createDirectory();
    symlinkSync('/dev/null', join(cwd, 'link.jsonl'));
    const listErrors = (history: string) => {
      const errors: string[] = [];
      readInputs((name) => (name === 'history' ? history : ''), cwd, errors);
      return errors;
    };
    expect(listErrors('link.jsonl')).toEqual([
      'history: link.jsonl is, or is behind, a symbolic link of the checkout',
    ]);
    expect(listErrors('a.jsonl\nb.jsonl')).toEqual([
      'history: expected one file, since a run is recorded in one',
    ]);
  });

  test('says why a run is not recorded', async () => {
    const { file } = read(await createDirectory());
    expect(recordReport(file, report([]))).toMatchObject({
      notice: 'history: this run is not recorded in history.jsonl: nothing was probed',
      failed: false,
    });
  });
});
