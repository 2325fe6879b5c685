import { describe, expect, test } from 'vitest';
import { endpoint, file, finding, plain, report } from '../../test/support/report-samples.js';
import type { Finding } from '../model/finding.js';
import { locateRulePage } from '../model/rule.js';
import type { EndpointReport, Report } from '../model/report.js';
import { capFindings, splitCollective } from './condensed-findings.js';
import { renderAnnotations } from './github.js';
import { render as renderMarkdown } from './markdown.js';
import { render as renderPretty } from './pretty.js';
import { getReporter } from './index.js';

const message = '"kava" is spelled "Kava" in 20 other entries';
const total = '10 entries spell their provider in another way than most entries do';

/** A notice for each of the providers of as many endpoints. */
function spell(messages: readonly string[]): Report {
  const findings = messages.map((text, index): Finding =>
    finding({
      rule: 'entry/provider-spelling',
      severity: 'notice',
      message: text,
      hint: `fix ${index}`,
      endpoint: index,
      line: index + 3,
    }),
  );
  return report(
    messages.map(() => endpoint({ verdict: 'pass' })),
    findings,
  );
}

const few = spell(Array.from({ length: 9 }, () => message));
const many = spell([...Array.from({ length: 9 }, () => message), '"akash" is spelled "Akash"']);
const options = { ...plain, columns: null, pathPrefix: 'registry/' };

describe('a few notices about entries are shown with them, many in one list', () => {
  test('at a terminal', () => {
    expect(renderPretty(few, options)).not.toContain('entries spell');
    expect(renderPretty(few, options).match(/is spelled/g)).toHaveLength(9);
    const shown = renderPretty(many, options);
    expect(shown).toContain(`notice: ${total} [entry/provider-spelling]
  "kava" is spelled "Kava" in 20 other entries: registry/chain/kava/param.json:3 and 8 more
  "akash" is spelled "Akash": registry/chain/kava/param.json:12
Fix: use one spelling for each operator; --verbose shows each entry
`);
    expect(shown.match(/is spelled/g)).toHaveLength(2);
    // All of them are shown, so none is hidden.
    expect(shown).not.toContain('more with --verbose');
  });

  test('but one by one with --verbose, and not at all with --quiet', () => {
    const verbose = renderPretty(many, { ...options, detail: 'verbose' });
    expect(verbose.match(/is spelled/g)).toHaveLength(10);
    expect(verbose).not.toContain('entries spell');
    const quiet = renderPretty(many, { ...options, detail: 'quiet' });
    expect(quiet).not.toMatch(/is spelled|entries spell/);
    expect(quiet).toContain('10 notices (10 more with --verbose)');
  });

  test('and those that are new since a ref with their entries', () => {
    const found = many.findings.map((notice, index) => ({
      ...notice,
      baselineState: index === 9 ? ('new' as const) : ('unchanged' as const),
    }));
    const more = { ...many, findings: [...found.slice(0, 9), ...found] };
    const shown = renderPretty(more, options);
    expect(shown).toContain('18 entries spell');
    expect(shown).toContain('param.json:12:34: notice: "akash" is spelled "Akash" [');
  });

  test('in Markdown', () => {
    const shown = renderMarkdown(many, options);
    expect(shown).toContain(
      `- **notice** ${total} [entry/provider-spelling](${locateRulePage('entry/provider-spelling')})\\\n  **Fix:** use one spelling`,
    );
    expect(shown).toContain('\n  - "akash" is spelled "Akash": registry/chain/kava/param.json:12\n');
    expect(shown.match(/is spelled/g)).toHaveLength(2);
    expect(renderMarkdown(few, options).match(/is spelled/g)).toHaveLength(9);
  });

  test('as one annotation', () => {
    expect(renderAnnotations(few, options).match(/^::notice file=/gm)).toHaveLength(9);
    expect(renderAnnotations(many, options)).toBe(
      `::notice title=entry/provider-spelling::${total}%0A"kava" is spelled "Kava" in 20 other entries: chain/kava/param.json:3 and 8 more%0A"akash" is spelled "Akash": chain/kava/param.json:12%0AFix: use one spelling for each operator; --verbose shows each entry\n`,
    );
  });
});

test('of many different messages a hundred are shown, and the rest are counted', () => {
  const different = spell(Array.from({ length: 103 }, (_, index) => `provider ${index}`));
  const [notice] = splitCollective(different.findings).notices;
  expect(notice?.details).toHaveLength(101);
  expect(notice?.details.at(-1)).toBe('… and 3 more');
});

test('errors, and notices of other rules, are never joined', () => {
  const errors = many.findings.map((notice) => ({ ...notice, severity: 'error' as const }));
  const hosts = many.findings.map((notice) => ({ ...notice, rule: 'entry/host-name' }));
  expect(splitCollective([...errors, ...hosts])).toEqual({ notices: [], others: [...errors, ...hosts] });
});

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
  const { render } = await getReporter(name).load();
  const rendered = render(report([], warnings(110)), { ...plain, columns: null });
  return typeof rendered === 'string' ? rendered : [...(rendered as Iterable<string>)].join('');
}
