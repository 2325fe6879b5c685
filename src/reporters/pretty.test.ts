import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Report } from '../model/report.js';
import { renderPretty } from './pretty.js';
import type { RenderOptions } from './reporter.js';
import { endpoint, file, finding, plain, report, text } from '../../test/support/report-samples.js';

/** What is rendered, without the two lines of the summary. */
function render(shown: Report, options: Partial<RenderOptions> = {}): string {
  return renderPretty(shown, { ...plain, ...options })
    .split('\n')
    .slice(0, -3)
    .join('\n');
}

describe('a finding is shown with its endpoint, its place and its line', () => {
  test('by file', () => {
    const options = { texts: new Map([[file, text]]), pathPrefix: 'registry/' };
    expect(render(report([endpoint()], [finding()]), options)).toBe(`registry/chain/kava/param.json
  fail evm https://evm.example.com (Kava)
    chain 2222, block 16, 42 ms
    registry/chain/kava/param.json:3:34: error: nothing listens at
    192.0.43.8:443: the connection was refused [net/refused]
    3 | { "provider": "Kava", "url": "https://evm.example.com" }
      |                              ^^^^^^^^^^^^^^^^^^^^^^^^^
    hint: start the node
`);
  });

  test('what stands in no file has neither header, place nor line', () => {
    const given = endpoint({ file: null, provider: null, attempts: 0, verdict: 'skipped', url: null });
    const wrong = finding({ file: null, line: null, column: null, endLine: null, endColumn: null });
    expect(render(report([given], [wrong], []), { texts: new Map([[file, text]]) }))
      .toBe(`  skipped evm (no url)
    error: nothing listens at 192.0.43.8:443: the connection was refused
    [net/refused]
    hint: start the node
`);
  });

  test('what is about a file comes before its endpoints', () => {
    const about = finding({ endpoint: null, line: 1, column: 1, message: 'about the file' });
    const shown = render(report([endpoint()], [finding(), about]));
    expect(shown.indexOf('about the file')).toBeLessThan(shown.indexOf('fail evm'));
    expect(shown.indexOf('about the file')).toBeGreaterThan(0);
  });

  test('each finding stands below its own endpoint', () => {
    const endpoints = [endpoint({ url: 'https://a.example' }), endpoint({ url: 'https://b.example' })];
    const findings = [finding({ endpoint: 1, message: 'of b' }), finding({ endpoint: 0, message: 'of a' })];
    const order = ['a.example', 'of a', 'b.example', 'of b'];
    const shown = render(report(endpoints, findings));
    const places = order.map((words) => shown.indexOf(words));
    expect(places).not.toContain(-1);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
  });
});

describe('as much is shown as was asked for', () => {
  const endpoints = [
    endpoint({ verdict: 'pass', url: 'https://pass.example' }),
    endpoint({ verdict: 'skipped', url: 'https://skipped.example', attempts: 0 }),
    endpoint({ verdict: 'inconclusive', url: 'https://unknown.example' }),
    endpoint({ verdict: 'fail', url: 'https://fail.example' }),
  ];
  const findings = [
    finding({ endpoint: 3, message: 'an error' }),
    finding({ endpoint: 0, severity: 'warning', message: 'a warning' }),
    finding({ endpoint: 0, severity: 'notice', message: 'a notice' }),
    finding({ endpoint: null, severity: 'notice', message: 'about the file' }),
  ];
  const words = [
    'pass.example',
    'skipped.example',
    'unknown.example',
    'fail.example',
    'an error',
    'a warning',
    'a notice',
  ];

  test.each([
    ['quiet' as const, ['pass.example', 'unknown.example', 'fail.example', 'an error', 'a warning']],
    ['normal' as const, words.filter((word) => word !== 'skipped.example')],
    ['verbose' as const, [...words, 'about the file', 'address']],
  ])('%s', (detail, expected) => {
    const known = endpoints.map((one) => ({ ...one, facts: { ...one.facts, address: '192.0.43.8:443' } }));
    const shown = render(report(known, findings), { detail });
    const seen = [...words, 'about the file', 'address'].filter((word) => shown.includes(word));
    expect(seen).toEqual(expected);
  });

  test('a file of which nothing is shown has no header', () => {
    expect(render(report([endpoint({ verdict: 'skipped' })]))).toBe('');
    expect(render(report([endpoint({ verdict: 'pass' })]), { detail: 'quiet' })).toBe('');
  });
});

describe('a key in a url is hidden wherever it is shown', () => {
  test('in the name of the endpoint, the words of a finding and the line of the file', () => {
    const url = 'https://evm.example.com/v2/0123456789abcdef?token=secret';
    const line = `{ "url": "${url}" }`;
    const found = finding({
      message: `redirects to ${url}`,
      hint: `list ${url}`,
      line: 1,
      column: 3,
      endLine: 1,
      endColumn: 8,
    });
    const options = { texts: new Map([[file, line]]), columns: 200 };
    const shown = render(report([endpoint({ url })], [found]), options);
    expect(shown).not.toMatch(/0123456789abcdef|secret/);
    expect(shown.match(/\*{16}\?token=\*{6}/g)).toHaveLength(4);
  });
});

describe('colour adds nothing but colour', () => {
  test('the text is the same without it', () => {
    const long = endpoint({
      provider: '🔥STAVR🔥 '.repeat(12),
      url: `https://evm.example.com/${'path/'.repeat(30)}`,
    });
    const all = report(
      [long, endpoint({ verdict: 'inconclusive' }), endpoint({ verdict: 'pass' })],
      [
        finding({ message: 'word '.repeat(40) }),
        finding({ severity: 'warning', endpoint: 1 }),
        finding({ severity: 'notice', endpoint: 2 }),
      ],
    );
    const options = { ...plain, texts: new Map([[file, text]]), detail: 'verbose' as const };
    const colored = renderPretty(all, { ...options, color: true });
    expect(colored).toContain('\x1b[');
    expect(stripVTControlCharacters(colored)).toBe(renderPretty(all, options));
  });
});

test('what part of the registry was looked at stands above the counts', () => {
  const scope = 'Since main\x1b: 1 entry was added.';
  expect(renderPretty(report([], []), { ...plain, scope }).split('\n')[0]).toBe(
    'Since main\\x1b: 1 entry was added.',
  );
});
