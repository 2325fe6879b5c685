import { describe, expect, test } from 'vitest';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { render as renderPretty } from './pretty.js';
import type { RenderOptions } from './reporter.js';

const mine = endpoint({
  verdict: 'pass',
  url: 'https://mine.example',
  pointer: '/evm_rpc_endpoint/1',
  attempts: 0,
});
const theirs = endpoint({ url: 'https://theirs.example', attempts: 0 });
const ownChanges = {
  ref: 'origin/main',
  isOwn: ({ pointer }: { readonly pointer: string | null }) => pointer === mine.pointer,
};
const ofFile = { endpoint: null, rule: 'file/schema', message: 'odd', hint: 'fix it' } as const;
const shared = report([theirs, mine], [finding()]);

function render(shown: typeof shared, options: Partial<RenderOptions> = {}): string {
  return renderPretty(shown, { ...plain, columns: null, ownChanges: ownChanges, ...options });
}

describe("the reader's own changes are shown first and counted apart", () => {
  test('separately from other endpoints of the same file', () => {
    expect(render(shared)).toBe(`your changes (compared with origin/main)
chain/kava/param.json
  pass evm https://mine.example (Kava)

yours: 1 passed

already in the registry (not your changes)
chain/kava/param.json
  fail evm https://theirs.example (Kava)
    chain/kava/param.json:3:34: error: nothing listens at 192.0.43.8:443: the connection was refused [net/refused]
    Fix: start the node

1 failed, 1 passed (2 endpoints in 1 file, 1.2 s)
1 error, 0 warnings, 0 notices

to be judged by your changes only, add --since origin/main
`);
  });

  test('quiet leaves out what passes, and counts it', () => {
    const [heading, counts, blank, rest] = render(shared, { detail: 'quiet' }).split('\n');
    expect([heading, counts, blank, rest]).toEqual([
      'your changes (compared with origin/main)',
      'yours: 1 passed',
      '',
      'already in the registry (not your changes)',
    ]);
  });

  test('verbose shows what was skipped, below its own heading', () => {
    const all = report([
      { ...theirs, verdict: 'skipped' },
      { ...mine, verdict: 'skipped' },
    ]);
    const headings = render(all, { detail: 'verbose' })
      .split('\n')
      .filter((line) => /^(your|already| {2}skipped)/.test(line));
    expect(headings).toEqual([
      'your changes (compared with origin/main)',
      '  skipped evm https://mine.example (Kava)',
      'yours: 1 skipped',
      'already in the registry (not your changes)',
      '  skipped evm https://theirs.example (Kava)',
    ]);
    expect(render(all)).toMatch(/^your changes .*\nyours: 1 skipped\n\n2 skipped/);
  });

  test('the verdicts are counted, the best first, and errors of files', () => {
    const verdicts = ['fail', 'pass', 'invalid', 'fail', 'inconclusive'] as const;
    const all = report(
      verdicts.map((verdict) => ({ ...mine, verdict })),
      [
        finding({ ...ofFile, pointer: mine.pointer }),
        finding({ ...ofFile, pointer: mine.pointer, severity: 'warning' }),
        finding({ ...ofFile, pointer: mine.pointer, severity: 'notice' }),
      ],
    );
    expect(render(all)).toContain(
      '\nyours: 1 passed, 1 inconclusive, 1 invalid, 2 failed, 1 file error, 1 file warning\n',
    );
    expect(render(all)).not.toMatch(/already in|to be judged/);
    const [red, yellow] = ['\x1b[31m', '\x1b[33m'];
    expect(render(all, { color: true })).toContain(
      `, ${red}2 failed\x1b[39m, ${red}1 file error\x1b[39m, ${yellow}1 file warning\x1b[39m\n`,
    );
  });
});

describe('nothing is added', () => {
  test.each<[string, typeof shared]>([
    ["if nothing is the reader's own", report([theirs], [finding()])],
    [
      'if only a notice about a file is',
      report([theirs], [finding({ ...ofFile, pointer: mine.pointer, severity: 'notice' })]),
    ],
  ])('%s', (_, all) => {
    expect(render(all)).toBe(render(all, { ownChanges: null }));
  });

  test('about an error of the run, or of the exclusions, which come before', () => {
    const ofRun = finding({ ...ofFile, file: null, pointer: null, line: null, column: null });
    const ofExclusions = finding({ ...ofFile, file: 'exclude.json', pointer: '/0' });
    const shown = render(report([mine], [ofRun, ofExclusions]));
    expect(shown).not.toMatch(/already in|to be judged/);
    expect(shown.indexOf('exclude.json:3:34')).toBeLessThan(shown.indexOf('your changes'));
  });

  test('to the advice, if the rest has only warnings', () => {
    expect(render(report([mine, theirs], [finding({ endpoint: 1, severity: 'warning' })]))).not.toContain(
      'to be judged',
    );
  });
});

test('an error about the file that is not new belongs to the rest', () => {
  const shown = render(report([mine], [finding({ ...ofFile, pointer: '' })]));
  expect(shown).toMatch(new RegExp(`already in .*\n${file}\n  ${file}:3:34: error: odd`));
  expect(shown).toContain('add --since origin/main');
});

test('a hostile ref is harmless', () => {
  const shown = render(shared, { ownChanges: { ...ownChanges, ref: 'x\x1b[31m\u202e\n::error::' } });
  expect(shown).toContain('compared with x\\x1b[31m\\u202e\\x0a::error::)');
  expect(shown).not.toMatch(/\x1b|\u202e|^::/m);
});
