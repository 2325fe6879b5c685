import { describe, expect, test } from 'vitest';
import { checks } from '../../checks/index.js';
import { chainlist } from '../../formats/chainlist/index.js';
import { compareRevisions } from './changes.js';
import { type FileLocation, loadFile, type LoadedFile } from '../load-file.js';

interface Item {
  readonly URL?: unknown;
  readonly provider?: unknown;
  readonly url?: unknown;
  readonly address?: unknown;
}

const a = { provider: 'A', url: 'https://a.example' };
const b = { provider: 'B', url: 'https://b.example' };

function load(file: unknown, path = 'chain/kava/param.json', list: FileLocation['list'] = null): LoadedFile {
  const text = typeof file === 'string' ? file : JSON.stringify(file, null, 2);
  return loadFile(
    { path, format: chainlist, chain: 'kava', expected: null, list },
    { text, problem: null },
    checks,
  );
}

function list(...items: readonly Item[]): LoadedFile {
  return load({ chain_id_evm: '0x1', evm_rpc_endpoint: items });
}

/** The counts, the entries that are probed, and the problems that are new. */
function compare(now: readonly LoadedFile[], before: readonly LoadedFile[]) {
  const { counts, removed, unchanged, baseline, problems: found } = compareRevisions(now, before);
  const entries = now.flatMap((file) => file.entries);
  const problems = now.flatMap((file) => file.problems);
  return {
    counts: [counts.added, counts.changed, counts.removed],
    sum: counts.added + counts.changed + counts.moved + counts.unchanged - entries.length,
    moved: removed.flatMap(({ movedTo }) => movedTo ?? []),
    reported: found.map(({ problem: { code, data }, place }) => [
      code.replace('change/', ''),
      place.file,
      ...Object.values(data),
    ]),
    probed: entries.filter((entry) => !unchanged.has(entry)).map(({ url }) => url),
    fresh: problems.filter((problem) => !baseline.has(problem)).map(({ problem }) => problem.code),
  };
}

describe('entries are compared, not files', () => {
  test.each<[string, LoadedFile, LoadedFile, readonly number[], readonly string[]]>([
    ['the same', list(a, b), list(a, b), [0, 0, 0], []],
    ['another order', list(b, a), list(a, b), [0, 0, 0], []],
    [
      'other white space',
      load(JSON.stringify({ evm_rpc_endpoint: [a, b], chain_id_evm: '0x1' })),
      list(a, b),
      [0, 0, 0],
      [],
    ],
    ['one more', list(b, a), list(a), [1, 0, 0], [b.url]],
    ['one less', list(a), list(a, b), [0, 0, 1], []],
    ['another url', list(a, b), list(a, { ...b, url: 'https://c.example' }), [1, 0, 1], [b.url]],
    ['another provider', list(a, { ...b, provider: 'C' }), list(a, b), [0, 1, 0], []],
    ['a second one like the first', list(a, { ...a, provider: 'C' }), list(a), [1, 0, 0], [a.url]],
    ['the first of two alike', list({ ...a, provider: 'C' }, a), list(a), [1, 0, 0], [a.url]],
    ['two alike', list(a, a), list(a, a), [0, 0, 0], []],
  ])('%s', (_, now, before, counts, probed) => {
    expect(compare([now], [before])).toMatchObject({ counts, probed, sum: 0 });
  });

  test('by kind', () => {
    const url = 'a.example:443';
    const before = load({ grpc_endpoint: [{ provider: 'A', url }] });
    const now = load({ grpc_endpoint: [{ provider: 'A', url }], evm_rpc_endpoint: [{ provider: 'A', url }] });
    expect(compare([now], [before]).counts).toEqual([1, 0, 0]);
  });

  test('another spelling of an address is a change of the entry', () => {
    const now = list({ ...a, url: 'https://A.example/' });
    expect(compare([now], [list(a)])).toMatchObject({
      counts: [0, 1, 0],
      probed: ['https://A.example/'],
      sum: 0,
    });
  });

  test('a file that could not be read before is new', () => {
    expect(compare([list(a)], [load('{ "evm_rpc_endpoint": [,')])).toMatchObject({
      counts: [1, 0, 0],
      probed: [a.url],
    });
  });
});

describe('another chain id changes every entry that it is claimed for', () => {
  test.each([
    ['of the kind', { chain_id_evm: '0x2' }],
    ['none any more', {}],
  ])('%s', (_, claim) => {
    const now = load({ ...claim, evm_rpc_endpoint: [a, b] });
    expect(compare([now], [list(a, b)])).toMatchObject({ counts: [0, 2, 0], probed: [a.url, b.url] });
  });

  test('but not those of another kind', () => {
    const now = load({ chain_id_evm: '0x1', chain_id_cosmos: 'kava-1', evm_rpc_endpoint: [a, b] });
    expect(compare([now], [list(a, b)])).toMatchObject({ counts: [0, 0, 0], probed: [] });
  });
});

describe('a chain id in another spelling is the same', () => {
  test.each([
    ['0x8AE', '0x8ae'],
    ['0x1', '1'],
    ['0x01', 1],
  ])('%s and %s', (before, now) => {
    const load2 = (id: unknown) => load({ chain_id_evm: id, evm_rpc_endpoint: [a] });
    expect(compare([load2(now)], [load2(before)])).toMatchObject({ counts: [0, 0, 0], probed: [] });
  });
});

describe('an older problem is in the baseline, wherever it has moved', () => {
  const bad = { provider: 'A', url: 'http://a.example' };
  const misspelled = { provider: 'A', address: 'https://a.example' };

  test.each<[string, LoadedFile, LoadedFile]>([
    ['a malformed url', list(b, bad), list(bad)],
    ['an entry without a url', list(b, misspelled), list(misspelled)],
    ['a duplicate', list(b, a, a), list(a, a)],
    ['a misspelled field', load({ grpc: [], x: 1 }), load({ grpc: [] })],
    ['a duplicate key', load('{\n\n"a": 1, "a": 2}'), load('{"a": 1, "a": 2}')],
    ['a comma too many', load('{ "a": [1,] }'), load('{ "a": [1,] }')],
  ])('%s', (_, now, before) => {
    expect(compare([now], [before]).fresh).toEqual([]);
    expect(now.problems.length).toBeGreaterThan(0);
  });

  test.each<[string, LoadedFile, LoadedFile, readonly string[]]>([
    ['a malformed url', list(bad), list(a), ['entry/url-scheme']],
    [
      'a duplicate of an old entry, in front of it',
      list({ ...a, provider: 'C' }, a),
      list(a),
      ['entry/duplicate'],
    ],
    ['a second entry with the same mistake', list(bad, bad), list(bad), ['entry/url-scheme']],
    ['an old mistake under another name', list({ ...bad, provider: 'C' }), list(bad), ['entry/url-scheme']],
    ['an empty provider', list({ ...a, provider: '' }), list(a), ['entry/provider-empty']],
    [
      'another duplicate key',
      load('{"a": 1, "a": 2, "b": 1, "b": 2}'),
      load('{"a": 1, "a": 2}'),
      ['file/duplicate-key'],
    ],
    [
      'a twin of a field in other capitals',
      list({ ...a, URL: 'http://b.example' }),
      list(a),
      ['file/misspelled-field'],
    ],
  ])('but new is %s', (_, now, before, fresh) => {
    expect(compare([now], [before]).fresh).toEqual(fresh);
  });
});

test('the problems of a changed file that still cannot be read are new, since what was added is unknown', () => {
  const before = load('{ "a": [1,] }');
  expect(compare([load('{ "a": [1, 2,] }')], [before]).fresh).toEqual(['file/invalid-json']);
  expect(compare([before], [before]).fresh).toEqual([]);
});

const elsewhere = 'chain/new/param.json';
const param = (items: readonly Item[], claim: string | null = '0x1') => ({
  ...(claim === null ? {} : { chain_id_evm: claim }),
  evm_rpc_endpoint: items,
});

describe('an entry that leaves one file and comes to another is moved', () => {
  const bad = { provider: 'A', url: 'http://a.example' };

  test.each<[string, LoadedFile[], LoadedFile[], readonly string[], readonly string[]]>([
    ['with its file', [load(param([a, b]), elsewhere)], [list(a, b)], [elsewhere, elsewhere], []],
    [
      'alone',
      [list(b), load(param([a]), elsewhere)],
      [list(a, b), load(param([]), elsewhere)],
      [elsewhere],
      [],
    ],
    ['to another claim', [load(param([a], '0x2'), elsewhere)], [list(a)], [elsewhere], [a.url]],
  ])('%s', (_, now, before, moved, probed) => {
    expect(compare(now, before)).toMatchObject({ counts: [0, 0, 0], moved, probed, sum: 0, reported: [] });
  });

  test('without a claim it is probed: its new chain tells what it must be', () => {
    const before = loadFile(
      { path: 'chain/old/param.json', format: chainlist, chain: 'old', expected: null, list: null },
      { text: JSON.stringify(param([a], null)), problem: null },
      checks,
    );
    expect(compare([load(param([a], null), elsewhere)], [before])).toMatchObject({
      moved: [elsewhere],
      probed: [a.url],
    });
  });

  test('its older problems stay old, and so do those of its file', () => {
    const now = load({ ...param([bad]), grpc: [] }, elsewhere);
    const before = load({ ...param([bad]), grpc: [] });
    expect(now.problems.length).toBeGreaterThan(1);
    expect(compare([now], [before]).fresh).toEqual([]);
  });

  test('a copy is added', () => {
    expect(compare([list(a), load(param([a]), elsewhere)], [list(a)])).toMatchObject({
      counts: [1, 0, 0],
      moved: [],
    });
  });
});

describe('what a change takes away is named, and whose it was', () => {
  const other = { provider: 'B', url: 'https://c.example' };
  const file = 'chain/kava/param.json';
  const lost = (path: string, { provider, url }: Item, line: number) => [
    'removed',
    path,
    'evm',
    provider,
    url,
    line,
  ];

  test.each<[string, LoadedFile[], LoadedFile[], readonly unknown[]]>([
    [
      'an entry of somebody else',
      [list(a)],
      [list(a, b)],
      [['removed-others', file, 'B', 1, [file]], lost(file, b, 8)],
    ],
    [
      'all of a provider in one warning',
      [list(a), load(param([]), elsewhere)],
      [list(a, b), load(param([other]), elsewhere)],
      [['removed-others', file, 'B', 2, [file, elsewhere]], lost(file, b, 8), lost(elsewhere, other, 4)],
    ],
    ['an entry that is replaced', [list(a, other)], [list(a, b)], [lost(file, b, 8)]],
    [
      'a file with all its entries',
      [list(a)],
      [list(a), load(param([b]), elsewhere)],
      [['file-gone', elsewhere, 'kava', 1], lost(elsewhere, b, 4)],
    ],
    [
      'a file without entries',
      [list(a)],
      [list(a), load(param([]), elsewhere)],
      [['file-gone', elsewhere, null, 0]],
    ],
    [
      'another provider of an entry',
      [list({ ...a, provider: 'A Labs' })],
      [list(a)],
      [['provider', file, 'A', 'A Labs']],
    ],
  ])('%s', (_, now, before, reported) => {
    expect(compare(now, before).reported).toEqual(reported);
  });

  test('what a file that cannot be read any more had is unknown', () => {
    expect(compare([load('{ "evm_rpc_endpoint": [,')], [list(a, b)])).toMatchObject({
      counts: [0, 0, 0],
      reported: [],
    });
  });
});

test('all entries of a very long array are compared', () => {
  const items = (last: string) => [
    ...Array.from({ length: 2_000 }, (_, at) => ({ provider: 'A', url: `https://a${at}.example` })),
    { provider: 'A', url: last },
  ];
  const before = list(...items('https://old.example'));
  expect(compare([list(...items('https://old.example'))], [before]).fresh).toEqual([]);
  expect(compare([list(...items('http://10.0.0.1'))], [before]).fresh).toEqual(['entry/url-scheme']);
});
