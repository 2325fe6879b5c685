import { describe, expect, test } from 'vitest';
import type { Finding } from '../model/finding.js';
import type { EndpointReport } from '../model/report.js';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import { capFindings } from './cap.js';
import { reporters } from './index.js';

/** Findings of a file, each with its number. */
function create(count: number, otherwise: Partial<Finding> = {}): Finding[] {
  return Array.from({ length: count }, (_, at) =>
    finding({ endpoint: null, message: `number ${at} of it`, line: at + 1, ...otherwise }),
  );
}

const warnings = (count: number, otherwise: Partial<Finding> = {}) =>
  create(count, { severity: 'warning', rule: 'entry/url-key', ...otherwise });

const cap = (findings: readonly Finding[], endpoints: readonly EndpointReport[] = []) =>
  capFindings(findings, { endpoints });

/** The findings in place of others. */
const notesOf = (findings: readonly Finding[]) =>
  findings.filter(({ message }) => message.includes('not shown'));

describe('people are shown a hundred findings of a file', () => {
  test('and all of them if there are no more, or if they are about the run', () => {
    const findings = [...create(100), ...create(3, { file: 'b.json' }), ...create(200, { file: null })];
    expect(cap(findings)).toEqual(findings);
  });

  test('errors first, and the others are counted in one that is as severe as the worst of them', () => {
    const findings = [...warnings(110), ...create(40), ...create(101, { file: 'b.json' })];
    const shown = cap(findings);
    expect(shown.filter(({ severity, file: path }) => severity === 'error' && path === file)).toHaveLength(
      40,
    );
    expect(shown).toHaveLength(202);
    expect(
      notesOf(shown).map(({ file: path, severity, rule, message }) => [path, severity, rule, message]),
    ).toEqual([
      [file, 'warning', 'entry/url-key', '50 more findings of this file are not shown: 50 warnings'],
      ['b.json', 'error', 'net/refused', '1 more finding of this file is not shown: 1 error'],
    ]);
    expect(shown.filter((one) => !notesOf(shown).includes(one))).toEqual(
      findings.filter((one) => shown.includes(one)),
    );
  });

  test('new ones before those that were there', () => {
    const old = create(150, { baselineState: 'unchanged' });
    const fresh = warnings(3, { baselineState: 'new' });
    const shown = cap([...old, ...fresh]);
    expect(shown).toEqual(expect.arrayContaining(fresh));
    expect(notesOf(shown)).toMatchObject([{ severity: 'error', baselineState: 'unchanged' }]);
    expect(notesOf(cap(create(101, { baselineState: 'new' })))).toMatchObject([{ baselineState: 'new' }]);
  });

  test('and all that was found out by probing', () => {
    const findings = create(150, { endpoint: 0 });
    expect(cap(findings, [endpoint()])).toEqual(findings);
    expect(cap(findings, [endpoint({ attempts: 0, verdict: 'invalid' })])).toHaveLength(101);
  });

  test.each(['pretty', 'markdown', 'html'])('by %s', async (name) => {
    const shown = await renderAs(name);
    expect(shown).toContain('10 more findings of this file are not shown: 10 warnings');
    expect(shown).not.toContain('number 105 of it');
  });
});

test.each(['json', 'sarif', 'rdjson', 'junit', 'codequality'])('%s has all findings', async (name) => {
  const shown = await renderAs(name);
  for (let at = 0; at < 110; at++) expect(shown).toContain(`number ${at} of it`);
  expect(shown).not.toContain('not shown');
});

async function renderAs(name: string): Promise<string> {
  const render = await reporters.find((reporter) => reporter.name === name)?.load();
  const rendered = render?.(report([], warnings(110)), { ...plain, columns: null });
  return typeof rendered === 'string' ? rendered : [...(rendered as Iterable<string>)].join('');
}
