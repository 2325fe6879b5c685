import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entry } from '../../test/support/report-samples.js';
import type { Entry } from '../model/entry.js';
import type { PlacedProblem } from '../model/finding.js';
import { parseShard, selectShard } from './shard.js';

function createEntry(host: string | null, file = 'chain/a/param.json'): Entry {
  const place = { file, pointer: null, range: null };
  const target = host === null ? null : { host, port: 443, path: '', secure: true };
  return { ...entry, place, urlPlace: place, target };
}

function problem(of: Entry | null, file: string): PlacedProblem {
  return { problem: { code: 'file/x', data: {} }, place: { file, pointer: '', range: null }, entry: of };
}

function split(entries: readonly Entry[], problems: readonly PlacedProblem[], count: number) {
  return Array.from({ length: count }, (_, at) =>
    selectShard({ files: [], entries, problems }, { index: at + 1, count }),
  );
}

describe('a part is written as i/n', () => {
  test.each([
    ['1/1', { index: 1, count: 1 }],
    ['8/8', { index: 8, count: 8 }],
    ['1/1000', { index: 1, count: 1_000 }],
  ])('%s', (text, shard) => {
    expect(parseShard(text)).toEqual(shard);
  });

  test.each([
    '',
    '0/1',
    '2/1',
    '1',
    '1/',
    '/1',
    '1/0',
    '01/2',
    '1/02',
    '1/1001',
    '1/2/3',
    '-1/2',
    '1.5/2',
    ' 1/2',
    'a/b',
  ])('not %j', (text) => {
    expect(parseShard(text)).toBeNull();
  });
});

const hosts = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', null), { maxLength: 60 });

describe('whatever the registry', () => {
  test('every entry and problem is in one part, and a host in no two', () => {
    fc.assert(
      fc.property(hosts, fc.integer({ min: 1, max: 9 }), (names, count) => {
        const entries = names.map((host, at) => createEntry(host, `chain/${at % 3}/param.json`));
        const problems = [
          ...entries.map((of) => problem(of, of.place.file ?? '')),
          problem(null, 'chain/9/param.json'),
        ];
        const parts = split(entries, problems, count);
        const listed = parts.flatMap((part) => part.entries);
        expect(listed).toHaveLength(entries.length);
        expect(new Set(listed)).toEqual(new Set(entries));
        expect(parts.flatMap((part) => part.problems)).toHaveLength(problems.length);
        for (const { entries: partEntries, problems: about } of parts) {
          for (const { entry: of } of about) if (of !== null) expect(partEntries).toContain(of);
        }
        const owners = parts.map((part) => new Set(part.entries.flatMap(({ target }) => target?.host ?? [])));
        const all = owners.flatMap((hostsOfPart) => [...hostsOfPart]);
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });

  test('the parts are as even as the hosts allow', () => {
    fc.assert(
      fc.property(hosts, fc.integer({ min: 1, max: 9 }), (names, count) => {
        const entries = names.map((host, at) => createEntry(host ?? `own-${at}`));
        const sizes = split(entries, [], count).map((part) => part.entries.length);
        const amounts = new Map<string, number>();
        for (const { target } of entries)
          amounts.set(target?.host ?? '', (amounts.get(target?.host ?? '') ?? 0) + 1);
        const largest = Math.max(0, ...amounts.values());
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(largest);
      }),
    );
  });

  test('the order of the entries changes nothing', () => {
    fc.assert(
      fc.property(hosts, (names) => {
        const entries = names.map((host) => createEntry(host));
        const parts = (of: readonly Entry[]) =>
          split(of, [], 3).map((part) => part.entries.map(({ target }) => target?.host ?? '').sort());
        expect(parts([...entries].reverse())).toEqual(parts(entries));
      }),
    );
  });
});
