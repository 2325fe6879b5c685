import { describe, expect, it } from 'vitest';
import { lastNight, liveTogether, many } from '../../test/support/histories.js';
import type { DeadReport } from '../history/find-dead.js';
import { judgeEvidence } from '../history/find-removable.js';
import { describeWeakEvidence } from './registry-around.js';

const lines = liveTogether({ 'rpc a.example': many('F', 20) });
const files = [{ name: 'nightly.jsonl', path: '/nightly.jsonl', before: null, lines }];
const now = new Date(lastNight);
const describeAt = (report: DeadReport, at = now) =>
  describeWeakEvidence(report, { files, evidence: judgeEvidence(files, at) });

function find(otherwise: { readonly othersUp?: readonly number[]; readonly known?: number }): DeadReport {
  const dead = (otherwise.othersUp ?? []).map((othersUp) => ({ othersUp }) as DeadReport['dead'][number]);
  const limits = { minRuns: 14, minDays: 7 };
  return {
    limits,
    listed: 3,
    known: otherwise.known ?? 3,
    dead,
    blockers: [],
    withdrawn: [],
    deadChains: [],
    excluded: [],
  };
}

describe('reasons to doubt what a history finds dead', () => {
  it('none if it is fresh, of this registry, and other endpoints passed', () => {
    expect(describeAt(find({ othersUp: [0, 12] }))).toEqual([]);
    expect(describeAt(find({}))).toEqual([]);
  });

  it.each<[string, DeadReport, Date, string]>([
    [
      'it is old',
      find({}),
      new Date(now.getTime() + 306 * 86_400_000),
      `the last run that nightly.jsonl has recorded began at ${lastNight}, more than a day ago: check again before anything is removed`,
    ],
    [
      'it is of the future',
      find({}),
      new Date(now.getTime() - 2 * 86_400_000),
      `the last run that nightly.jsonl has recorded began at ${lastNight}, in the future: check again before anything is removed`,
    ],
    [
      'it is of another registry',
      find({ known: 0 }),
      now,
      'of 3 endpoints here none is in nightly.jsonl: it may be of another registry',
    ],
    [
      'nothing else passed',
      find({ othersUp: [0, 0] }),
      now,
      'no other endpoint was up in the same run; check the network of the machine that checks',
    ],
  ])('%s', (_, report, at, sentence) => {
    expect(describeAt(report, at)).toEqual([sentence]);
  });
});
