import { describe, expect, test } from 'vitest';
import type { RawOptions } from '../engine/options/option-rows.js';
import { formats } from '../formats/index.js';
import { defaultUserAgent } from '../net/probe-context.js';
import { createBypass, expandWildcards, readSettings } from './settings.js';
import { createDirectory } from '../../test/support/directory.js';

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

describe('a directory of badges', () => {
  test.each(['badge=demo', 'badge=badges', 'badge=./demo/'])('%s is no error: it may exist', (reporter) => {
    expect(read({ reporter: [reporter] }).usageErrors).toEqual([]);
  });
});

describe('connections to hosts of NO_PROXY are direct, as with curl', () => {
  test.each([
    ['*', 'a.example', true],
    ['*,b.example', 'a.example', false],
    ['', 'a.example', false],
    [',.,', 'a.example', false],
    ['a.example', 'a.example', true],
    ['A.Example', 'a.example', true],
    ['example', 'a.example', true],
    ['ample', 'a.example', false],
    ['.a.example', 'a.example', true],
    ['.example', 'a.example', true],
    ['a.example.', 'a.example', true],
    ['*.example', 'a.example', false],
    ['b.example, a.example', 'a.example', true],
    ['b.example a.example', 'a.example', true],
    ['a.example:443', 'a.example', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['127.0.0.1:443', '127.0.0.1', false],
    ['0.0.1', '127.0.0.1', false],
    ['127.0.0.9/8', '127.1.2.3', true],
    ['127.0.0.0/8', '128.0.0.1', false],
    ['127.0.0.1/0', '127.0.0.1', true],
    ['127.0.0.1/0', '10.0.0.1', false],
    ['127.0.0.1/33', '127.0.0.1', false],
    ['127.0.0.1/-1', '127.0.0.1', false],
    ['127.0.0.0/8', 'a.127.0.0.0', false],
    ['::1', '::1', true],
    ['[::1]', '::1', true],
    ['0:0:0:0:0:0:0:1', '::1', true],
    ['[::1]:443', '::1', false],
    ['fe80::/10', 'fe80::1', true],
    ['[2001:db8::]/33', '2001:db8::5', true],
    ['2001:db8::/33', '2001:db8:8000::5', false],
    ['::1/129', '::1', false],
  ])('%j: %s %j', (noProxy, host, isDirect) => {
    expect(createBypass(noProxy)(host)).toBe(isDirect);
  });
});

describe('on Windows, where shells do not, the program expands wildcards', () => {
  const files = {
    'part-1.json': '',
    'part-10.json': '',
    'part-2.json': '',
    'part-2-json': '',
    '.part-3.json': '',
    'chain/a/param.json': '',
    'chain/b+(c)/param.json': '',
    'chain/empty/other.json': '',
  };
  test.each<[string, readonly string[]]>([
    ['part-*.json', ['part-1.json', 'part-10.json', 'part-2.json']],
    ['PART-?.JSON', ['part-1.json', 'part-2.json']],
    ['chain/*/param.json', ['chain/a/param.json', 'chain/b+(c)/param.json']],
    ['.\\chain\\b+*\\*.json', ['./chain/b+(c)/param.json']],
    ['.part*', ['.part-3.json']],
    ['missing-*.json', ['missing-*.json']],
    ['missing/*.json', ['missing/*.json']],
    ['part-1.json', ['part-1.json']],
    ['-', ['-']],
  ])('%s', async (path, found) => {
    expect(expandWildcards([path], await createDirectory(files), 'win32')).toEqual(found);
  });

  test('an absolute path', async () => {
    const here = await createDirectory(files);
    expect(expandWildcards([`${here}/part-1*.json`], '/', 'win32')).toEqual([
      `${here}/part-1.json`,
      `${here}/part-10.json`,
    ]);
  });

  test('elsewhere a file may have such a name', async () => {
    expect(expandWildcards(['part-*.json'], await createDirectory(files), 'linux')).toEqual(['part-*.json']);
  });
});
