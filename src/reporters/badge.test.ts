import { describe, expect, test } from 'vitest';
import { live } from '../../test/support/histories.js';
import { endpoint, report } from '../../test/support/report-samples.js';
import type { Verdict } from '../model/report.js';
import { nameBadges, render as renderBadges, wholeBadge } from './badge.js';
import fc from 'fast-check';
import { anyText } from '../../test/support/any-text.js';

/** An endpoint with its days, as `live` takes them; null without a history. */
function create(verdict: Verdict, days: string | null = null, chain: string | null = 'kava') {
  return endpoint({ verdict, history: days === null ? null : live(days), chain });
}

const repeat = (count: number, verdict: Verdict) => Array.from({ length: count }, () => create(verdict));

describe('the message counts the endpoints that pass, with their uptime; the colour shows the share', () => {
  test.each([
    [[create('pass')], '1/1 pass', 'brightgreen'],
    [[...repeat(99, 'pass'), create('fail')], '99/100 pass', 'green'],
    [[...repeat(9, 'pass'), create('fail')], '9/10 pass', 'green'],
    [[...repeat(3, 'pass'), create('invalid')], '3/4 pass', 'yellowgreen'],
    [[...repeat(2, 'pass'), create('fail'), create('invalid')], '2/4 pass', 'yellow'],
    [[create('pass'), ...repeat(99, 'fail')], '1/100 pass', 'orange'],
    [repeat(2, 'fail'), '0/2 pass', 'red'],
    [[create('pass'), ...repeat(2, 'inconclusive')], '1/1 pass, 2 inconclusive', 'brightgreen'],
    [repeat(2, 'inconclusive'), '2 inconclusive', 'lightgrey'],
    [[create('pass'), ...repeat(2, 'skipped')], '1/1 pass', 'brightgreen'],
    [repeat(2, 'skipped'), 'not checked', 'lightgrey'],
    [[], 'no endpoints', 'lightgrey'],
    [[create('pass', 'PP'), create('fail', 'PF')], '1/2 pass, uptime 75.0 % over 2 days', 'yellow'],
    // An endpoint of another chain is up.
    [[create('fail', 'P')], '0/1 pass, uptime 100 % over 1 day', 'red'],
    [[create('pass', 'PP'), create('pass', null)], '2/2 pass, uptime 100 % over 2 days', 'brightgreen'],
    [
      [create('pass', 'P'.repeat(40)), create('pass', 'P')],
      '2/2 pass, uptime 100 % over 30 days',
      'brightgreen',
    ],
    [[create('pass', 'P'), create('skipped', 'FFF')], '1/1 pass, uptime 100 % over 1 day', 'brightgreen'],
    [[create('inconclusive', 'I')], '1 inconclusive', 'lightgrey'],
  ])('%#', (endpoints, message, color) => {
    const [whole] = renderBadges(report(endpoints));
    expect(JSON.parse(whole?.text ?? '')).toEqual({ schemaVersion: 1, label: 'endpoints', message, color });
  });
});

test('endpoints that are in no file count for the whole', () => {
  const files = renderBadges(report([create('pass', null, null), create('fail')]));
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringContaining('1/2 pass'),
    expect.stringContaining('0/1 pass'),
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

describe('a name that is harmless everywhere stays', () => {
  test.each([
    'kava',
    '8ball',
    'eip155-1',
    'eip155%3A1',
    'kava_2222-10',
    'Oraichain',
    'v1.0',
    'console',
    'com10',
  ])('%s', (chain) => {
    expect(nameBadges([chain, 'other'])).toEqual(
      new Map([
        [chain, chain],
        ['other', 'other'],
      ]),
    );
  });
});

describe('any other name gets a hash', () => {
  test.each([
    ['', /^~/],
    ['.', /^~/],
    ['..', /^~/],
    ['../../etc/passwd', /^etc-passwd~/],
    ['/etc/passwd', /^etc-passwd~/],
    ['a\\b', /^a-b~/],
    ['C:x', /^c-x~/],
    ['.hidden', /^hidden~/],
    ['-rf', /^rf~/],
    ['__proto__', /^proto-~/],
    ['a\0b\n', /^a-b-~/],
    ['Zürich', /^z-rich~/],
    ['con', /^con~/],
    ['NUL.txt', /^nul-txt~/],
    ['Com1', /^com1~/],
    ['lpt9', /^lpt9~/],
    ['endpoints', /^endpoints~/],
    ['Endpoints', /^endpoints~/],
    ['kava~0123456789abcdef', /^kava-0123456789abcdef~/],
    ['a'.repeat(101), /^a{60}~/],
    ['trailing ', /^trailing-~/],
  ])('%j', (chain, expected) => {
    const name = nameBadges([chain]).get(chain) ?? '';
    expect(name).toMatch(expected);
    expect(name).toMatch(/^(?:[a-z\d][a-z\d-]{0,59})?~[\da-f]{16}$/);
  });
});

test('of names that differ only in the case of letters, the one in small letters stays', () => {
  const named = nameBadges(['kava', 'Kava', 'KAVA', 'Osmo', 'OSMO', 'Terra']);
  expect([...named.values()]).toEqual([
    'kava',
    expect.stringMatching(/^kava~/),
    expect.stringMatching(/^kava~/),
    expect.stringMatching(/^osmo~/),
    expect.stringMatching(/^osmo~/),
    'Terra',
  ]);
});

test('no two chains get one name, in any case of letters, and none that of the whole', () => {
  const chains = fc.array(
    fc.oneof(
      anyText(),
      fc.constantFrom('kava', 'Kava', 'endpoints', '\ud800', '\ud801', '\ufffd', 'e\u0301', 'é'),
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(chains, (list) => {
      const distinct = [...new Set(list)];
      const names = [...nameBadges(distinct).values(), wholeBadge].map((name) => name.toLowerCase());
      expect(new Set(names).size).toBe(distinct.length + 1);
    }),
  );
});
