import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HistoryLine } from '../model/history.js';
import { parseHistory, renderHistory } from './history-file.js';

const time = '2026-11-22T02:00:00.000Z';

function line(otherwise: Partial<HistoryLine> = {}): HistoryLine {
  return {
    kind: 'grpc',
    address: 'a.example',
    chains: ['kava'],
    firstSeen: time,
    lastSeen: time,
    lastRun: time,
    lastPass: null,
    streak: { verdict: 'fail', runs: 2, since: time, rules: ['net/refused'] },
    structural: { runs: 2, since: time },
    days: 'P.F',
    latencyMs: 12,
    ...otherwise,
  };
}

const whole = renderHistory([line({ kind: 'evm' }), line(), line({ address: 'b.example', latencyMs: null })]);

describe('a rendered history is parsed', () => {
  it('to the same lines', () => {
    expect(parseHistory(whole)).toEqual({
      lines: [line({ kind: 'evm' }), line(), line({ address: 'b.example', latencyMs: null })],
    });
  });

  it('and an empty file is an empty history', () => {
    expect(parseHistory('')).toEqual({ lines: [] });
    expect(renderHistory([])).toBe('');
  });
});

describe('anything but a whole history is refused', () => {
  const notObject =
    'it is not a JSON object; a history has one for each endpoint, as check --history writes it';

  it('cut off at any byte but after a line', () => {
    for (let length = 1; length < whole.length; length++) {
      const cut = whole.slice(0, length);
      const count = cut.split('\n').length - 1;
      const expected = cut.endsWith('\n') ? { lines: { length: count } } : { line: count + 1 };
      expect(parseHistory(cut)).toMatchObject(expected);
    }
  });

  it.each([
    ['something else', 'hello\n', 1, notObject],
    ['a list', '[]\n', 1, notObject],
    ['an empty line', `${whole}\n`, 4, notObject],
    ['the same endpoint twice', renderHistory([line(), line()]), 2, 'the endpoint has a line already'],
    [
      'another order',
      renderHistory([line(), line({ kind: 'evm' })]),
      2,
      'it is out of order: lines are sorted by kind and address',
    ],
    [
      'a line of another version',
      `${JSON.stringify({ ...line(), score: 1 })}\n`,
      1,
      'it has the field "score", which this version does not know: update endpoint-check',
    ],
    [
      'a field twice',
      `${JSON.stringify(line()).replace('{', '{"kind":"evm",')}\n`,
      1,
      'it has the field "kind" twice',
    ],
    [
      'a field of a field twice',
      `${JSON.stringify(line()).replace('"runs":', '"runs":1,"runs":')}\n`,
      1,
      'it has the field "runs" twice',
    ],
    [
      'arrays in arrays',
      `{"kind":${'['.repeat(200_000)}${']'.repeat(200_000)}}\n`,
      1,
      'it is nested more than 32 levels deep',
    ],
    ['a conflict of git', '<<<<<<< ours\n', 1, 'git has left a conflict: keep one side'],
  ])('%s', (_, text, at, reason) => {
    expect(parseHistory(text)).toEqual({ line: at, reason });
  });

  it.each([
    ['kind', ''],
    ['address', 1],
    ['chains', [1]],
    ['firstSeen', 'yesterday'],
    ['lastSeen', '2026-11-22'],
    ['lastRun', '2026-99-22T02:00:00Z'],
    ['lastPass', 0],
    ['streak', { verdict: 'fail', runs: 0, since: time, rules: [] }],
    ['streak', { verdict: 'skipped', runs: 1, since: time, rules: [] }],
    ['structural', { runs: 1 }],
    ['structural', { runs: 1, since: '2026-11-22T02:00:00Z', last: 1 }],
    ['streak', { verdict: 'pass', runs: 1, since: '2026-11-22T02:00:00Z', rules: [], score: 1 }],
    ['streak', { verdict: 'pass', runs: 2e15, since: '2026-11-22T02:00:00Z', rules: [] }],
    ['lastSeen', '02:00Z'],
    ['structural', undefined],
    ['days', ''],
    ['days', 'PX'],
    ['days', 'P'.repeat(91)],
    ['latencyMs', -1],
  ])('with "%s": %j', (field, value) => {
    const text = `${JSON.stringify({ ...line(), [field]: value })}\n`;
    expect(parseHistory(text)).toEqual({ line: 1, reason: `"${field}" is missing or malformed` });
  });

  it('with a number that cannot be written again', () => {
    const text = `${JSON.stringify(line())}\n`.replace('"latencyMs":12', '"latencyMs":1e400');
    expect(parseHistory(text)).toEqual({ line: 1, reason: '"latencyMs" is missing or malformed' });
  });

  it('and any text is parsed or refused', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseHistory(`${text}\n`)));
  });
});
