import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Finding } from '../model/finding.js';
import type { Report } from '../model/report.js';
import { renderBlocks, render as renderPretty } from './pretty.js';
import type { RenderOptions } from './reporter.js';
import { live } from '../../test/support/histories.js';
import { endpoint, file, finding, plain, report, text } from '../../test/support/report-samples.js';

/** The rendered report, without the two lines of the summary. */
function render(shown: Report, options: Partial<RenderOptions> = {}): string {
  return renderPretty(shown, { ...plain, ...options })
    .split('\n')
    .slice(0, -3)
    .join('\n');
}

describe('a finding is shown with its endpoint, its place and its line', () => {
  test('a long url is truncated', () => {
    const long = endpoint({ url: `https://evm.example.com/${'a'.repeat(60_000)}`, attempts: 0 });
    expect(render(report([long])).length).toBeLessThan(500);
  });

  test('and without parentheses for an empty provider', () => {
    const shown = renderPretty(report([endpoint({ provider: ' ' })]), plain);
    expect(shown).toContain('fail evm https://evm.example.com\n');
  });
});

describe('the level of detail decides how much is shown', () => {
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
    const known = endpoints.map((row) => ({ ...row, facts: { ...row.facts, address: '192.0.43.8:443' } }));
    const shown = render(report(known, findings), { detail });
    const seen = [...words, 'about the file', 'address'].filter((word) => shown.includes(word));
    expect(seen).toEqual(expected);
  });

  test('a file of which nothing is shown has no header', () => {
    expect(render(report([endpoint({ verdict: 'skipped' })]))).toBe('');
    expect(render(report([endpoint({ verdict: 'pass' })]), { detail: 'quiet' })).toBe('');
  });
});

test('with --since, files with new findings come before files with only old ones', () => {
  const old = { baselineState: 'unchanged', severity: 'warning', endpoint: null } as const;
  const unordered = report(
    [endpoint({ file: 'c.json', verdict: 'pass' })],
    [
      finding({ ...old, file: 'a.json' }),
      finding({ ...old, file: 'b.json' }),
      finding({ ...old, file: 'b.json', baselineState: 'new' }),
      finding({ ...old, file: 'c.json' }),
    ],
  );
  const files = ['a.json', 'b.json', 'c.json'].map((path) => ({ path, format: 'chainlist', chain: null }));
  const listFiles = (since: string | null) => {
    const { scope } = unordered;
    const text = renderPretty({ ...unordered, files, scope: { ...scope, since } }, plain);
    return text.split('\n').filter((line) => line.endsWith('.json'));
  };
  expect(listFiles('main')).toEqual(['b.json', 'c.json', 'a.json']);
  expect(listFiles(null)).toEqual(['a.json', 'b.json', 'c.json']);
});

describe('lines are wrapped to a width only if there is one', () => {
  const long = 'word '.repeat(40).trim();
  const all = report([endpoint()], [finding({ message: long, hint: long })]);

  test('a finding is on one line with its rule, and its fix on the next', () => {
    const lines = renderPretty(all, { ...plain, columns: null, scope: long }).split('\n');
    expect(lines).toContain(`    ${file}:3:34: error: ${long} [net/refused]`);
    expect(lines).toContain(`    Fix: ${long}`);
    expect(lines).toContain(long);
  });

  test('and the quoted line is still truncated', () => {
    const quoted = `"${'x'.repeat(400)}"`;
    const mark = finding({ line: 1, column: 100, endLine: 1, endColumn: 110 });
    const shown = renderPretty(report([endpoint()], [mark]), {
      ...plain,
      columns: null,
      texts: new Map([[file, quoted]]),
    });
    const [frame = ''] = shown.split('\n').filter((line) => line.includes('1 | '));
    expect(frame).toHaveLength(120);
  });
});

describe('findings about the run or many files are shown once', () => {
  const offline = finding({
    rule: 'net/offline',
    severity: 'notice',
    message: 'no route to the internet',
    ...{ file: null, line: null, column: null, endpoint: null },
  });
  test('and quiet shows it in place of the endpoints that it explains', () => {
    const limited = endpoint({ verdict: 'inconclusive', url: 'https://limited.example' });
    const about = finding({ rule: 'net/rate-limited', severity: 'notice', endpoint: 2 });
    const unknown = endpoint({ verdict: 'inconclusive' });
    const options = { detail: 'quiet' as const };
    const shown = render(report([unknown, unknown, limited], [offline, about]), options);
    expect(shown.match(/net\/offline/g)).toHaveLength(1);
    expect(shown.match(/inconclusive evm/g)).toHaveLength(1);
    expect(shown).toContain('limited.example');
    // Without a reason of the run they are shown.
    expect(render(report([unknown]), options)).toContain('inconclusive evm');
  });
});

describe('a key in a url is hidden wherever it is shown', () => {
  test('in the name of the endpoint, the text of a finding and the line of the file', () => {
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

test('which part of the registry was checked is above the counts', () => {
  const scope = 'Since main\x1b: 1 entry was added.';
  expect(renderPretty(report([], []), { ...plain, scope }).split('\n')[0]).toBe(
    'Since main\\x1b: 1 entry was added.',
  );
});

describe('with history', () => {
  const sample = report([
    endpoint({ verdict: 'pass', history: live('PFP') }),
    endpoint({ verdict: 'fail', history: live('PPF') }),
  ]);

  test('the runs of an endpoint are among the facts of --verbose', () => {
    const facts =
      '    uptime 66.6 % over 3 days, down since 2026-01-01, 1 run, last up 2025-12-31\n    00:00 UTC\n';
    const meaning =
      '\n"Up" only means that something of the right kind answered. An endpoint can be up\nand still fail, for example because it serves another chain\n';
    expect(renderPretty(sample, { ...plain, detail: 'verbose' })).toContain(meaning);
    expect(renderPretty(sample, { ...plain, detail: 'verbose' })).toContain(facts);
    expect(renderPretty(sample, plain)).not.toContain('uptime');
  });

  test('and untrusted text in it acts on nothing', () => {
    const history = { ...live('PF'), lastPass: '::error::\x1b[2J' };
    const shown = renderPretty(report([endpoint({ history })]), { ...plain, detail: 'verbose' });
    expect(shown).toContain('    : :error::\\x1b[2J UTC');
  });
});

describe('with --since, old findings come last, and are counted first', () => {
  const old = finding({ baselineState: 'unchanged', severity: 'warning', message: 'old' });
  const sample = (findings: Finding[]) => {
    const all = report([endpoint({ verdict: 'skipped', attempts: 0 })], findings);
    return { ...all, scope: { ...all.scope, since: 'HEAD' } };
  };

  test('the verdict is the first line if nothing changed', () => {
    const [first, blank, heading] = renderPretty(sample([old]), plain).split('\n');
    expect([first, blank, heading]).toEqual([
      'no new findings; 1 was there before',
      '',
      'there before (--hide-unchanged leaves it out)',
    ]);
  });

  test('new findings come between', () => {
    const fresh = finding({ baselineState: 'new', message: 'fresh', endpoint: null, file: 'a.json' });
    const text = renderPretty(sample([old, fresh]), plain);
    expect(text.startsWith('1 new finding; 1 was there before\n\na.json\n')).toBe(true);
    expect(text.indexOf('fresh')).toBeLessThan(text.indexOf('there before ('));
    expect(text.indexOf('there before (')).toBeLessThan(text.indexOf('warning: old'));
  });

  test('beside a new one of the same file, an old one is marked in its place', () => {
    const fresh = finding({ baselineState: 'new', message: 'fresh' });
    const lines = (all: Report) => renderPretty(all, plain).match(/(?:error|warning): .*/g);
    const mixed = sample([old, fresh]);
    expect(lines(mixed)).toEqual(['warning: old [net/refused] (there before)', 'error: fresh [net/refused]']);
    expect(lines({ ...mixed, scope: { ...mixed.scope, since: null } })?.[0]).toBe(
      'warning: old [net/refused]',
    );
    // The heading says it of a file without new ones.
    expect(lines(sample([old]))).toEqual(['warning: old [net/refused]']);
    expect(renderBlocks(sample([old]), plain)[0]?.text).toContain('old [net/refused] (there before)');
  });

  test('but nothing is added if no old finding is shown', () => {
    expect(renderPretty(sample([]), plain)).toMatch(/^1 skipped/);
  });
});

test('without the network, well-formed endpoints are reported as such', () => {
  const skipped = endpoint({ verdict: 'skipped', attempts: 0 });
  const all = report([
    endpoint({ verdict: 'invalid', attempts: 0 }),
    skipped,
    skipped,
    { ...skipped, skipReason: 'the chain has ended' },
  ]);
  const offline = { ...all, scope: { ...all.scope, network: false } };
  expect(renderPretty(offline, plain)).toContain(
    '1 invalid, 1 skipped, 2 well-formed, not probed (4 endpoints',
  );
  // An entry that was malformed before the ref is skipped too.
  const since = { ...offline, scope: { ...offline.scope, since: 'HEAD' } };
  expect(renderPretty(since, plain)).toContain('1 invalid, 3 skipped (4 endpoints');
});
