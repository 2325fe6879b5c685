import { describe, expect, test } from 'vitest';
import { describeUnknownKind } from '../checks/index.js';
import type { RawOptions } from '../engine/options/read-options.js';
import { formats } from '../formats/index.js';
import { defaultUserAgent } from '../net/user-agent.js';
import { readSettings } from './settings.js';

const cwd = import.meta.dirname;

function read(raw: RawOptions) {
  const usageErrors: string[] = [];
  return { settings: readSettings('check', raw, { cwd, env: {} }, usageErrors), usageErrors };
}

describe('an option that is not set has its default', () => {
  test('all of it', () => {
    expect(read({})).toEqual({
      settings: {
        only: null,
        network: true,
        reports: [{ name: 'pretty', path: null }],
        failOn: 'error',
        timeoutMs: 20_000,
        retries: 2,
        concurrency: 256,
        perHost: 4,
        references: 2,
        since: null,
        baseline: null,
        hideUnchanged: false,
        fix: false,
        fixAll: false,
        fixDryRun: false,
        history: null,
        dead: false,
        now: null,
        shard: null,
        proxy: false,
        reporter: ['pretty'],
        quiet: false,
        verbose: false,
        allowPrivate: false,
        format: null,
        userAgent: defaultUserAgent,
        exclude: null,
        cors: false,
        capabilities: false,
        require: null,
        peers: false,
        detail: 'normal',
        color: null,
      },
      usageErrors: [],
    });
  });
});

describe('options are parsed', () => {
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
      references: '5',
      hideUnchanged: true,
      fixAll: true,
      fixDryRun: true,
      format: 'keplr',
      exclude: 'exclude.json',
      allowPrivate: true,
      userAgent: 'registry-ci (https://example.com)',
      cors: true,
      capabilities: true,
      verbose: true,
      color: false,
    });
    expect(usageErrors).toEqual([]);
    expect(settings).toMatchObject({
      only: new Set(['evm', 'grpc']),
      network: false,
      reports: [
        { name: 'pretty', path: null },
        { name: 'json', path: `${cwd}/report.json` },
      ],
      failOn: 'warning',
      timeoutMs: 500,
      retries: 0,
      concurrency: 1,
      perHost: 1_000,
      since: 'main',
      references: 5,
      hideUnchanged: true,
      fixAll: true,
      fixDryRun: true,
      format: formats.find(({ name }) => name === 'keplr'),
      exclude: 'exclude.json',
      allowPrivate: true,
      userAgent: 'registry-ci (https://example.com)',
      cors: true,
      capabilities: true,
      detail: 'verbose',
      color: false,
    });
  });

  test('a shard', () => {
    const { settings, usageErrors } = read({ shard: '2/8' });
    expect(usageErrors).toEqual([]);
    expect(settings.shard).toEqual({ index: 2, count: 8 });
  });

  test('what is required of the list is found out', () => {
    const { settings, usageErrors } = read({ reporter: ['list'], require: 'logs:10000, tx-index' });
    expect(usageErrors).toEqual([]);
    expect(settings).toMatchObject({
      capabilities: true,
      require: [
        { name: 'logs', least: 10_000 },
        { name: 'tx-index', least: 1 },
      ],
    });
    expect(read({ require: 'archive' }).usageErrors).toEqual(['--require needs --reporter list']);
  });

  test('the name of a file may hold an equals sign', () => {
    expect(read({ reporter: ['json=a=b.json'] }).settings.reports).toEqual([
      { name: 'json', path: `${cwd}/a=b.json` },
    ]);
  });

  test('quiet', () => {
    expect(read({ quiet: true }).settings.detail).toBe('quiet');
  });
});

describe('an invalid value is named with its option', () => {
  test.each<[RawOptions, string]>([
    [{ only: 'lcd' }, `--only: ${describeUnknownKind('lcd')}`],
    [{ only: 'evm,grcp' }, `--only: ${describeUnknownKind('grcp')}`],
    [{ only: '' }, `--only: ${describeUnknownKind('')}`],
    [{ only: 'grpc,' }, `--only: ${describeUnknownKind('')}`],
    [{ failOn: 'notice' }, '--fail-on: unknown level "notice": expected error, warning or inconclusive'],
    [
      { failOn: 'warnings' },
      '--fail-on: unknown level "warnings": expected error, warning or inconclusive (did you mean warning?)',
    ],
    [{ timeout: '20' }, '--timeout: expected a duration such as 20s or 500ms, at most an hour, got "20"'],
    [{ retries: '-1' }, '--retries: expected an integer from 0 to 10, got "-1"'],
    [{ retries: '11' }, '--retries: expected an integer from 0 to 10, got "11"'],
    [{ retries: '1.5' }, '--retries: expected an integer from 0 to 10, got "1.5"'],
    [{ retries: '' }, '--retries: expected an integer from 0 to 10, got ""'],
    [{ concurrency: '0' }, '--concurrency: expected an integer from 1 to 1000, got "0"'],
    [{ perHost: 'many' }, '--per-host: expected an integer from 1 to 1000, got "many"'],
    [{ reporter: ['json='] }, '--reporter: expected a file after =, got "json="'],
    [{ reporter: ['json=nowhere/a.json'] }, '--reporter: the directory of nowhere/a.json does not exist'],
    // A file is no directory.
    [
      { reporter: ['json=settings.ts/a.json'] },
      '--reporter: the directory of settings.ts/a.json does not exist',
    ],
    [{ reporter: ['badge'] }, '--reporter: badge writes several files: write badge=DIRECTORY'],
    [{ reporter: ['badge='] }, '--reporter: expected a directory after =, got "badge="'],
    [{ reporter: ['badge=nowhere/a'] }, '--reporter: the directory of nowhere/a does not exist'],
    [{ reporter: ['badge=settings.ts'] }, '--reporter: settings.ts is not a directory'],
    [{ reporter: ['json=demo'] }, '--reporter: demo is a directory'],
    [{ reporter: ['badge', 'json'] }, '--reporter: badge writes several files: write badge=DIRECTORY'],
    [{ quiet: true, verbose: true }, '--quiet and --verbose exclude each other'],
  ])('%j', (raw, error) => {
    expect(read(raw).usageErrors).toEqual([error]);
  });

  test.each(['badge=demo', 'badge=badges', 'badge=./demo/'])('%s is no error: it may exist', (reporter) => {
    expect(read({ reporter: [reporter] }).usageErrors).toEqual([]);
  });

  test('an unknown reporter', () => {
    expect(read({ reporter: ['xml'] }).usageErrors).toEqual([
      expect.stringMatching(/^--reporter: unknown reporter "xml": expected pretty, json/),
    ]);
    expect(read({ reporter: ['constructor'] }).usageErrors).toHaveLength(1);
  });

  test('two reports for standard output', () => {
    expect(read({ reporter: ['pretty', 'json'] }).usageErrors).toEqual([
      '--reporter: pretty and json would both be written to standard output: give one a file, json=FILE',
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
    expect(read(raw).usageErrors.map((error) => /^--[a-z-]+/.exec(error)?.[0])).toEqual([
      '--only',
      '--only',
      '--timeout',
      '--retries',
      '--concurrency',
      '--per-host',
      '--fail-on',
    ]);
  });
});
