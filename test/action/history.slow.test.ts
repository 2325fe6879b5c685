import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseHistory } from '../../src/history/history-file.js';
import { type ActionEvent, runAction } from '../support/action.js';
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
  test('records each run, and the report shows the history', async () => {
    const directory = await createDirectory(registry);
    const first = await runAction(directory, inputs, schedule);
    const second = await runAction(directory, inputs, schedule);
    expect([first.exitCode, second.exitCode, second.stderr]).toEqual([1, 1, '']);
    const [line, ...rest] = await readLines(directory);
    expect(rest).toEqual([]);
    expect(line?.streak).toMatchObject({ verdict: 'fail', runs: 2, rules: ['net/refused'] });
    expect(line?.lastRun).toBe(second.report?.startedAt);
    expect(second.report?.endpoints[0]?.history?.streak.runs).toBe(2);
    expect(second.annotations.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('is ignored on a pull request, with a notice', async () => {
    const repository = await createRepository({ ...registry, 'history.jsonl': 'made by a contributor' });
    const base = await repository.git('rev-parse', 'HEAD');
    const head = await repository.commit({ 'README.md': '' });
    const commits = { BASE_SHA: base, HEAD_SHA: head };
    const event = { name: 'pull_request', payload: 'pull_request-fork', commits, sha: head };
    const { exitCode, annotations } = await runAction(repository.directory, inputs, event);
    expect(exitCode).toBe(0);
    expect(annotations.map(({ severity, message }) => [severity, message])).toEqual([
      ['notice', 'history: history.jsonl is ignored on pull_request, where contributors may have changed it'],
    ]);
    expect(await readFile(join(repository.directory, 'history.jsonl'), 'utf8')).toBe('made by a contributor');
  });

  test('that cannot be read, or that a report would replace, stops the step before anything is probed', async () => {
    const { directory } = await createRepository({ ...registry, 'history.jsonl': 'x\n' });
    const reports = 'json=both.jsonl';
    const broken = await runAction(directory, { ...inputs, reports }, schedule);
    expect([broken.exitCode, broken.outputs]).toEqual([2, {}]);
    expect(broken.annotations[0]?.message).toMatch(
      /^history: history\.jsonl cannot be read at line 1: it is not a JSON object/,
    );
    const both = await runAction(directory, { ...inputs, history: 'both.jsonl', reports }, schedule);
    expect([both.exitCode, both.outputs]).toEqual([2, {}]);
    expect(both.annotations[0]?.message).toBe(
      'reports: both.jsonl is both the history and a report: write the report to another file',
    );
  });
});
