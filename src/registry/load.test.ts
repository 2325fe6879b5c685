import fc from 'fast-check';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../test/support/any-text.js';
import { createDirectory } from '../../test/support/directory.js';
import { checks } from '../checks/index.js';
import { chainlist } from '../formats/chainlist/index.js';
import type { PlacedProblem } from '../model/finding.js';
import type { Range } from '../model/place.js';
import { loadFile } from './load-file.js';
import { joinFiles, loadRegistry, type Registry } from './load.js';
import { decode } from './read-file.js';
import { sizeLimitBytes } from './rules.js';
import { discoverFiles } from './discover.js';
import { checkFile } from '../../test/support/registry-files.js';

const codes = ({ problems }: Pick<Registry, 'problems'>) => problems.map(({ problem }) => problem.code);

const path = 'chain/example/param.json';

/** The registry of one file. */
function load(content: string | Uint8Array) {
  const location = { path, format: chainlist, chain: 'example', expected: null, list: null };
  const file = loadFile(location, decode(Buffer.from(content)), checks);
  return { text: file.text, ...joinFiles([file], checks) };
}

/** The lines of a file, as editors show them; a file that could not be decoded is read byte by byte. */
function splitLines(content: string | Uint8Array): string[] {
  const text = typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
  return text.split(/\r\n|\n|\r/);
}

function isInside({ line, column, endLine, endColumn }: Range, lines: readonly string[]): boolean {
  // A line end may be part of a range: its column is the one just after the line.
  const has = (at: number, from: number) => from >= 1 && from <= (lines[at - 1] ?? '').length + 1;
  const inOrder = line < endLine || (line === endLine && column <= endColumn);
  return line >= 1 && endLine <= lines.length && inOrder && has(line, column) && has(endLine, endColumn);
}

/** Fails if loading throws, or if a problem is outside of the file. */
function requireInside(content: string | Uint8Array) {
  const registry = load(content);
  const lines = splitLines(content);
  for (const { problem, place } of registry.problems) {
    expect(place.file).toBe(path);
    const { range } = place;
    expect(range === null || !isInside(range, lines) ? { problem, range, lines } : null).toBeNull();
  }
  return registry;
}

/** JSON that resembles a registry file: its fields and names, with values of any kind. */
function createNearlyParam(): fc.Arbitrary<unknown> {
  const any = fc.jsonValue({ maxDepth: 2 });
  const url = fc.oneof(
    fc.constantFrom(
      'a.example:443',
      'https://a.example',
      'a.example',
      ' ',
      'https://me:x@[::1/<k>',
      '\u0000🔥',
    ),
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    anyText(),
    any,
  );
  const name = fc.constantFrom(
    'provider',
    'url',
    'URL',
    'address',
    'u/~l',
    'name',
    '__proto__',
    'constructor',
  );
  const entry = fc.oneof(fc.dictionary(name, url), fc.record({ provider: url, url }), any);
  const field = fc.constantFrom(
    'grpc_endpoint',
    'evm_rpc_endpoint',
    'endpoint',
    'chain_id_evm',
    'grpc/endpoint',
    'x',
  );
  return fc.oneof(fc.dictionary(field, fc.oneof(fc.array(entry), any)), any);
}

describe('whatever a file contains, its problems are reported inside it', () => {
  test('any string', () => {
    fc.assert(fc.property(anyText({ maxLength: 60 }), (text) => void requireInside(text)));
  });

  test('an unclosed comment after a line end of two characters', () => {
    requireInside('\r\n/*\n{');
  });

  test('any string of JSON’s own characters', () => {
    const sign = fc.constantFrom(
      ...Array.from('{}[],:"\'\\/u0123eE+-. \n\r\tx'),
      '//',
      '/*',
      '*/',
      'true',
      'null',
      '🔥',
      '\uFEFF',
      '\u00A0',
    );
    const signs = fc.array(sign, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(signs, (text) => void requireInside(text)),
      { numRuns: 500 },
    );
  });

  test('any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(fc.constantFrom(0xef, 0xbf, 0xbd, 0x22, 0x0a)),
    );
    fc.assert(fc.property(bytes, (value) => void requireInside(Uint8Array.from(value))));
  });

  test('any JSON, which is never called invalid', () => {
    const text = fc.tuple(createNearlyParam(), fc.nat(10));
    fc.assert(
      fc.property(text, ([value, indent]) => {
        const registry = requireInside(JSON.stringify(value, null, indent));
        expect(codes(registry)).not.toContain('file/invalid-json');
        expect(registry.text).not.toBeNull();
      }),
    );
  });

  test('such JSON cut off anywhere, which is never called valid', () => {
    const cut = fc.tuple(
      createNearlyParam(),
      fc.nat(3),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    );
    fc.assert(
      fc.property(cut, ([value, indent, part]) => {
        const text = JSON.stringify({ value }, null, indent);
        const registry = requireInside(text.slice(0, Math.floor(text.length * part)));
        expect(codes(registry)).toEqual(['file/invalid-json']);
      }),
    );
  });
});

describe('standard input is read for -, under the same rules', () => {
  const loadFrom = (paths: readonly string[], input: Buffer) =>
    createDirectory().then((cwd) =>
      loadRegistry(paths, {
        cwd,
        kinds: checks,
        readStdin: () => Promise.resolve(input),
      }),
    );

  test.each([
    [
      'a good file',
      Buffer.from('{"chain_id":"a-1","grpc_endpoint":[{"provider":"A","url":"a.example:443"}]}'),
      'chainlist',
      [],
    ],
    ['no JSON', Buffer.from('{,}'), null, ['file/invalid-json']],
    ['no UTF-8', Buffer.from([0xff]), null, ['file/not-utf8']],
    ['too much', Buffer.alloc(sizeLimitBytes + 1, ' '), null, ['file/too-large']],
    [
      'a mistake below a long name',
      Buffer.from(`{"grpc_endpoint":[],"${'a'.repeat(1_000)}":{"b":1,"b":1}}`),
      null,
      ['file/too-large'],
    ],
    [
      'a long name that is the mistake itself, beside others',
      Buffer.from(
        `{"kind":"evm","url":"https://a.example","chainId":1}\n{"kind":"evm","url":"https://b.example",${`"${'a'.repeat(2_000)}":1,`.repeat(2)}"chainId":1}`,
      ),
      'entries',
      ['file/duplicate-key'],
    ],
  ])('%s', async (_title, input, format, expected) => {
    const registry = await loadFrom(['-'], input);
    expect(registry.files).toEqual([{ path: '<stdin>', chain: null, format }]);
    expect(codes(registry)).toEqual(expected);
    expect(registry.usageErrors).toEqual([]);
  });
});

describe('line ends make no difference', () => {
  const files = ['broken', 'fields', 'urls'].flatMap((name) => {
    const directory = join('fixtures/registries', name, 'chain');
    return readdirSync(directory).map((chain) => join(directory, chain, 'param.json'));
  });

  test.each(files.filter((file) => existsSync(file)))('%s', (file) => {
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
    const { problems, entries } = load(text);
    // The offsets of repairs count the characters of line ends.
    const withoutRepairs = (all: readonly PlacedProblem[]) =>
      all.map((problem) => ({ ...problem, repair: null }));
    for (const end of ['\r\n', '\r']) {
      const converted = load(text.replaceAll('\n', end));
      expect(withoutRepairs(converted.problems)).toEqual(withoutRepairs(problems));
      expect(converted.entries).toEqual(entries);
    }
  });
});

test('lists of assets and tokens are left out if only endpoints are requested', async () => {
  const directory = await createDirectory({ 'chain/kava/param.json': '{}', 'chain/kava/assets.json': '[]' });
  const { files } = discoverFiles([directory], { cwd: directory, lists: false });
  expect(files.map(({ path }) => path)).toEqual(['chain/kava/param.json']);
});

test.each(['', ' ', '\u00a0', '\u200b', '\u3164', '\u2800', '\ufe0f\u00ad'])(
  'a provider of invisible characters is empty: %j',
  async (provider) => {
    const { findings } = await checkFile(
      JSON.stringify({ evm_rpc_endpoint: [{ provider, url: 'https://a.example' }] }),
    );
    expect(findings.map(({ rule }) => rule)).toEqual(['entry/provider-empty']);
  },
);
