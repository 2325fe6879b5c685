import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { nameBadges, wholeBadge } from './badge-names.js';

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
