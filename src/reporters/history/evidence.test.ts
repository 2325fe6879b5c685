import { describe, expect, it } from 'vitest';
import { liveTogether, many } from '../../../test/support/histories.js';
import { defaultDeadLimits } from '../../history/judge-line.js';
import type { HistoryLine } from '../../model/history.js';
import { listControls, readEvidence } from './evidence.js';

function live(life: string): HistoryLine {
  const [line] = liveTogether({ 'rpc a.example': life });
  if (line === undefined) throw new Error(`no line of ${life}`);
  return line;
}

describe('the evidence of a dead endpoint covers the runs in which nothing was there', () => {
  it.each([
    [
      'and not of those before, in which it was refused',
      `P${many('X', 10)}${many('F', 15)}`,
      { runs: 15, days: 14 },
    ],
    [
      'with those in between that proved nothing',
      `P${many('F', 10)}III${many('F', 5)}`,
      { runs: 15, days: 17 },
    ],
  ])('%s', (_, life, expected) => {
    expect(readEvidence(live(life), defaultDeadLimits)).toMatchObject({
      ...expected,
      rules: ['net/refused'],
    });
  });

  it('and that of a refused endpoint all runs in which it failed', () => {
    const evidence = readEvidence(live(`PP${many('F', 5)}${many('X', 10)}`), defaultDeadLimits);
    expect(evidence).toEqual({
      lastPass: '2026-11-07',
      firstSeen: '2026-11-06',
      since: '2026-11-08',
      runs: 15,
      days: 14,
      rules: ['http/forbidden', 'net/refused'],
    });
  });
});

describe('the first controls are named', () => {
  const name = (count: number) => listControls({ controls: Array.from({ length: count }) }, () => 'x');

  it.each([
    [2, ['x', 'x']],
    [3, ['x', 'x', 'x']],
    [40, ['x', 'x', 'x', '37 more of its hosts']],
  ])('%i', (count, expected) => {
    expect(name(count)).toEqual(expected);
  });
});
