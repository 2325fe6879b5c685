import { describe, expect, test } from 'vitest';
import { OptionReader } from '../engine/option-reader.js';
import { type RawServe, readServeOptions } from './serve-options.js';

const usual: RawServe = {
  host: '127.0.0.1',
  port: '8080',
  cache: '10s',
  maxBlocks: '100000',
  confirmations: '2',
  snapshotAge: '10m',
  memory: '512MB',
};

function read(raw: Partial<RawServe>) {
  const errors: string[] = [];
  return { settings: readServeOptions({ ...usual, ...raw }, new OptionReader(errors, [])), errors };
}

test('the usual options', () => {
  expect(read({})).toEqual({
    settings: {
      port: 8_080,
      cacheMs: 10_000,
      maxBlocks: 100_000,
      rate: null,
      confirmations: 2,
      snapshotAgeMs: 600_000,
      memoryBytes: 512_000_000,
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

describe('--memory', () => {
  test.each([
    ['512MB', 512e6],
    ['1GB', 1e9],
    ['1.5 GB', 1.5e9],
    ['300MiB', 300 * 2 ** 20],
    ['2GiB', 2 ** 31],
    ['1000kB', 1e6],
  ])('%s', (memory, expected) => {
    expect(read({ memory })).toMatchObject({ settings: { memoryBytes: expected }, errors: [] });
  });

  test.each(['', '512', '512M', '512mb', '0MB', '999kB', '-1GB', '1TB', 'MB'])('not %j', (memory) => {
    expect(read({ memory }).errors).toEqual([
      `--memory: expected a size such as 512MB or 1GiB, at least 1MB, got "${memory}"`,
    ]);
  });
});

test('all errors are named at once', () => {
  const { errors } = read({ rate: 'x', memory: 'x', snapshotAge: 'x', confirmations: '-1' });
  expect(errors.map((error) => error.split(':')[0])).toEqual([
    '--rate',
    '--confirmations',
    '--snapshot-age',
    '--memory',
  ]);
});
