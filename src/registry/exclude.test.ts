import { describe, expect, test } from 'vitest';
import type { Entry } from '../model/entry.js';
import { nowhere } from '../model/place.js';
import { applyExclusions, parseExclusions } from './exclude.js';

const kinds = ['grpc', 'evm', 'rpc'];

function entry(otherwise: Partial<Entry> = {}): Entry {
  return {
    chain: 'kava',
    kind: 'rpc',
    place: nowhere,
    urlPlace: nowhere,
    provider: 'Example Validator',
    url: 'https://rpc.example.com',
    target: { host: 'rpc.example.com', port: 443, path: '/', secure: true },
    claim: null,
    claimPlace: null,
    chainStatus: 'live',
    skipReason: null,
    ...otherwise,
  };
}

function exclude(line: string, entries = [entry()], now = new Date('2026-11-22T12:00:00Z'), isWhole = false) {
  const { exclusions, errors } = parseExclusions(`[${line}]`, kinds);
  expect(errors).toEqual([]);
  const { excluded, problems } = applyExclusions(entries, exclusions, { file: 'exclude.json', now, isWhole });
  return { reasons: entries.map((listed) => excluded.get(listed) ?? null), problems };
}

describe('an entry is excluded if it matches every criterion of a line', () => {
  test.each([
    ['{"host":"rpc.example.com","reason":"asked to be left alone"}', 'excluded: asked to be left alone'],
    ['{"host":"RPC.example.com","reason":"r"}', 'excluded: r'],
    ['{"host":" rpc.example.com. ","reason":"r"}', 'excluded: r'],
    ['{"host":"*.example.com","reason":"r"}', 'excluded: r'],
    ['{"provider":"example validator ","reason":"r"}', 'excluded: r'],
    ['{"kind":"rpc","chain":"kava","reason":"r"}', 'excluded: r'],
    ['{"kind":"rpc","reason":"r","until":"2026-11-22"}', 'excluded: r'],
    ['/* why */ {"kind":"rpc","reason":"r",},', 'excluded: r'],

    ['{"host":"example.com","reason":"r"}', null],
    ['{"host":"*.rpc.example.com","reason":"r"}', null],
    ['{"kind":"evm","chain":"kava","reason":"r"}', null],
    ['{"kind":"rpc","chain":"akash","reason":"r"}', null],
    ['{"kind":"rpc","reason":"r","until":"2026-11-21"}', null],
  ])('%s: %s', (line, reason) => {
    expect(exclude(line).reasons).toEqual([reason]);
  });

  test.each([
    ['münchen.example', 'xn--mnchen-3ya.example'],
    ['*.münchen.example', 'rpc.xn--mnchen-3ya.example'],
    ['[2001:db8::1]', '2001:db8::1'],
  ])('%s is the host %s', (host, listed) => {
    const exclusion = JSON.stringify({ host, reason: 'r' });
    const of = entry({ target: { host: listed, port: 443, path: '/', secure: true } });
    expect(exclude(exclusion, [of]).reasons).toEqual(['excluded: r']);
  });

  test('an entry without a provider matches no provider', () => {
    const unnamed = entry({ provider: null });
    expect(exclude('{"provider":"Example Validator","reason":"r"}', [unnamed]).reasons).toEqual([null]);
  });

  test('a malformed entry has no host to match, but a provider', () => {
    const broken = entry({ target: null });
    expect(exclude('{"host":"*.example.com","reason":"r"}', [broken]).reasons).toEqual([null]);
    expect(exclude('{"provider":"Example Validator","reason":"r"}', [broken]).reasons).toEqual([
      'excluded: r',
    ]);
  });
});

describe('a line that has expired excludes nothing, and is a warning at its place', () => {
  test('the day after', () => {
    const { problems } = exclude('\n{"kind":"rpc","reason":"r","until":"2026-11-21"}');
    expect(problems).toMatchObject([
      {
        problem: { code: 'file/exclusion-expired', data: { until: '2026-11-21', reason: 'r' } },
        place: { file: 'exclude.json', range: { line: 2 } },
      },
    ]);
  });
});

describe('a line that matches no entry', () => {
  const line = '\n{"provider":"Exampel Validator","reason":"r"}';
  const now = new Date('2026-11-22T12:00:00Z');

  test('of a whole registry is a warning at its place', () => {
    const { problems } = exclude(line, [entry()], now, true);
    expect(problems).toMatchObject([
      {
        problem: { code: 'file/exclusion-unused', data: { reason: 'r' } },
        place: { file: 'exclude.json', range: { line: 2 } },
      },
    ]);
  });

  test('of a part proves nothing', () => {
    expect(exclude(line, [entry()], now, false).problems).toEqual([]);
  });

  test('is not reported if another line makes it superfluous', () => {
    const both = '{"chain":"kava","reason":"r"},{"kind":"rpc","reason":"r"}';
    expect(exclude(both, [entry()], now, true).problems).toEqual([]);
  });
});

test('an exclusion file that is nested too deeply is refused at its line', () => {
  expect(parseExclusions(`[\n{"host":${'['.repeat(200_000)}`, kinds).errors).toEqual([
    'line 2: nested more than 32 levels deep',
  ]);
});

describe('errors of an exclusion file are reported with their lines', () => {
  test.each([
    ['{}', ['line 1: expected an array of objects']],
    ['', ['line 1: value expected']],
    ['[{"host": }]', ['line 1: value expected']],
    ['[\n 1]', ['line 2: expected an object']],
    ['[{"reason":"r"}]', ['line 1: expected at least one of kind, host, provider, chain']],
    ['[{"host":"a.example"}]', ['line 1: expected a reason']],
    [
      '[{"hosts":"a.example","reason":"r"}]',
      [
        'line 1: unknown field "hosts": expected kind, host, provider, chain, reason or until (did you mean host?)',
      ],
    ],
    [
      '[{"host":"a.example",\n"reason":"r",\n"h\\u006fst":"b.example"}]',
      ['line 3: it has the field "host" twice'],
    ],
    [
      '[{"__proto__":{"kind":"rpc"},"kind":"rpc","reason":"r"}]',
      ['line 1: unknown field "__proto__": expected kind, host, provider, chain, reason or until'],
    ],
    ['[{"host":1,"reason":"r"}]', ['line 1: host must be a string that is not empty']],
    ['[{"host":" ","reason":"r"}]', ['line 1: host must be a string that is not empty']],
    ...[
      'https://a.example',
      'a.example:443',
      'a.example/rpc',
      'a b.example',
      'rpc.*.example',
      '*a.example',
    ].map((host): [string, string[]] => [
      `[{"host":"${host}","reason":"r"}]`,
      [`line 1: expected a host such as rpc.example.com or *.example.com, got "${host}"`],
    ]),
    [
      '[{"kind":"rpcs","reason":"r"}]',
      ['line 1: unknown kind "rpcs": expected grpc, evm or rpc (did you mean rpc?)'],
    ],
    [
      '[{"kind":"rpc","reason":"r","until":"tomorrow"}]',
      ['line 1: until must be a day such as 2026-12-31, got "tomorrow"'],
    ],
    [
      '[{"kind":"rpc","reason":"r","until":"2026-02-30"}]',
      ['line 1: until must be a day such as 2026-12-31, got "2026-02-30"'],
    ],
  ])('%j', (text, errors) => {
    expect(parseExclusions(text, kinds).errors).toEqual(errors);
  });
});
