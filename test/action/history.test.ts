import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHistory } from '../../src/history/parse-history.js';
import { type ActionEvent, runAction } from '../support/action.js';
import { hoursAgo, writeHistory } from '../support/dead-history.js';
import { createDirectory, formatParam } from '../support/directory.js';
import { createRepository } from '../support/repository.js';

const url = 'https://127.0.0.1:1';
const registry = { 'chain/kava/param.json': formatParam({ evm: [url] }, { chain_id_evm: '0x7A69' }) };
const schedule: ActionEvent = { name: 'schedule', payload: 'schedule' };
const inputs = { history: 'history.jsonl', 'allow-private': 'true', retries: '0' };

async function readLines(directory: string) {
  const parsed = parseHistory(await readFile(join(directory, 'history.jsonl'), 'utf8'));
  if (!('lines' in parsed)) throw new Error(parsed.reason);
  return parsed.lines;
}

describe('the input history', () => {
  test('records each run, and the report shows what is known', async () => {
    const directory = await createDirectory(registry);
    const first = await runAction(directory, inputs, schedule);
    const second = await runAction(directory, inputs, schedule);
    expect([first.exitCode, second.exitCode, second.stderr]).toEqual([1, 1, '']);
    const [line, ...others] = await readLines(directory);
    expect(others).toEqual([]);
    expect(line?.streak).toMatchObject({ verdict: 'fail', runs: 2, rules: ['net/refused'] });
    expect(line?.lastRun).toBe(second.report?.startedAt);
    expect(second.report?.endpoints[0]?.history?.streak.runs).toBe(2);
    expect(second.annotations.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('says in a notice why a run is not recorded', async () => {
    const later = writeHistory([{ kind: 'evm', url }], hoursAgo(-1));
    const directory = await createDirectory({ ...registry, 'history.jsonl': later });
    const { exitCode, annotations } = await runAction(directory, inputs, schedule);
    expect(exitCode).toBe(1);
    const notices = annotations.filter(({ severity }) => severity === 'notice');
    expect(notices.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^history: this run is not recorded in history\.jsonl: it began no later than the last recorded run/,
      ),
    ]);
    expect(await readFile(join(directory, 'history.jsonl'), 'utf8')).toBe(later);
  });

  test.each([
    ['pull_request', 'pull_request-fork'],
    ['pull_request_target', 'pull_request-fork'],
    ['merge_group', 'merge_group'],
  ])('is ignored on %s, with a notice', async (name, payload) => {
    const repository = await createRepository({ ...registry, 'history.jsonl': 'made by a contributor' });
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit({ 'README.md': '' });
    const event = { name, payload, commits: { BASE_SHA: base, HEAD_SHA: head }, sha: head };
    const { exitCode, annotations } = await runAction(repository.directory, inputs, event);
    expect(exitCode).toBe(0);
    expect(annotations.map(({ severity, message }) => [severity, message])).toEqual([
      ['notice', `history: history.jsonl is ignored on ${name}, where contributors may have changed it`],
    ]);
    expect(await readFile(join(repository.directory, 'history.jsonl'), 'utf8')).toBe('made by a contributor');
  });

  test.each([
    [
      'a line that cannot be read',
      'history.jsonl',
      'history: history.jsonl cannot be read at line 1: it is not a JSON object; a history has one for each endpoint, as check --history writes it',
    ],
    [
      'a report as well',
      'both.jsonl',
      'reports: a report would replace the history: write it to another file',
    ],
    ['a link', 'link.jsonl', 'history: link.jsonl is, or is behind, a symbolic link of the checkout'],
  ])('%s stops the step before anything is probed', async (_, history, message) => {
    const { directory } = await createRepository({
      ...registry,
      'history.jsonl': 'x\n',
      'link.jsonl': ['/dev/null'],
    });
    const { exitCode, annotations, outputs } = await runAction(
      directory,
      { ...inputs, history, reports: 'json=both.jsonl' },
      schedule,
    );
    expect([exitCode, outputs]).toEqual([2, {}]);
    expect(annotations[0]?.message).toBe(message);
  });
});
