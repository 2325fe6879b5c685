import { describe, expect, test } from 'vitest';
import { parseDuration } from '../engine/option-reader.js';
import { type RawOptions, parseOptions } from './raw-options.js';

const cwd = import.meta.dirname;

function read(raw: RawOptions) {
  const usageErrors: string[] = [];
  return { settings: parseOptions(raw, { cwd, env: {} }, usageErrors), usageErrors };
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
  ])('%j is none', (text) => {
    expect(parseDuration(text)).toBeNull();
  });
});

describe('what is not said has its default', () => {
  test('all of it', () => {
    expect(read({})).toEqual({
      settings: {
        only: new Set(['grpc', 'evm']),
        network: true,
        reports: [{ name: 'pretty', file: null }],
        failOn: 'error',
        timeoutMs: 20_000,
        retries: 2,
        concurrency: 256,
        perHost: 4,
        since: null,
        shard: null,
        allowPrivate: false,
        detail: 'normal',
        color: undefined,
      },
      usageErrors: [],
    });
  });
});

describe('what is said is read', () => {
  test('all of it', () => {
    const { settings, usageErrors } = read({
      only: 'evm, grpc',
      network: false,
      reporter: ['pretty', 'json=report.json'],
      failOn: 'warning',
      timeout: '500ms',
      retries: '0',
      concurrency: '1',
      perHost: '1000',
      since: 'main',
      shard: '2/8',
      allowPrivate: true,
      verbose: true,
      color: false,
    });
    expect(usageErrors).toEqual([]);
    expect(settings).toEqual({
      only: new Set(['evm', 'grpc']),
      network: false,
      reports: [
        { name: 'pretty', file: null },
        { name: 'json', file: `${cwd}/report.json` },
      ],
      failOn: 'warning',
      timeoutMs: 500,
      retries: 0,
      concurrency: 1,
      perHost: 1_000,
      since: 'main',
      shard: { index: 2, count: 8 },
      allowPrivate: true,
      detail: 'verbose',
      color: false,
    });
  });

  test('the name of a file may hold an equals sign', () => {
    expect(read({ reporter: ['json=a=b.json'] }).settings.reports).toEqual([
      { name: 'json', file: `${cwd}/a=b.json` },
    ]);
  });

  test('quiet', () => {
    expect(read({ quiet: true }).settings.detail).toBe('quiet');
  });
});

describe('what is wrong is named by its option', () => {
  test.each<[RawOptions, string]>([
    [{ only: 'rest' }, '--only: "rest" is none of grpc, evm'],
    [{ only: '' }, '--only: "" is none of grpc, evm'],
    [{ only: 'grpc,' }, '--only: "" is none of grpc, evm'],
    [{ failOn: 'notice' }, '--fail-on: "notice" is none of error, warning, inconclusive'],
    [{ timeout: '20' }, '--timeout: "20" is not a duration up to an hour; write it like 20s or 500ms'],
    [{ retries: '-1' }, '--retries: "-1" is not a whole number from 0 to 10'],
    [{ retries: '11' }, '--retries: "11" is not a whole number from 0 to 10'],
    [{ retries: '1.5' }, '--retries: "1.5" is not a whole number from 0 to 10'],
    [{ retries: '' }, '--retries: "" is not a whole number from 0 to 10'],
    [{ concurrency: '0' }, '--concurrency: "0" is not a whole number from 1 to 1000'],
    [{ perHost: 'many' }, '--per-host: "many" is not a whole number from 1 to 1000'],
    [{ reporter: ['json='] }, '--reporter: "json=" names no file behind the ='],
    [{ reporter: ['json=nowhere/a.json'] }, '--reporter: the directory of nowhere/a.json does not exist'],
    // A file is no directory.
    [
      { reporter: ['json=settings.ts/a.json'] },
      '--reporter: the directory of settings.ts/a.json does not exist',
    ],
    [{ quiet: true, verbose: true }, '--quiet and --verbose exclude each other'],
  ])('%j', (raw, usageError) => {
    expect(read(raw).usageErrors).toEqual([usageError]);
  });

  test('a reporter that there is not', () => {
    expect(read({ reporter: ['xml'] }).usageErrors).toEqual([
      expect.stringMatching(/^--reporter: "xml" is none of pretty, json/),
    ]);
    expect(read({ reporter: ['constructor'] }).usageErrors).toHaveLength(1);
  });

  test('two reports on one output', () => {
    expect(read({ reporter: ['pretty', 'json'] }).usageErrors).toEqual([
      '--reporter: pretty and json both go to standard output; give one of them a file, json=FILE',
    ]);
  });

  test('all at once', () => {
    const raw = {
      only: 'a,b',
      failOn: 'x',
      timeout: 'x',
      retries: 'x',
      concurrency: 'x',
      perHost: 'x',
    };
    expect(read(raw).usageErrors.map((usageError) => /^--[a-z-]+/.exec(usageError)?.[0])).toEqual([
      '--only',
      '--only',
      '--fail-on',
      '--timeout',
      '--retries',
      '--concurrency',
      '--per-host',
    ]);
  });
});
