import { describe, expect, test } from 'vitest';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { rules } from '../engine/rule-catalogue.js';
import { render as renderHtml } from './html.js';
import { render as renderJunit } from './junit.js';
import { render as renderMarkdown } from './markdown.js';
import { render as renderPretty } from './pretty.js';
import { describeSkipped } from './summary.js';

const skip = (skipReason: string | null) => endpoint({ verdict: 'skipped', attempts: 0, skipReason });
const options = { ...plain, rules, columns: null };

describe('the reasons of skipped endpoints are counted, the most frequent first', () => {
  test.each<[string | null, readonly (string | null)[]]>([
    [null, []],
    [null, [null, null]],
    ['Skipped: the chain has ended (1)', ['the chain has ended', null]],
    ['Skipped: b (2); a (1)', ['a', 'b', 'b']],
    ['Skipped: f (2); a (1); b (1); c (1); d (1); 1 other reason (1)', 'a b c d e f f'.split(' ')],
    ['Skipped: f (3); g (2); a (1); b (1); c (1); 2 other reasons (2)', 'a b c d e f f f g g'.split(' ')],
  ])('%s', (text, reasons) => {
    expect(describeSkipped(report(reasons.map((reason) => skip(reason))))).toBe(text);
  });

  test('but not those of an endpoint whose entry is malformed', () => {
    expect(describeSkipped(report([endpoint({ verdict: 'invalid', skipReason: 'excluded: r' })]))).toBeNull();
  });
});

test('the reasons stay text in Markdown', () => {
  const shown = renderMarkdown(
    report([skip('excluded: *x* <b>')], [finding({ severity: 'notice' })]),
    options,
  );
  expect(shown).toContain('\nSkipped: excluded: \\*x\\* &lt;b&gt; \\(1\\)\n');
  expect(shown).toMatch(/- \*\*skipped\*\* .*\n {2}- excluded: \\\*x\\\* &lt;b&gt;\n {2}- \*\*notice\*\*/);
});

describe('a finding about a file that lists no endpoints, such as that of the exclusions, is shown', () => {
  const expired = finding({
    rule: 'file/exclusion-expired',
    severity: 'warning',
    message: 'this exclusion expired',
    file: 'exclude.json',
    endpoint: null,
  });
  const all = report([endpoint({ verdict: 'pass' })], [expired], [file]);

  test.each([
    ['pretty', renderPretty],
    ['markdown', renderMarkdown],
    ['html', renderHtml],
  ])('%s', (_name, render) => {
    const shown = render(all, options);
    expect(shown).toContain('this exclusion expired');
    expect(shown).toContain('exclude.json:3');
  });

  test('junit, as a separate suite', () => {
    expect(renderJunit(all, options)).toContain('<testsuite name="exclude.json"');
  });
});
