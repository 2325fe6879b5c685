import { describe, expect, test } from 'vitest';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { ReportedHistory } from '../model/history.js';
import type { Verdict } from '../model/report.js';
import { renderBadges } from './badge.js';

/** An endpoint that was up for a share of its time; null without a history. */
function create(verdict: Verdict, uptime30d: number | null = null, chain: string | null = 'kava') {
  const history = uptime30d === null ? null : ({ uptime30d } as ReportedHistory);
  return endpoint({ verdict, history, chain });
}

const repeat = (count: number, verdict: Verdict) => Array.from({ length: count }, () => create(verdict));

test('a badge is what shields.io reads, and nothing more', () => {
  expect(renderBadges(report([create('pass'), create('fail')]))).toEqual([
    {
      name: 'endpoints.json',
      text: '{"schemaVersion":1,"label":"endpoints","message":"1/2 up","color":"yellow"}\n',
    },
    { name: 'kava.json', text: '{"schemaVersion":1,"label":"kava","message":"1/2 up","color":"yellow"}\n' },
  ]);
});

describe('the message counts those that are up, the colour is their share', () => {
  test.each([
    [[create('pass')], '1/1 up', 'brightgreen'],
    [[...repeat(99, 'pass'), create('fail')], '99/100 up', 'green'],
    [[...repeat(9, 'pass'), create('fail')], '9/10 up', 'green'],
    [[...repeat(3, 'pass'), create('invalid')], '3/4 up', 'yellowgreen'],
    [[...repeat(2, 'pass'), create('fail'), create('invalid')], '2/4 up', 'yellow'],
    [[create('pass'), ...repeat(99, 'fail')], '1/100 up', 'orange'],
    [repeat(2, 'fail'), '0/2 up', 'red'],
    [[create('pass'), ...repeat(2, 'inconclusive')], '1/1 up, 2 inconclusive', 'brightgreen'],
    [repeat(2, 'inconclusive'), '2 inconclusive', 'lightgrey'],
    [[create('pass'), ...repeat(2, 'skipped')], '1/1 up', 'brightgreen'],
    [repeat(2, 'skipped'), 'not checked', 'lightgrey'],
    [[], 'no endpoints', 'lightgrey'],
    [[create('pass', 1), create('fail', 0.5)], '1/2 up, 75% in 30 days', 'yellow'],
    [[create('pass', 0.9999)], '1/1 up, 99.9% in 30 days', 'brightgreen'],
    [[create('pass', 1), create('pass', null)], '2/2 up, 100% in 30 days', 'brightgreen'],
    // The mean of these is 0.0499… as a binary fraction.
    [[1 / 60, 1 / 60, 7 / 60].map((share) => create('pass', share)), '3/3 up, 5% in 30 days', 'brightgreen'],
    [[create('pass', 1), create('skipped', 0)], '1/1 up, 100% in 30 days', 'brightgreen'],
  ])('%#: %j', (endpoints, message, color) => {
    const [whole] = renderBadges(report(endpoints));
    expect(JSON.parse(whole?.text ?? '')).toEqual({ schemaVersion: 1, label: 'endpoints', message, color });
  });
});

test('endpoints that are in no file count for the whole', () => {
  const files = renderBadges(report([create('pass', null, null), create('fail')]));
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringContaining('1/2 up'),
    expect.stringContaining('0/1 up'),
  ]);
});

test('a chain that has lost its last endpoint gets a badge that says so', () => {
  const sample = report([]);
  const [, kava] = renderBadges({
    ...sample,
    files: [{ path: 'kava.json', chain: 'kava', format: 'keplr' }],
  });
  expect(kava).toEqual({ name: 'kava.json', text: expect.stringContaining('no endpoints') as string });
});

test('a label is harmless, though the name of the chain is not', () => {
  const chain = '\x1b[31m##[error]\u202e"https://u:secret@a.example';
  const [, badge] = renderBadges(report([create('pass', null, chain)]));
  expect(badge?.text).toMatch(/^[ -~]+\n$/);
  expect(badge?.text).not.toMatch(/secret|##\[/);
  expect(JSON.parse(badge?.text ?? '')).toMatchObject({
    label: '\\x1b[31m##[error]\\u202e"https://********@a.example',
  });
});
