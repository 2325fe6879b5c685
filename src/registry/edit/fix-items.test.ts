import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNaively, realFormats } from '../../../test/formats/naive-readers.js';
import { correctAs } from '../../../test/support/registry-files.js';
import { checks, getCheck } from '../../checks/index.js';
import { rules } from '../../index.js';
import { formats } from '../../formats/index.js';
import type { AddressForms, KindDefinition, UrlCorrection } from '../../model/kind.js';
import { correctUrl } from './fix-items.js';
import type { RuleCode } from '../../model/rule-code.generated.js';
import { fixString, applyEdits } from './edits.js';
import type { JsonNode } from '../json/json-node.js';
import { parseJson } from '../json/parse-json.js';

describe('a correction counts only if the url has fewer problems after it, and no new ones', () => {
  /** A kind for which each capital letter of a url is a separate problem; `x` is a template. */
  function createKind(...corrections: readonly UrlCorrection[]): KindDefinition {
    return {
      ...getCheck('grpc'),
      readUrl: (url) => {
        const [first, ...rest] = (url.match(/[A-Z]/g) ?? []).map((code) => ({
          code: code as RuleCode,
          data: {},
        }));
        if (first !== undefined) return { target: null, problems: [first, ...rest] };
        if (url === 'x') return { target: null, problems: [], placeholder: url };
        return { target: { host: url, port: 443, path: '', secure: true }, problems: [] };
      },
      corrections,
    };
  }
  const replace =
    (from: string, to: string): UrlCorrection =>
    (url) =>
      url.replace(from, to);

  test.each<readonly [string, string, readonly UrlCorrection[], string | null, string]>([
    ['none', 'A', [], null, ''],
    ['one of two problems', 'AB', [replace('A', 'a')], 'aB', 'A'],
    ['another problem in its place', 'AB', [replace('A', 'C')], null, ''],
    ['another problem beside fewer', 'ABD', [replace('AB', 'C')], null, ''],
    ['the same problems', 'ABa', [replace('a', 'b')], null, ''],
    ['the same problem less often', 'AA', [replace('A', '')], null, ''],
    ['all problems', 'AB', [replace('A', 'a'), replace('B', 'b')], 'ab', 'A B'],
    ['one that needs a later one', 'AB', [replace('aB', 'ab'), replace('A', 'a')], 'ab', 'A B'],
    ['two of which each alone brings a problem', 'A', [replace('A', 'B'), replace('B', 'b')], 'b', 'A'],
    ['a template, which stays as it is', 'Ax', [replace('A', ''), replace('x', 'y')], 'x', 'A'],
    ['what is right', 'a', [replace('a', 'b')], null, ''],
    ['what is a template', 'x', [replace('x', 'y')], null, ''],
  ])('%s', (_, url, corrections, expected, fixed) => {
    const corrected = correctUrl(url, createKind(...corrections), {});
    expect(corrected?.url ?? null).toBe(expected);
    expect([...(corrected?.fixed ?? [])].join(' ')).toBe(fixed);
  });
});

describe('an edit changes as little of a string as it can', () => {
  function findString(text: string): JsonNode {
    const parsed = parseJson(text);
    const [field] = 'kind' in parsed ? [] : parsed.tree.fields;
    if (field === undefined) throw new Error(`no field in ${text}`);
    return field.value;
  }

  test.each<readonly [string, string, string, number, number, string]>([
    ['a prefix', 'https://a:443', 'a:443', 6, 8, ''],
    ['a suffix', 'a:443/', 'a:443', 11, 1, ''],
    ['an insertion', 'ttps://a', 'https://a', 6, 0, 'h'],
    ['a repeated letter', 'hhttps://a', 'https://a', 7, 1, ''],
    ['both ends', ' a ', 'a', 6, 3, 'a'],
    ['everything', 'abc', 'xyz', 6, 3, 'xyz'],
    ['nothing', 'abc', 'abc', 9, 0, ''],
    ['what needs an escape', 'abc', 'a"c', 7, 1, '\\"'],
    // Which share their first half.
    ['characters of two units', 'a😀b', 'a😁b', 7, 2, '😁'],
  ])('%s', (_, before, after, offset, length, inserted) => {
    const text = `{"a":${JSON.stringify(before)}, "b": 1}`;
    expect(fixString(text, findString(text), after)).toEqual({ offset, length, text: inserted });
  });

  test('a string with escapes is rewritten', () => {
    const text = String.raw`{"a":"https:\/\/a.example\u200b"}`;
    const edit = fixString(text, findString(text), 'https://a.example');
    expect(edit).toEqual({ offset: 6, length: 25, text: 'https://a.example' });
    expect(applyEdits(text, [edit])).toBe('{"a":"https://a.example"}');
  });

  test('whatever the strings, the file has the new one, and the rest of it is as before', () => {
    const characters = ['a', 'b', '😀', '😁', '"', '\\', '\n', '\u200b', '\ud83d'];
    const string = fc.string({ unit: fc.constantFrom(...characters), maxLength: 6 });
    fc.assert(
      fc.property(string, string, (before, after) => {
        const text = `{ "a" : ${JSON.stringify(before)} , "b" : "b" }`;
        const edited = applyEdits(text, [fixString(text, findString(text), after)]);
        expect(JSON.parse(edited)).toEqual({ a: after, b: 'b' });
        expect(edited.startsWith('{ "a" : "') && edited.endsWith('" , "b" : "b" }')).toBe(true);
      }),
    );
  });
});

/** The forms of address that a format allows for a kind. */
function formsOf(format: string, kind: string): AddressForms {
  const lists = formats.find(({ name }) => name === format)?.lists ?? [];
  // The lists of one kind have the same forms; evm-ws of ethereum-lists is found by its scheme.
  const list =
    lists.find((candidate) => candidate.kind === kind) ??
    lists.find(({ kindByScheme = {} }) => Object.values(kindByScheme).some((listed) => listed === kind));
  if (list === undefined) throw new Error(`no list of ${kind} in ${format}`);
  return list.addressForms;
}

describe('of the urls of real registries, only those with slips are changed', () => {
  const expected: Readonly<Record<string, readonly string[]>> = {
    'chain-registry': [
      'peer 20e1000e88125698264454a884812746c2eb4807@20e1000e88125698264454a884812746c2eb4807@seeds.lavenderfive.com:23856 20e1000e88125698264454a884812746c2eb4807@seeds.lavenderfive.com:23856',
      'peer 0f04c4610b7511a64b8644944b907416db568590@@34.123.169.175:26656 0f04c4610b7511a64b8644944b907416db568590@34.123.169.175:26656',
      'rpc http://rpc-c4e.cryptech.com.ua:443 https://rpc-c4e.cryptech.com.ua:443',
    ],
    pingpub: [
      'rpc ttps://rpc-akash-ia.cosmosia.notional.ventures https://rpc-akash-ia.cosmosia.notional.ventures',
      'rest hhttps://api.intento.nodestake.org https://api.intento.nodestake.org',
    ],
  };

  test.each(realFormats)('%s', async (format) => {
    const changed: string[] = [];
    for (const { kind, url } of await readNaively(format, `fixtures/real/${format}`)) {
      const corrected = correctAs(kind, String(url), formsOf(format, kind));
      if (corrected !== null) changed.push(`${kind} ${String(url)} ${corrected}`);
    }
    expect(changed).toEqual(expected[format] ?? []);
  });
});

describe('a url with a slip is corrected to the one without it', () => {
  const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const host = fc
    .tuple(label, label, fc.constantFrom('com', 'network', 'zone'))
    .map((parts) => parts.join('.'));
  const port = fc.constantFrom('', ':443', ':8545', ':26657');
  const path = fc.constantFrom('', '/', '/rpc', '/v1/a?b=c,d', '/websocket');
  const allForms: readonly AddressForms[] = [
    {},
    { allowPlaintext: true },
    { allowScheme: true },
    { allowScheme: true, allowPath: true },
    { allowPlaintext: true, allowPlaceholder: true },
  ];
  const slips: readonly UrlCorrection[] = [
    (url) => ` ${url}`,
    (url) => `${url}\n`,
    (url) => url.replace('.', '\u200b.'),
    (url) => url.replace(/:(\d+)/, ' :$1'),
    (url) => url.replace('://', ':// '),
    (url) => `${url},`,
    (url) => `"${url}"`,
    (url) => `<${url}>`,
    (url) => url.replace('://', ':/'),
    (url) => url.replace('://', '//'),
    (url) => url.replace(/^https(?=:)/, 'ttps'),
    (url) => url.replace(/^https(?=:)/, 'hhttps'),
    (url) => url.replace(/^wss(?=:)/, 'wsss'),
    (url) => url.replace('https://', 'https://https://'),
    (url) => url.replace(/^https:\/\//, ''),
    (url) => url.toUpperCase(),
    (url) => (url.includes('://') ? url : `https://${url}`),
    (url) => url.replace(/[^/]$/, '$&/'),
  ];
  const sample = fc.record({
    kind: fc.constantFrom(...checks.map(({ kind }) => kind)),
    forms: fc.constantFrom(...allForms),
    address: fc.tuple(host, port, path).map((parts) => parts),
    made: fc.array(fc.constantFrom(...slips), { maxLength: 3 }),
  });

  function createUrl(kind: KindDefinition, [name, at, rest]: readonly [string, string, string]): string {
    if (kind.urlForm !== 'url')
      return `${kind.urlForm === 'host:port' ? '' : `${'0a'.repeat(20)}@`}${name}${at || ':9090'}`;
    return `${kind.example.replace(/:.*/, '')}://${name}${at}${rest}`;
  }

  test('its host and port are those of the good url, and it is not corrected again', () => {
    let corrections = 0;
    fc.assert(
      fc.property(sample, ({ kind: name, forms, address, made }) => {
        const kind = getCheck(name);
        const good = createUrl(kind, address);
        const { target } = kind.readUrl(good, forms);
        expect(target).not.toBeNull();
        expect(correctUrl(good, kind, forms)).toBeNull();

        const bad = made.reduce((url, slip) => slip(url, forms), good);
        const corrected = correctUrl(bad, kind, forms);
        if (corrected === null) return;
        corrections += 1;
        expect(correctUrl(corrected.url, kind, forms)).toBeNull();
        const reading = kind.readUrl(corrected.url, forms);
        if (reading.target === null) return;
        expect([reading.target.host, reading.target.port]).toEqual([target?.host, target?.port]);
      }),
      { numRuns: 300 },
    );
    expect(corrections).toBeGreaterThan(20);
  });

  const fixable = new Map(rules.map(({ code, fixable: by }) => [code, by]));

  test('no url is read that is longer than any real one', () => {
    const url = 'https://a.example';
    const correct = (length: number) => correctUrl(url.padEnd(length), getCheck('rpc'), {});
    expect(correct(2_048)?.url).toBe(url);
    expect(correct(2_049)).toBeNull();
  });

  test('any string is corrected once or not at all, and a readable one to no other target', () => {
    const text = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom(
          ...Array.from('https:/.,"<> aAü1@\\#?\u200b\ud83d'),
          'https://',
          'a.example',
          ':443',
        ),
      }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...checks), fc.constantFrom(...allForms), (url, kind, forms) => {
        const before = kind.readUrl(url, forms);
        const corrected = correctUrl(url, kind, forms);
        if (corrected === null) return;
        expect(corrected.fixed.size).toBeGreaterThan(0);
        for (const code of corrected.fixed)
          expect(`${code} ${fixable.get(code) ?? ''}`).toBe(`${code} --fix`);
        expect(correctUrl(corrected.url, kind, forms)).toBeNull();
        if (before.target !== null) expect(kind.readUrl(corrected.url, forms).target).toEqual(before.target);
      }),
      // What follows such brackets once looked like a key in a path.
      { numRuns: 300, examples: [['<https://1a.examplea.example>', getCheck('rest'), {}]] },
    );
  });
});
