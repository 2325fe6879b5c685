import { describe, expect, test } from 'vitest';
import type { Face } from './option-row.js';
import { listOptions, type RawOptions, readOptions } from './option-rows.js';
import { parseDuration } from './option-type.js';

describe('the texts of an option for other faces than the command line name no option of it', () => {
  test.each(['action', 'library', 'libraryRegistry'] as const)('%s', (face) => {
    for (const { name, text } of listOptions(face)) expect(text, name).not.toMatch(/--\w/);
  });
});

test.each<Face>([
  'check',
  'remove',
  'history',
  'queryPages',
  'merge',
  'action',
  'library',
  'libraryRegistry',
])('what an option needs or excludes is an option too: %s', (face) => {
  const names: readonly string[] = listOptions(face).map(({ name }) => name);
  for (const { name, needs, excludes } of listOptions(face)) {
    expect(names, name).toEqual(
      expect.arrayContaining([...(needs?.oneOf ?? []), ...(excludes?.options ?? [])]),
    );
  }
});

function read(raw: RawOptions) {
  const errors: string[] = [];
  return { settings: readOptions('serve', raw, errors), errors };
}

describe('a duration has a unit', () => {
  test.each([
    ['20s', 20_000],
    ['500ms', 500],
    ['2m', 120_000],
    ['0.5s', 500],
    ['1ms', 1],
    ['60m', 3_600_000],
    ['3600000ms', 3_600_000],
  ])('%s', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  test.each([
    '',
    '20',
    's',
    '20 s',
    '20S',
    '-1s',
    '+1s',
    '1h',
    '0s',
    '0.4ms',
    '.5s',
    '1.s',
    '1e3ms',
    '61m',
    '3600001ms',
    '20s\n',
    '１s',
  ])('%j is not a duration', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

test('an option that is not set has the default of its face', () => {
  expect(read({})).toEqual({
    settings: {
      host: '127.0.0.1',
      port: 8_080,
      tokenFile: null,
      rate: null,
      cacheMs: 10_000,
      confirmations: 2,
      role: 'all',
      snapshotAgeMs: 600_000,
      database: null,
      databaseBytes: 10_000_000_000,
      allowPrivate: false,
    },
    errors: [],
  });
});

describe('--rate', () => {
  test.each([
    ['10', { count: 10, seconds: 1 }],
    ['10/s', { count: 10, seconds: 1 }],
    ['0.5/s', { count: 0.5, seconds: 1 }],
    ['600/m', { count: 600, seconds: 60 }],
    ['1/h', { count: 1, seconds: 3_600 }],
  ])('%s', (rate, expected) => {
    expect(read({ rate })).toMatchObject({ settings: { rate: expected }, errors: [] });
  });

  test.each(['', '0', '0.0/s', '-1', '1e3', '10/d', '10 /s', '/s', '10/', '0.0000000001/s'])(
    'not %j',
    (rate) => {
      expect(read({ rate }).errors).toEqual([
        `--rate: expected requests of one token, such as 10/s, 0.5/s or 600/m, got "${rate}"`,
      ]);
    },
  );
});

describe('--database-size', () => {
  test.each([
    ['512MB', 512e6],
    ['1GB', 1e9],
    ['1.5 GB', 1.5e9],
    ['300MiB', 300 * 2 ** 20],
    ['2GiB', 2 ** 31],
    ['1000kB', 1e6],
  ])('%s', (databaseSize, expected) => {
    expect(read({ databaseSize })).toMatchObject({ settings: { databaseBytes: expected }, errors: [] });
  });

  test.each(['', '512', '512M', '512mb', '0MB', '999kB', '-1GB', '1TB', 'MB'])('not %j', (databaseSize) => {
    expect(read({ databaseSize }).errors).toEqual([
      `--database-size: expected a size such as 512MB or 1GiB, at least 1MB, got "${databaseSize}"`,
    ]);
  });
});

test.each<[Face, RawOptions]>([
  ['check', { hideUnchanged: true, baseline: 'old.json' }],
  ['action', { hideUnchanged: 'true' }],
])('an option needs one of several, and only on some faces: %s %j', (face, raw) => {
  const errors: string[] = [];
  readOptions(face, raw, errors);
  expect(errors).toEqual([]);
});
