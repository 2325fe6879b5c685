import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createDirectory } from '../../test/support/directory.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import { type HistoryFile, readHistoryFile } from './history-file.js';
import { recordRun } from './record-run.js';

const name = 'nightly.jsonl';

function open(directory: string): HistoryFile {
  const file = readHistoryFile(name, directory);
  if (typeof file === 'string') throw new Error(file);
  return file;
}

const run = (host: string) => report([endpoint({ verdict: 'pass', url: `https://${host}` })]);
const later = (host: string) => ({ ...run(host), startedAt: '2026-01-02T00:00:00.000Z' });

describe('if another process has written the file since it was read', () => {
  test('the lines of that process are kept', async () => {
    const directory = await createDirectory();
    const [first, second] = [open(directory), open(directory)];
    expect(recordRun(first, run('a.example'))).toMatchObject({ reason: null, failed: false });
    const { reason, failed, report: recorded } = recordRun(second, later('b.example'));
    expect([reason, failed]).toEqual([null, false]);
    expect(recorded.endpoints[0]?.history).not.toBeNull();
    expect(open(directory).lines.map(({ address }) => address)).toEqual(['a.example', 'b.example']);
  });

  test('but cannot be read, the run is not recorded', async () => {
    const directory = await createDirectory();
    const file = open(directory);
    await writeFile(join(directory, name), 'no history\n');
    const { reason, failed, report: recorded } = recordRun(file, run('a.example'));
    expect(reason).toMatch(/^meanwhile the file cannot be read at line 1: /);
    expect(failed).toBe(true);
    expect(recorded.endpoints[0]?.history).toBeNull();
    expect(await readFile(join(directory, name), 'utf8')).toBe('no history\n');
  });
});
