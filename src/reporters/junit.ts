import type { Finding } from '../model/finding.js';
import { type EndpointReport, isGood, type Report } from '../model/report.js';
import { groupBy } from '../model/group-by.js';
import { escapeMarkup } from './escape.js';
import { groupFindings, joinPath, listPaths, needsFix } from './findings.js';
import { chooseMask, formatUrl } from './mask.js';
import type { RenderOptions } from './reporter.js';

/**
 * Renders a report as JUnit XML, as read by Jenkins and later tools: a suite for each file, a test case for each endpoint, and one for the
 * findings about the file itself. Inconclusive and skipped endpoints are skipped tests with the reason. The output of a suite has all other findings.
 */
export function render(report: Report, { pathPrefix }: RenderOptions): string {
  const list = listCases(report);
  const paths: (string | null)[] = [...listPaths(report)];
  if ([...report.endpoints, ...report.findings].some(({ file }) => file === null)) paths.push(null);
  const suites = paths.map((path, id) => {
    const name = path === null ? report.tool.name : joinPath(pathPrefix, path);
    return renderSuite(name, id, list(path), report);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

interface Case {
  readonly name: string;
  readonly durationMs: number;
  readonly outcome: 'passed' | 'skipped' | 'failure';
  readonly findings: readonly Finding[];
  readonly skipReason: string | null;
}

/** The test cases of a file; with null, those that are in no file. */
function listCases(report: Report): (path: string | null) => Case[] {
  const grouped = groupFindings(report);
  // Endpoints whose failure the run explains have no findings.
  const ofRun = grouped.ofFile(null);
  const byFile = groupBy(grouped.endpoints, ({ endpoint }) => endpoint.file);
  return (path) => {
    const about = grouped.ofFile(path);
    const file: Case = {
      name: path === null ? 'the run' : 'the file',
      durationMs: 0,
      outcome: chooseFileOutcome(about),
      findings: about,
      skipReason: null,
    };
    const endpointCases = (byFile.get(path) ?? []).map(({ endpoint, findings }) => {
      const isExplained = findings.length === 0 && endpoint.verdict === 'inconclusive';
      return describeCase(endpoint, findings, isExplained ? ofRun : findings);
    });
    return path === null && about.length === 0 ? endpointCases : [file, ...endpointCases];
  };
}

function chooseFileOutcome(findings: readonly Finding[]): Case['outcome'] {
  return findings.some(({ severity }) => severity === 'error') ? 'failure' : 'passed';
}

function describeCase(
  endpoint: EndpointReport,
  ownFindings: readonly Finding[],
  findings: readonly Finding[],
): Case {
  const { kind, url, provider, verdict, durationMs, skipReason } = endpoint;
  const outcome = needsFix(endpoint, ownFindings) ? 'failure' : isGood(verdict) ? 'passed' : 'skipped';
  const name = [kind, formatUrl(url), provider === null || provider.trim() === '' ? '' : `(${provider})`]
    .join(' ')
    .trim();
  return { name, durationMs, outcome, findings, skipReason };
}

function renderSuite(
  name: string,
  id: number,
  cases: readonly Case[],
  { startedAt, tool, endpoints }: Report,
): string {
  const count = (outcome: Case['outcome']) => cases.filter((testCase) => testCase.outcome === outcome).length;
  const property = renderAttributes({ name: 'tool', value: `${tool.name} ${tool.version}` });
  const totalMs = cases.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const attributes = renderAttributes({
    name,
    id,
    package: 'endpoint-check',
    // The Ant schema requires a host, and allows neither fractions nor a time zone.
    timestamp: startedAt.slice(0, 19),
    hostname: 'localhost',
    tests: cases.length,
    failures: count('failure'),
    errors: 0,
    skipped: count('skipped'),
    time: formatSeconds(totalMs),
  });
  const rendered = cases.map((testCase) => renderCase(name, testCase, endpoints)).join('');
  // A case that did not fail has no place for findings.
  const others = new Set(cases.flatMap(({ outcome, findings }) => (outcome === 'failure' ? [] : findings)));
  const output = [...others].map((finding) => describeFinding(name, finding, endpoints)).join('\n');
  return `  <testsuite${attributes}>\n    <properties>\n      <property${property}/>\n    </properties>\n${rendered}    ${output === '' ? '<system-out/>' : `<system-out>${output}</system-out>`}\n    <system-err/>\n  </testsuite>\n`;
}

function renderCase(
  suite: string,
  { name, durationMs, outcome, findings, skipReason }: Case,
  endpoints: readonly EndpointReport[],
): string {
  const open = `    <testcase${renderAttributes({ name, classname: suite, time: formatSeconds(durationMs) })}`;
  if (outcome === 'passed') return `${open}/>\n`;
  const [first] = findings;
  const message =
    first === undefined ? 'not probed' : `${first.rule}: ${chooseMask(first, endpoints)(first.message)}`;
  if (outcome === 'skipped')
    return `${open}>\n      <skipped>${escapeMarkup(skipReason ?? message)}</skipped>\n    </testcase>\n`;
  const attributes = renderAttributes({ message, type: first?.rule ?? 'failure' });
  const text = findings.map((finding) => describeFinding(suite, finding, endpoints)).join('\n');
  return `${open}>\n      <failure${attributes}>${text}</failure>\n    </testcase>\n`;
}

function describeFinding(suite: string, finding: Finding, endpoints: readonly EndpointReport[]): string {
  const { file, line, column, severity, rule, message, hint } = finding;
  const mask = chooseMask(finding, endpoints);
  const place = file === null ? '' : `${suite}:${line ?? 1}:${column ?? 1}: `;
  return [`${place}${severity}: ${mask(message)} [${rule}]`, `Fix: ${mask(hint)}`]
    .map(escapeMarkup)
    .join('\n');
}

function renderAttributes(attributes: Readonly<Record<string, string | number>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
    .join('');
}

function formatSeconds(ms: number): string {
  return (ms / 1_000).toFixed(3);
}
