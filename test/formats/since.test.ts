import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkRegistry, mergeReports, type Report, render } from '../../src/index.js';
import { parseCases } from '../support/case-files.js';
import { createDirectory } from '../support/directory.js';

/** A file of each format, in which one entry is malformed. */
const topics = parseCases(readFileSync('fixtures/cases/since.txt', 'utf8'));
const files = topics
  .filter(([topic]) => topic.endsWith('in every format'))
  .flatMap(([, cases]) => cases.map(({ title, sections: [file] }) => [title, file] as const));

describe('a malformed entry is reported', () => {
  const createCheck = async (file: (typeof files)[number][1]) => {
    const cwd = await createDirectory({ [file?.words[0] ?? '']: file?.text ?? '' });
    return (part: object = {}) => checkRegistry([], { cwd, network: false, ...part });
  };

  test.each(files)('in two parts that are joined: %s', async (_, file) => {
    const check = await createCheck(file);
    const whole = await check();
    const joined = mergeReports([await check({ shard: '1/2' }), await check({ shard: '2/2' })]);
    const parts = ({ summary, endpoints, findings }: Report) => [summary, endpoints, findings];
    expect(parts(joined)).toEqual(parts(whole));
  });

  // What a reporter gets of it does not depend on the format.
  test('in every reporter', async () => {
    const check = await createCheck(files[0]?.[1]);
    const whole = await check();
    for (const reporter of [
      'pretty',
      'junit',
      'sarif',
      'rdjson',
      'codequality',
      'markdown',
      'html',
      'github',
      'openmetrics',
    ] as const)
      expect(await render(whole, reporter)).toContain('old.example');
  });

  test('there is a case of each of ten formats', () => {
    expect(files).toHaveLength(10);
  });
});
