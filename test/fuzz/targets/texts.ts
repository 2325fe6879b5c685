import assert from 'node:assert/strict';
import { XmlDocument } from 'libxml2-wasm';
import MarkdownIt, { type Token } from 'markdown-it';
import {
  defuseRunnerCommands,
  escapeJson,
  escapeMarkup,
  escapeMessage,
  escapeTerminal,
} from '../../../src/reporters/escape.js';
import {
  escapeComment,
  escapeMarkdown,
  escapeSentence,
  quoteCell,
  quoteMarkdown,
} from '../../../src/reporters/escape-markdown.js';
import { maskKeys } from '../../../src/reporters/mask.js';
import { renderMetrics } from '../../../src/reporters/metrics/endpoint-metrics.js';
import type { Target } from './target.js';

const markdown = new MarkdownIt({ html: true, linkify: true });
const forbidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Untrusted text in each medium: foreign parsers find the text, and nothing else. */
export const textTarget: Target = {
  name: 'untrusted-text',
  longest: 1_000,
  seeds: [
    '<script>alert(1)</script>&amp;"\'',
    '[a](https://a.example) ![b](c) <d@e.example> www.f.example @user #1 GH-1 ~~x~~',
    '`a``b` | c \\| \\',
    '::error file=a::b\n##[command]c',
    'https://user:password@a.example/v3/0123456789abcdef0123456789abcdef?key=1',
    '\x1b[31mred\x1b[0m\u202e\u2028',
    '    code\n\n# title\n- item\n> quote\n```\n---\n1. a',
    '$\\sqrt{2}$ ^a^ ==b== :smile:',
    'a"b\\c\n',
  ],
  check: (text) => {
    const shown = escapeTerminal(text);
    assert.doesNotMatch(shown, forbidden);
    checkMarkup(text);
    for (const escaped of [escapeMarkdown(text), escapeSentence(text), escapeComment(text)])
      checkMarkdown(escaped);
    const plain = readPlain(`a${escapeMarkdown(text)}b`);
    if (plain !== null)
      assert.equal(
        plain.replaceAll('\u200b', ''),
        `a${escapeTerminal(maskKeys(text))}b`,
        'another text in markdown',
      );
    for (const quoted of [quoteMarkdown(text), quoteCell(text)]) {
      const [paragraph, inline] = markdown.parse(`a ${quoted} b`, {});
      assert.equal(paragraph?.type, 'paragraph_open');
      assert.deepEqual(
        inline?.children?.map(({ type }) => type),
        ['text', 'code_inline', 'text'],
        'more than code',
      );
    }
    assert.ok(!hasCommand(defuseRunnerCommands(text)), 'a command of the runner');
    assert.deepEqual(JSON.parse(escapeJson(JSON.stringify(text))), text);
    checkMetrics(text);
  },
};

function hasCommand(output: string): boolean {
  return output.split(/\r\n|\n|\r/).some((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

function checkMarkup(text: string): void {
  const escaped = escapeMarkup(text);
  const document = XmlDocument.fromString(`<a b="${escaped}" c='${escaped}'>${escaped}</a>`);
  try {
    assert.equal(document.root.content, escapeMessage(text));
    assert.equal(document.root.attr('b')?.content, escapeMessage(text));
    assert.equal(document.root.attr('c')?.content, escapeMessage(text));
  } finally {
    document.dispose();
  }
}

function checkMarkdown(escaped: string): void {
  // In the middle of a line, as in all reports.
  const tokens = markdown.parse(`a ${escaped} b`, {});
  const types = tokens.flatMap(({ type, children }: Token) => [
    type,
    ...(children ?? []).map((child) => child.type),
  ]);
  const harmless = ['paragraph_open', 'inline', 'paragraph_close', 'text', 'text_special', 'code_inline'];
  assert.deepEqual(
    types.filter((type) => !harmless.includes(type)),
    [],
    'more than text',
  );
}

/** The text of a paragraph; null if part of it is code. */
function readPlain(source: string): string | null {
  const [, inline] = markdown.parse(source, {});
  const children = inline?.children ?? [];
  return children.every(({ type }) => type.startsWith('text'))
    ? children.map(({ content }) => content).join('')
    : null;
}

/** OpenMetrics 1.0, "ABNF": a label's value ends at the first quote without a backslash before it. */
function checkMetrics(text: string): void {
  const samples = [{ labels: { a: text, b: 'c' }, value: 1 }];
  const lines = renderMetrics([{ name: 'x', help: 'y', samples }]).split('\n');
  assert.deepEqual([lines.length, lines.at(-2), lines.at(-1)], [5, '# EOF', '']);
  const [, value = ''] =
    /^x\{a="((?:[^"\\]|\\["\\n])*)",b="c"\} 1$/.exec(lines[2] ?? '') ?? assert.fail('no sample');
  const read = value.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));
  const expected = escapeTerminal(maskKeys(text));
  if (!expected.includes('##')) assert.equal(read, expected, 'another label');
}
